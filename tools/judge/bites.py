"""Make each statement of the book say more than it does, and see whether its evidence notices.

    python tools/judge/bites.py [--jobs 2] [03-uniform ...]   judges these pages, writes bites.yml
    python tools/judge/bites.py --sample 40                   judges 40 changes, writes nothing

Changed are the bounds in the claims of a statement on its page, where they stand or where the page
computes them, and the formulas that implement it, without tolerances: strengthen.py says how. A
change counts if the claims of the statement become harder by it, in an entry at least, and easier
in none; one of an implementing formula counts too if no claim sees it. It is noticed if one of
these claims fails, or the statement's own test. What is not noticed needs a reason in
book/data/bites.yml.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import multiprocessing
import os
import pickle
import random
import re
import runpy
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from hypothesis import Phase, settings

from bookext.evidence.cells import CHAINED, beginning, ends
from bookext.evidence.statements import CLAIMS, outline
from bookext.reference.fields import labels_implemented
from bookext.source import cells as read_cells
from lecture_code.checks.compare import as_float
from tools.judge import collecting
from tools.judge.other_seeds import noting
from tools.judge.strengthen import (
    Slot,
    called,
    content,
    is_constant,
    is_tolerance,
    parts,
    shape,
    slot,
    twice,
    unwrapped,
    written,
)
from tools.pages.page_flow import flow, needed, touched
from tools.pages.plain.notebook import read_book
from tools.pages.record import chosen

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "book/data/bites.yml"
VALUED = (ast.Return, ast.Assign)
SECONDS = 120  # of the processor: a change under which a page or a test takes longer is noticed


class Claim(NamedTuple):
    """A check of a page: its label, the places of its two sides, its statement of the page."""

    label: str
    left: Slot
    right: Slot
    at: int
    relation: str


@dataclass
class Change:
    """One change of a statement, in all places where the page or the package has the formula."""

    label: str
    words: str
    places: list[tuple[int, Slot, ast.expr]] = field(default_factory=list)
    function: tuple[str, ast.FunctionDef, list[str]] | None = (
        None  # of the package, for which labels
    )


# ------------------------------------------------------------------------------- what to change


def claims(body: Sequence[ast.stmt]) -> Iterator[Claim]:
    """The checks of a page, in the order in which they are made."""
    for at, statement in enumerate(body):
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda call: ends(call.func)):
            if isinstance(call.func, ast.Name) and call.func.id == "check":
                label, k = call.args[0], 1
            elif CHAINED.get(called(call)) == "check" and (begun := beginning(call)):
                label, k = begun.args[0], 0
            else:
                continue
            if isinstance(label, ast.Constant):
                left, relation, right = slot(call, "args", k), call.args[k + 1], k + 2
                said = str(getattr(relation, "value", ""))
                yield Claim(label.value, left, slot(call, "args", right), at, said)


def leaves(node: ast.expr) -> Iterator[ast.expr]:
    """What a formula is made of, behind its arithmetic."""
    inside = [place[0]() for place in parts(node)]
    yield from (leaf for part in inside for leaf in leaves(part)) if inside else [node]


def assigned(body: Sequence[ast.stmt], name: str, before: int) -> Iterator[tuple[int, Slot]]:
    """Where a page computes what a name stands for: by assignment, or what a function returns."""
    for at in range(before, -1, -1):
        node = body[at]
        if isinstance(node, ast.FunctionDef) and node.name == name:
            found = [slot(part, "value") for part in ast.walk(node) if isinstance(part, ast.Return)]
            yield from ((at, place) for place in found)
            return
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Name) and target.id == name:
                yield at, slot(node, "value")
                return
            names = [getattr(part, "id", "") for part in getattr(target, "elts", [])]
            if name in names:
                k = names.index(name)
                if isinstance(node.value, ast.Tuple):
                    yield at, slot(node.value, "elts", k)
                for function in {called(part) for part in ast.walk(node.value)} - {""}:
                    for where, returned in assigned(body, function, at - 1):
                        if len(getattr(returned[0](), "elts", [])) == len(names):
                            yield where, slot(returned[0](), "elts", k)
                return


def names(body: Sequence[ast.stmt], leaf: ast.expr, at: int) -> Iterator[str]:
    """The names behind a leaf; of one that a comprehension gives, those it runs through."""
    name = leaf.id if isinstance(leaf, ast.Name) else called(leaf)
    loops = [node for node in ast.walk(body[at]) if isinstance(node, ast.comprehension)]
    for loop in loops:
        if name in {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}:
            yield from (part.id for part in ast.walk(loop.iter) if isinstance(part, ast.Name))
    yield name


def formulas(
    body: Sequence[ast.stmt], at: int, place: Slot, deep: int
) -> Iterator[tuple[int, Slot]]:
    """A formula, and those of the page behind its names; numbers alone are the world."""
    yield at, place
    for leaf in leaves(place[0]()) if deep else ():
        for name in names(body, leaf, at):
            for where, found in assigned(body, name, at - 1 if not called(leaf) else at):
                if any(isinstance(part, ast.Name) for part in ast.walk(found[0]())):
                    yield from formulas(body, where, found, deep - 1)


def bounds(body: Sequence[ast.stmt], claim: Claim) -> Iterator[tuple[int, Slot]]:
    """The places of the bound of a claim."""
    yield from formulas(body, claim.at, claim.right, 2)
    right, left = claim.right[0](), claim.left[0]()
    if is_constant(right) or isinstance(right, ast.Constant):
        sides = [(claim.at, claim.left)]
        for leaf in leaves(left):
            if isinstance(leaf, ast.Name) and not isinstance(left, (ast.BinOp, ast.Compare)):
                sides += assigned(body, leaf.id, claim.at - 1)
        for at, side in sides:
            for place in content(side):
                yield from formulas(body, at, place, 2)


def of_page(body: Sequence[ast.stmt], labels: set[str]) -> list[Change]:
    """The changes of the bounds of a page; equal formulas of one statement change together."""
    found: dict[tuple[str, str], Change] = {}
    seen: set[tuple[str, int]] = set()
    for claim in (claim for claim in claims(body) if claim.label in labels):
        roots = [(at, root) for at, place in bounds(body, claim) for root in unwrapped(place)]
        alone = claim.relation != "==" and not any(list(written(root)) for _, root in roots)
        for at, root in roots:
            before = root[0]()
            if (claim.label, id(before)) not in seen:
                seen.add((claim.label, id(before)))
                for place, new, words in [
                    *written(root),
                    *(twice(root) if alone and root is roots[0][1] else ()),
                ]:
                    key = (claim.label, shape(words))
                    change = found.setdefault(key, Change(claim.label, words))
                    change.places.append((at, place, new))
    return list(found.values())


def arguments(node: ast.expr) -> Iterator[Slot]:
    """The arithmetic in the arguments of other functions of the package."""
    for call in (part for part in ast.walk(node) if isinstance(part, ast.Call)):
        if not list(parts(call)):
            for k, argument in enumerate(call.args):
                if isinstance(argument, ast.BinOp):
                    yield slot(call, "args", k)


@cache
def modules() -> dict[str, ast.Module]:
    paths = sorted((ROOT / "lecture_code").rglob("*.py"))
    stems = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    trees = [ast.parse(path.read_text("utf-8")) for path in paths]
    return dict(zip(stems, trees, strict=True))


def of_package(label: str) -> list[Change]:
    """The changes of the formulas of the package that implement a statement, with their helpers;
    what has a loop is an algorithm, which tools/judge/mutate.py changes."""
    found: dict[str, Change] = {}
    for module, tree in modules().items():
        for function, labels in formulas_of(tree).values():
            assigned = [node for node in ast.walk(function) if isinstance(node, VALUED)]
            for node in assigned if label in labels else ():
                if node.value:
                    roots = [*unwrapped(slot(node, "value")), *arguments(node.value)]
                    roots = [root for root in roots if not is_tolerance(root[0]())]
                    for place, new, words in (c for root in roots for c in written(root)):
                        change = Change(label, f"{function.name}: {words}", [(0, place, new)])
                        change.function = (module, function, labels)
                        found.setdefault(change.words, change)
    return list(found.values())


def formulas_of(tree: ast.Module) -> dict[str, tuple[ast.FunctionDef, list[str]]]:
    """The formulas of a module that implement statements, and their helpers, with the labels."""
    here = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    labels = {
        name: labels_implemented(ast.get_docstring(function) or "")
        for name, function in here.items()
    }
    for name in [name for name in here if labels[name]]:
        for helper in sorted({called(node) for node in ast.walk(here[name])}):
            if helper.startswith("_") and helper in here:
                labels[helper] = [*labels[helper], *labels[name]]
    algorithm = (ast.For, ast.While)  # and a helper that raises looks at arguments
    return {
        name: (function, labels[name])
        for name, function in here.items()
        if not any(
            isinstance(n, (*algorithm, ast.Raise) if name.startswith("_") else algorithm)
            for n in ast.walk(function)
        )
    }


# ------------------------------------------------------------------------------- running a page


Seen = list[tuple[int, str, str, str, Any, Any]]  # a note: its place, label, kind, failure, slack


def run(body: Sequence[ast.stmt], order: Sequence[int], space: dict[str, Any]) -> Seen:
    """What the claims of these statements come to."""
    seen: Seen = []
    for at in order:
        collecting.noted.clear()
        with warnings.catch_warnings(action="ignore"), redirect_stdout(None):
            exec(
                compile(ast.fix_missing_locations(ast.Module([body[at]], [])), "page", "exec"),
                space,
            )
        for note in collecting.noted:
            c = note.compared
            slack, room = (np.array([as_float(x) for x in side]) for side in (c.slack, c.allowance))
            seen.append((at, note.label, note.kind, note.failed, slack, room))
    return seen


def forked(work: Callable[[], Any]) -> Any:
    """What a function gives in a process of its own; an exception or a timeout is its text."""
    get, put = os.pipe()
    if pid := os.fork():
        os.close(put)
        with open(get, "rb") as answer:
            told = answer.read()
        os.waitpid(pid, 0)
        return pickle.loads(told) if told else "no answer"
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1), os.dup2(nothing, 2)
    try:
        told = pickle.dumps(work())
    except BaseException as error:
        told = pickle.dumps(f"{type(error).__name__}: {error}")
    with open(put, "wb") as answer:
        answer.write(told)
    os._exit(0)


def make(change: Change) -> None:
    """Change the trees, and the function of the package if it is one."""
    for _, place, new in change.places:
        place[1](new)
    if change.function:
        module, node, _ = change.function
        own = importlib.import_module(module)
        node.decorator_list = []
        space: dict[str, Any] = dict(vars(own))
        tree = ast.fix_missing_locations(ast.Module([node], []))
        code = compile(tree, module, "exec", flags=annotations.compiler_flag)
        exec(code, space)
        inspect.unwrap(getattr(own, node.name)).__code__ = space[node.name].__code__


def direction(before: Seen, after: Seen) -> tuple[bool, bool]:
    """Whether some entry of the checks became harder, and whether some became easier."""
    harder = easier = False
    for (_, _, kind, _, old, room), (_, _, _, _, new, _) in zip(before, after, strict=True):
        if kind == "check":
            if old.shape != new.shape:
                old, new, room = old.min(), new.min(), room.max()
            with np.errstate(invalid="ignore"):
                least = room + 1e-9 * np.maximum(abs(old), abs(new))
                harder |= bool((~(new >= old - least) & (new != old)).any())
                easier |= bool((new > old + least).any())
    return harder, easier


@cache
def test_of(label: str) -> Callable[[], None] | None:
    """The test of a statement; it takes no arguments, for hypothesis finds them."""
    name = f"test_{label.replace('-', '_')}"
    for path in sorted((ROOT / "tests/theorems").glob("test_chapter_*.py")):
        if re.search(rf"^def {name}\(", path.read_text("utf-8"), re.M):
            return loaded(path)[name]
    return None


@cache
def loaded(path: Path) -> dict[str, Any]:
    """The names of a file of tests; what fails in them is not made small, as conftest.py has it."""
    sys.path[:0] = [str(ROOT / "tests/support")]
    runpy.run_path(str(ROOT / "tests/conftest.py"))
    settings.register_profile("bites", settings(), phases=[Phase.explicit, Phase.generate])
    settings.load_profile("bites")
    return runpy.run_path(str(path))


def fails(label: str, change: Change) -> bool:
    """Whether there is a test of a statement that fails under a change."""
    test = test_of(label)
    return test is not None and forked(lambda: (make(change), test())[1]) is not None


def callers(
    body: Sequence[ast.stmt], order: Sequence[int], space: dict[str, Any]
) -> dict[tuple[str, str], tuple[set[int], set[str]]]:
    """Which statements of a page call a function of the package, and through which of its own."""
    met: dict[tuple[str, str], tuple[set[int], set[str]]] = {}
    now = [0]

    def note(frame: Any, event: str, _: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("lecture_code."):
            places, through = met.setdefault((module, frame.f_code.co_name), (set(), set()))
            if now[0] not in places:
                places.add(now[0])
                while frame := frame.f_back:
                    if frame.f_code.co_filename == "page":
                        through.add(frame.f_code.co_name)

    for now[0] in order:
        sys.setprofile(note)
        run(body, [now[0]], space)
        sys.setprofile(None)
    return met


def judge(page: str, text: str, kept: set[int] | None = None) -> tuple[dict[str, Any], list[str]]:
    """What each statement of a page makes of its changes (of the numbered ones, or of all): how
    many count, how many are noticed, which are not; and the checks that notice none."""
    import matplotlib.pyplot as plt

    plt.switch_backend("agg")
    os.chdir((ROOT / page).parent)
    body, labels, found = read(page, text)
    tried = [change for k, change in enumerate(found) if kept is None or k in kept]
    wanted = labels if kept is None else {change.label for change in tried}
    made = [claim for claim in claims(body) if claim.label in wanted]
    flows = flow(body)
    order = needed(flows, {claim.at for claim in made})
    met = forked(lambda: callers(body, order, {"__name__": "__main__"}))
    plans = []
    for change in tried:
        places, through = {place[0] for place in change.places}, set()
        if change.function:
            key = (change.function[0], change.function[1].name)
            places, through = met.get(key, (set(), set()))
        ends = touched(flows, places, through)
        ends &= {claim.at for claim in made if claim.label == change.label}
        rest = [at for at in needed(flows, ends) if at >= min(places, default=0)] if ends else []
        plans.append((change, rest, ends))
    space: dict[str, Any] = {"__name__": "__main__"}
    before: Seen = []
    answers: dict[int, Any] = {}
    for at in order:
        for k, (change, rest, _) in enumerate(plans):
            if rest[:1] == [at]:
                answers[k] = forked(lambda c=change, r=rest: (make(c), run(body, r, space))[1])
        before += run(body, [at], space)
    if wrong := [note[3] for note in before if note[3]]:
        raise ValueError(f"{page}: fails as it stands: {wrong[0]}")
    claimed = sorted({note[1] for note in before if note[1] in labels})
    told: dict[str, Any] = {label: {"made": 0, "noticed": 0, "unnoticed": []} for label in claimed}
    deaf = {(note[0], k): note for k, note in enumerate(before) if note[2] == "check"}
    for k, (change, _, ends) in enumerate(plans):
        mine = [(j, n) for j, n in enumerate(before) if n[1] == change.label and n[0] in ends]
        answer = answers.get(k, [])
        if isinstance(answer, list):
            answer = [note for note in answer if note[1] == change.label and note[0] in ends]
        verdict = verdict_on(change, [note for _, note in mine], answer)
        if verdict is not None:
            score = told[change.label]
            score["made"] += 1
            score["noticed"] += verdict
            if not verdict:
                score["unnoticed"].append(change.words)
        if isinstance(answer, list) and len(answer) == len(mine):
            for (j, old), new in zip(mine, answer, strict=True):
                if new[3]:
                    deaf.pop((old[0], j), None)
    return told, [said(body, before, *key) for key, note in deaf.items() if note[1] in labels]


def said(body: Sequence[ast.stmt], seen: Seen, at: int, k: int) -> str:
    """A check as the page writes it, if it is not made in a loop."""
    made = [each for each in claims(body) if each.at == at]
    here = [j for j, note in enumerate(seen) if note[0] == at and note[2] == "check"]
    if len(made) != len(here):
        return f"{seen[k][1]}: {ast.unparse(body[at])[:70]}"
    claim = made[here.index(k)]
    return f"{claim.label}: {ast.unparse(claim.left[0]())} ~ {ast.unparse(claim.right[0]())}"


def read(page: str, text: str) -> tuple[list[ast.stmt], set[str], list[Change]]:
    """The statements of the cells of a page, the labels of its theorems, and their changes."""
    sources = [noting(cell.text) for cell in read_cells(text, f"{page}.md")]
    body = [node for source in sources for node in ast.parse(source).body]
    stated = outline(text, Path(f"{page}.md")).statements
    labels = {each.label for each in stated if each.kind in CLAIMS}
    ours = [change for label in sorted(labels) for change in of_package(label)]
    return body, labels, of_page(body, labels) + ours


def verdict_on(change: Change, before: Seen, after: Seen | str) -> bool | None:
    """Whether a change is noticed; None if it does not say more."""
    if change.function and isinstance(after, str):
        return True
    if isinstance(after, str) or len(before) != len(after):
        return None  # a bound that cannot be computed is none
    harder, easier = direction(before, after)
    if easier or not (harder or change.function):
        return None
    if any(note[3] for note in after if note[2] == "check"):
        return True
    if not change.function:
        return False
    if fails(change.label, change):
        return True
    others = [label for label in change.function[2] if label != change.label]
    return None if not harder and any(fails(label, change) for label in others) else False


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", nargs="*", help="beginning of a file name, such as 03-uniform")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0)
    args = parser.parse_args(arguments)
    sources = read_book(ROOT)[1]
    pages = [
        page for page in chosen(args.page, list(sources)) if list(read_cells(sources[page], page))
    ]
    kept: dict[str, set[int]] = {}
    if args.sample:
        judged = yaml.safe_load(DATA.read_text("utf-8"))  # what survives in these has a reason
        every = [
            (page, k)
            for page in pages
            for k, change in enumerate(read(page, sources[page])[2])
            if change.label in judged
        ]
        for page, k in random.Random(20).sample(every, min(args.sample, len(every))):
            kept.setdefault(page, set()).add(k)
        pages = list(kept)
    unknown = made = noticed = 0
    fork = multiprocessing.get_context("fork")
    with fork.Pool(args.jobs, maxtasksperchild=1) as workers:
        runs = [workers.apply_async(judge, (p, sources[p], kept.get(p))) for p in pages]
        for page, done in zip(pages, runs, strict=True):
            told, deaf = done.get()
            known = yaml.safe_load(DATA.read_text("utf-8")) if DATA.exists() else {}
            print(f"{page}:", *(f"\n  deaf: {line}" for line in deaf), flush=True)
            for label, score in told.items():
                kept_reasons = known.get(label, {}).get("unnoticed", [])
                reasons = {each["change"]: each["reason"] for each in kept_reasons}
                score["unnoticed"] = [
                    {"change": words, "reason": reasons.get(words, "")}
                    for words in score["unnoticed"]
                ]
                made, noticed = made + score["made"], noticed + score["noticed"]
                print(f"  {label}: {score['noticed']} of {score['made']}")
                for words in (w["change"] for w in score["unnoticed"] if not w["reason"]):
                    unknown += 1
                    print(f"    {words}", flush=True)
            if not args.sample:
                known |= told
                DATA.write_text(yaml.safe_dump(known, allow_unicode=True, width=1000), "utf-8")
    print(f"{made} changes say more, {noticed} are noticed, {unknown} others have no reason")
    return bool(unknown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
