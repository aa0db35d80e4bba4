"""The score of the tests: how many of the changes made to the package on purpose they notice.

book/data/mutation.yml holds what `make mutation` found; the page of results tells it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

FILE = Path("book", "data", "mutation.yml")
VERDICTS = {"equivalent": "computes the same", "harmless": "harmless"}


def read(root: Path) -> dict[str, Any]:
    """The counts of the file, the score in per cent, and the survivors in words."""
    found = yaml.safe_load((root / FILE).read_text("utf-8"))
    survivors = found["survivors"]
    equivalent = sum(each["verdict"] == "equivalent" for each in survivors)
    noticed = sum(found["killed"].values())
    return {
        **found,
        "noticed": noticed,
        "equivalent": equivalent,
        "score": f"{100 * noticed / (found['mutants'] - equivalent):.1f}",
        "survivors": [shown(each) for each in survivors],
    }


def shown(survivor: Mapping[str, str]) -> dict[str, str]:
    """Place, change and reason of a survivor.

    >>> row = dict(module="perceptron", function="", was="LOOK = 64", becomes="LOOK =  65")
    >>> shown(row | dict(verdict="equivalent", reason="only the speed."))["change"]
    ('LOOK = 64', 'LOOK = 65')
    """
    place = f"{survivor['module']}.py"
    if survivor["function"]:
        place += f", {survivor['function']}"
    change = tuple(" ".join(survivor[key].split()) for key in ("was", "becomes"))
    words = f"{VERDICTS[survivor['verdict']]}: {survivor['reason']}"
    return {"place": place, "change": change, "reason": words}
