"""Show how far a command is: one line that moves, or a plain one now and then without a terminal.

Warnings and errors are shown in full, above that line; all that was said is in _build/log.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")
LOG = Path(__file__).resolve().parents[1] / "_build" / "log"
SELDOM = 30.0  # seconds between two plain lines
PATIENCE = 10.0  # seconds until all that a program said has come
COLOUR = re.compile(r"\x1b\[[0-9;]*[mK]")


def duration(seconds: float) -> str:
    """Write a time as people do.

    >>> duration(7.6), duration(65)
    ('8 s', '1:05 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02} min" if minutes else f"{rest} s"


class Line:
    """The line of one command, and its log."""

    def __init__(self, command: str, console: Console | None = None, folder: Path = LOG) -> None:
        self.path = folder / f"{command}.txt"
        self.console = console or Console(soft_wrap=True, highlight=False, markup=False)
        self.moving = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(24),
            TextColumn("{task.fields[counted]}", markup=False),
            TimeRemainingColumn(),
            TextColumn("{task.fields[last]}", markup=False, style="dim"),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        self.lock = threading.RLock()
        self.what = ""

    def __enter__(self) -> Line:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.file = self.path.open("w", encoding="utf-8")
        self.moving.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.end()
        self.moving.stop()
        if kind is KeyboardInterrupt:
            self.tell("Interrupted. The same command continues from here.")
        self.file.close()

    def log(self, text: str) -> None:
        """Write something into the log alone."""
        with self.lock:
            self.file.write(COLOUR.sub("", text).rstrip("\n") + "\n")
            self.file.flush()

    def tell(self, text: str) -> None:
        """Show something in full, and log it."""
        self.log(text)
        with self.lock:
            self.console.print(text.rstrip("\n"))

    def step(self, what: str, total: float = 0) -> None:
        """Begin a step of so many things; 0: nobody knows how many, or it is one."""
        with self.lock:
            self.end()
            self.what, self.total, self.count = what, total, 0.0
            self.begun = self.said = time.monotonic()
            self.log(f"{what}: {total:g}" if total else what)
            for task in self.moving.task_ids:
                self.moving.remove_task(task)
            self.task = self.moving.add_task(what, total=total or None, counted="", last="")

    def reach(self, count: float, last: str = "") -> None:
        """Say that so many are done, the last of them this one."""
        with self.lock:
            self.count = count
            counted = f"{count:g} of {self.total:g}" if self.total != 1 else f"{count:.0%}"
            self.moving.update(self.task, completed=count, counted=counted, last=last)
            now = time.monotonic()
            if not self.console.is_terminal and now - self.said > SELDOM and count:
                left = (now - self.begun) * (self.total - count) / count
                self.console.print(f"{self.what}: {counted}, about {duration(left)} left")
                self.said = now

    def advance(self, last: str = "") -> None:
        """Say that one more is done."""
        with self.lock:
            self.reach(self.count + 1, last)

    def end(self) -> None:
        """End the step with a line that stays, if it took some time."""
        if self.what:
            took = time.monotonic() - self.begun
            many = f"{self.count:g} of {self.total:g}, " if self.total > 1 else ""
            (self.tell if took > 1 else self.log)(f"{self.what}: {many}{duration(took)}")
        self.what = ""

    def run(
        self, command: Sequence[str | Path], follow: Callable[[str], bool], **options: Any
    ) -> int:
        """Run a program; `follow` gets each line, and returns whether that is all about it.

        Of the others, what the program writes to its stderr is shown.
        """
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, stdout=pipe, stderr=pipe, text=True, errors="replace", start_new_session=True,
            **options,
        )  # fmt: skip

        def read(stream: IO[str], shown: bool) -> None:
            for line in stream:
                plain = COLOUR.sub("", line).rstrip()
                (self.tell if not follow(plain) and shown and plain else self.log)(plain)

        assert process.stdout
        assert process.stderr
        others = threading.Thread(target=read, args=(process.stderr, True), daemon=True)
        others.start()
        try:
            read(process.stdout, False)
            return process.wait()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # some take Ctrl+C for themselves and go on
            process.wait()
            others.join(PATIENCE)
            process.stdout.close()
            process.stderr.close()


def aside(call: Callable[[], T]) -> T:
    """Run something in a thread, so that Ctrl+C comes here: nbclient would take it and go on."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(call())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return result.result()


def end_with_parent() -> None:
    """Let this program, and what it has started, end when the one that started it is gone."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def interrupted(main: Callable[[], int | None]) -> None:
    """Run a command; after Ctrl+C, or with its terminal, it ends without saying where it was."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
