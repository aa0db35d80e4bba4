"""Make an environment and install into it, unless it is whole and belongs to this folder.

    python3 tools/install/environment.py .venv/.installed requirements.txt [-c constraints.txt]

The programs of an environment name its folder in their first lines, and the package is found where
it was when it was installed: one that was copied, moved or is a link runs the code of another
folder, and so it is made anew.  `.folder`, written last, says whose an environment is, `.installed`
and its like of what it is made.  This runs with any Python 3, before anything is installed.
"""

import argparse
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
USABLE = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"
PIP = ["--disable-pip-version-check", "--progress-bar", "off", "--quiet"]


def read(path: str) -> str:
    """Return the text of a file, or nothing if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def write(path: str, text: str) -> None:
    """Write a file beside its place and rename it, so that there is never half of it."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def served() -> list:
    """Return the versions of Python that pyproject.toml names, the oldest first."""
    return re.findall(r'"Programming Language :: Python :: (3\.\d+)"', read("pyproject.toml"))


def version_of(program: str) -> str:
    """Return the version of a Python that can make environments, or nothing."""
    try:
        done = subprocess.run(
            [program, "-c", USABLE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return ""
    return done.stdout.decode().strip()


def name_a_python() -> str:
    """Return the newest Python of this machine that the pins serve, or nothing."""
    pyenv = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    for version in reversed(served()):
        kept = glob.glob(os.path.join(pyenv, "versions", version + ".*", "bin", "python3"))
        for program in ["python" + version, "python3", *kept]:
            if version_of(program) == version:
                return program
    return ""


def refuse_python(here: str) -> str:
    """Return the sentence for a Python that the pins do not serve, with one that works."""
    goal = os.environ.get("GOAL", "").strip() or "book"
    needed = f"Python {served()[0]} to {served()[-1]}"
    found = name_a_python()
    advice = "make {} PYTHON={}".format(goal, found or "python" + served()[-1])
    there = "type" if found else "none is installed: install one, then type"
    return f"The pinned packages need {needed}, but this is {here}: {there} {advice}"


def interpreter(folder: str) -> str:
    """Return the file that an environment's Python is in the end, or nothing if it is gone."""
    path = os.path.realpath(os.path.join(folder, "bin", "python"))
    return path if os.path.exists(path) else ""


def about(folder: str) -> dict:
    """Return what `.folder` must say of an environment: where it stands, and on which Python."""
    return {"folder": os.path.realpath(folder), "python": interpreter(folder)}


def why_anew(folder: str, asked: bool) -> str:
    """Return why an environment must be made, or nothing; `asked`: this Python is wished."""
    if os.path.islink(folder):
        return f"is a link to {os.path.realpath(folder)}, which is left alone"
    if not os.path.exists(folder):
        return "is not there yet"
    known, now = json.loads(read(os.path.join(folder, ".folder")) or "{}"), about(folder)
    if not known:
        return "is incomplete, or from an older version"
    if known["folder"] != now["folder"]:
        return "was copied or moved here from {}".format(known["folder"])
    if known["python"] != now["python"]:
        return "was made with a Python that no longer exists"
    if asked and known["python"] != os.path.realpath(sys.executable):
        return "has another Python, {}".format(known["python"])
    return ""


def make(folder: str) -> None:
    """Make an empty environment; what was behind a link stays."""
    if os.path.islink(folder):
        os.unlink(folder)
    elif os.path.exists(folder):
        forget(folder)
        shutil.rmtree(folder)
    pip = [] if folder == ".venv" else ["--without-pip"]
    if subprocess.run([sys.executable, "-m", "venv"] + pip + [folder]).returncode:
        sys.exit("Python could not make an environment (on Debian: apt-get install python3-venv)")


def forget(folder: str) -> None:
    """Remove what says that an environment is whole."""
    mark = os.path.join(folder, ".folder")
    if os.path.exists(mark):
        os.unlink(mark)


def packages(folder: str) -> list:
    """Return the names of all that is installed, versions included."""
    return sorted(
        name
        for site in glob.glob(os.path.join(folder, "lib", "python*", "site-packages"))
        for name in os.listdir(site)
    )


def uv_here(pins: list) -> str:
    """Return the uv of the book's environment, which gets one if there is none on this machine."""
    ours = os.path.join(".venv", "bin", "uv")
    if not os.path.exists(ours) and not shutil.which("uv"):
        pip = [os.path.join(".venv", "bin", "python"), "-m", "pip", "install"]
        subprocess.run(pip + PIP + ["uv"] + pins)
    return ours if os.path.exists(ours) else shutil.which("uv") or ""


def install(folder: str, words: list, pins: list) -> bool:
    """Install with uv, or with pip where uv cannot, for instance from a mirror that pip knows."""
    python, uv = os.path.join(folder, "bin", "python"), uv_here(pins)
    options = ["--compile-bytecode"] + ([] if sys.stdout.isatty() else ["--quiet"])
    command = [uv, "pip", "install", "--python", python] + options + words + pins
    if uv and subprocess.run(command).returncode == 0:
        return True
    print("uv could not install the packages; pip tries now", flush=True)
    pip = [os.path.join(".venv", "bin", "python"), "-m", "pip", "--python", python, "install"]
    return subprocess.run(pip + PIP + words + pins).returncode == 0


def main(arguments: list) -> int:
    """Bring an environment to what the files ask for; return 1 if that failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stamp", help="file written at the end, such as .venv/.installed")
    parser.add_argument("requirements", nargs="+")
    parser.add_argument("-c", "--constraints", default="")
    parser.add_argument("--this-python", action="store_true", help="use the Python that runs this")
    chosen = parser.parse_args(arguments)
    os.chdir(ROOT)
    folder, pins = os.path.dirname(chosen.stamp), chosen.constraints
    files = chosen.requirements + [pins, "pyproject.toml"]
    asked = hashlib.sha256("\0".join(read(path) for path in files if path).encode()).hexdigest()
    reason = why_anew(folder, chosen.this_python)
    if not reason and read(chosen.stamp) == asked:
        return 0
    if reason:
        here = "{}.{}".format(*sys.version_info[:2])
        if here not in served():
            sys.exit(refuse_python(here))
        print("{} {}: {}.".format(folder, reason, "installing takes a minute or two"), flush=True)
        make(folder)
    words = [word for path in chosen.requirements for word in ("-r", path)]
    before = packages(folder)
    forget(folder)
    done = install(folder, words, ["-c", pins] if pins else [])
    whole = done or (not reason and packages(folder) == before)  # nothing came: it is as it was
    if whole:
        write(os.path.join(folder, ".folder"), json.dumps(about(folder)))
    if not done:
        print(f"Nothing was installed into {folder}: see above.", file=sys.stderr)
        return 1
    write(chosen.stamp, asked)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Interrupted. Run the same command again to install what is missing.")
