"""Put the sample homework into the site, for readers without a lecturer: _build/html/homework.

homework/kit/publish.py writes it; it is kept in _build/homework and written again only when the
masters or the kit have changed.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from bookext.course import weeks
from tools.files import folder_beside, write

ROOT = Path(__file__).resolve().parents[2]
MADE_OF = ["homework/masters", "homework/kit/writing", "homework/kit/publish.py", weeks.DATA]


def made_of(root: Path) -> str:
    """Hash what the notebooks are made of: comments of code are in them, too."""
    total = hashlib.sha256(sys.version.encode())
    for path in (root / name for name in MADE_OF):
        for file in sorted(path.rglob("*.*")) if path.is_dir() else [path]:
            if "__pycache__" not in file.parts:
                total.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes())
    return total.hexdigest()


def offer(site: Path, kept: Path, root: Path = ROOT) -> int:
    """Put the notebooks into the site and return how many there are."""
    folder, stamp, now = kept / "notebooks", kept / "made-of", made_of(root)
    if not folder.exists() or not stamp.exists() or stamp.read_text() != now:
        kept.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        less = [] if weeks.read(root).solutions else ["--without-solutions"]
        command = [sys.executable, "-m", "homework.kit.publish", str(folder), *less]
        subprocess.run(command, cwd=root, check=True)
        write(stamp, now)
    with folder_beside(site / "homework") as new:
        return len([shutil.copy(file, new) for file in sorted(folder.iterdir())])
