"""Grades many submissions at once, each in a worker of its own: no submission stops another."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from homework.kit.assignment import Assignment
from homework.kit.marking import mark
from homework.kit.result import Result, result_from
from homework.kit.sandbox import Limits
from homework.kit.submission import Submission

DEADLINE = 900.0  # seconds for one submission
MEMORY = 4 * 2**30  # bytes for one worker


@dataclass
class _Worker:
    process: multiprocessing.process.BaseProcess
    pipe: Connection
    submission: Submission
    end: float

    def result(self) -> Result:
        """What the worker found, or why it found nothing; it is over afterwards."""
        try:
            found = result_from(json.loads(self.pipe.recv_bytes())) if self.pipe.poll() else None
        except EOFError:
            found = None
        late = time.monotonic() > self.end
        if self.process.is_alive() and not found:
            self.process.kill()
        self.process.join()
        self.pipe.close()
        if found:
            return found
        why = f"took more than {DEADLINE:g} s" if late else f"stopped ({self.process.exitcode})"
        return not_graded(self.submission, f"the grader {why}; please look at this one")


def not_graded(submission: Submission, reason: str) -> Result:
    """The result of a submission that nothing can be said about."""
    return Result(submission.student, submission.path.name, reason)


def grade_all(
    submissions: Sequence[Submission],
    assignment: Assignment,
    limits: Limits,
    *,
    trusted: bool,
    workers: int | None = None,
    progress: Callable[[Result], None] = lambda result: None,
) -> list[Result]:
    """Return the results of all submissions, in their order, using all cores."""
    most = workers or len(os.sched_getaffinity(0))
    results: dict[Submission, Result] = {}
    for submission, result in _finished(submissions, assignment, limits, trusted, most):
        results[submission] = result
        progress(result)
    return [results[submission] for submission in submissions]


def _finished(
    submissions: Sequence[Submission],
    assignment: Assignment,
    limits: Limits,
    trusted: bool,
    most: int,
) -> Iterator[tuple[Submission, Result]]:
    fork = multiprocessing.get_context("fork")
    waiting = list(reversed(submissions))
    running: list[_Worker] = []
    while waiting or running:
        while waiting and len(running) < most:
            submission = waiting.pop()
            if submission.problem:
                yield submission, not_graded(submission, submission.problem)
                continue
            ours, theirs = fork.Pipe(duplex=False)
            process = fork.Process(
                target=_work, args=(theirs, submission, assignment, limits, trusted)
            )
            process.start()
            theirs.close()
            running.append(_Worker(process, ours, submission, time.monotonic() + DEADLINE))
        wait([worker.pipe for worker in running], timeout=1.0)
        for worker in list(running):
            if worker.pipe.poll() or time.monotonic() > worker.end:
                running.remove(worker)
                yield worker.submission, worker.result()


def _work(
    pipe: Connection, submission: Submission, assignment: Assignment, limits: Limits, trusted: bool
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    result = mark(submission.path, submission.student, assignment, limits, trusted=trusted)
    pipe.send_bytes(json.dumps(result.as_data()).encode())
