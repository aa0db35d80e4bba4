"""Grade many submissions at once, each in a worker of its own: none stops another."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from homework.kit.grading.one import Pictures, mark
from homework.kit.grading.result import Result, result_from
from homework.kit.grading.submission import Submission
from homework.kit.running.sandbox import Sandbox
from homework.kit.tables import clean
from homework.kit.writing.assignment import Assignment

DEADLINE = 900.0  # seconds for one submission
MEMORY = 4 * 2**30  # bytes for one worker


@dataclass
class _Worker:
    process: multiprocessing.process.BaseProcess
    pipe: Connection
    submission: Submission
    end: float

    def result(self) -> tuple[Result, Pictures]:
        """Return what the worker found, or why it found nothing, and end it."""
        found = None
        with contextlib.suppress(EOFError, OSError, ValueError):
            if self.pipe.poll():
                found = json.loads(self.pipe.recv_bytes())
        late = time.monotonic() > self.end
        if self.process.is_alive() and not found:
            self.process.kill()
        self.process.join()
        self.pipe.close()
        if found:
            return result_from(found["result"]), found["pictures"]
        why = f"took more than {DEADLINE:g} s" if late else f"stopped ({self.process.exitcode})"
        return not_graded(self.submission, f"the grader {why}; please look at this one"), {}


def not_graded(submission: Submission, reason: str) -> Result:
    """Return the result of a submission that could not be graded."""
    name = clean(submission.path.name, 200)
    return Result(submission.student, submission.id, name, reason)


def grade_all(
    submissions: Sequence[Submission],
    assignment: Assignment,
    sandbox: Sandbox,
    *,
    workers: int | None = None,
    keep: Callable[[Result, Pictures], None] = lambda result, pictures: None,
) -> list[Result]:
    """Grade all submissions, using all cores, and return the results in their order.

    ``keep`` is called with each result as it comes, and with the files handed in with it.
    """
    most = workers or len(os.sched_getaffinity(0))
    results: dict[Submission, Result] = {}
    for submission, result, pictures in _finished(submissions, assignment, sandbox, most):
        results[submission] = result
        keep(result, pictures)
    return [results[submission] for submission in submissions]


def _finished(
    submissions: Sequence[Submission], assignment: Assignment, sandbox: Sandbox, most: int
) -> Iterator[tuple[Submission, Result, Pictures]]:
    fork = multiprocessing.get_context("fork")
    waiting = list(reversed(submissions))
    running: list[_Worker] = []
    while waiting or running:
        while waiting and len(running) < most:
            submission = waiting.pop()
            if submission.problem:
                yield submission, not_graded(submission, submission.problem), {}
                continue
            ours, theirs = fork.Pipe(duplex=False)
            process = fork.Process(target=_work, args=(theirs, submission, assignment, sandbox))
            process.start()
            theirs.close()
            running.append(_Worker(process, ours, submission, time.monotonic() + DEADLINE))
        wait([worker.pipe for worker in running], timeout=1.0)
        for worker in list(running):
            if worker.pipe.poll() or time.monotonic() > worker.end:
                running.remove(worker)
                yield worker.submission, *worker.result()


def _work(
    pipe: Connection, submission: Submission, assignment: Assignment, sandbox: Sandbox
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    result, pictures = mark(submission, assignment, sandbox)
    found = {"result": result.as_data(), "pictures": pictures}
    pipe.send_bytes(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace"))
