"""Submissions that are broken, or that attack the grader: each with the points it deserves.

All change the answer to Question 3 (3 points) and leave Question 2 (6 points) as in the solution;
so each deserves 6, or 9 where Question 3 is still right.  None: whatever a liar can get for data.
"""

RIGHT = """
def tight_sample(k):
    return 2 * np.eye(k), np.ones(k, dtype=int), np.ones(k)
"""
FORGE = "import sys\nsys._getframe(1).f_globals['encode'] = lambda value, depth=0: {}\n" + RIGHT
SAY = """
import os
for descriptor in range(64):
    try:
        os.write(descriptor, {})
    except OSError:
        pass
"""
LOOK = """
import os, sys
found = []
for folder, folders, names in os.walk("/"):
    if folder.startswith(("/proc", "/usr", "/dev", sys.prefix, sys.base_prefix)):
        folders.clear()
        continue
    for name in names:
        try:
            text = open(os.path.join(folder, name), errors="replace").read()
        except OSError:
            continue
        if "test_" "replay" in text or "BEGIN " "SOLUTION" in text:
            found.append(os.path.join(folder, name))
raise ValueError(f"found {found}, processes {[p for p in os.listdir('/proc') if p.isdigit()]}")
"""

ANSWERS: dict[str, tuple[str, int]] = {
    "right": (RIGHT, 9),
    "wrong": (RIGHT.replace("2 *", "1 *"), 7),
    "crash": ('raise RuntimeError("boom")\n' + RIGHT, 6),
    "syntax": ("def tight_sample(k:\n    pass", 6),
    "warning": ('import warnings\nwarnings.warn("careful")\n' + RIGHT, 9),
    "prints": (RIGHT.replace("return", 'print("x" * 10**6)\n    return'), 9),
    "magic": ("%matplotlib inline\n!echo hello\n" + RIGHT, 9),
    "loop in a cell": ("while True:\n    pass\n", 6),
    "loop in the function": ("def tight_sample(k):\n    while True:\n        pass\n", 6),
    "loop that resists": (
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\n"
        "def tight_sample(k):\n    while True:\n        pass\n", 6),
    "sleep": ("import time\ndef tight_sample(k):\n    time.sleep(1000)\n", 6),
    "leaves": ("import os\nos._exit(0)\n", 6),
    "leaves from the function": ("import os\ndef tight_sample(k):\n    os._exit(0)\n", 6),
    "leaves politely": ("import sys\ndef tight_sample(k):\n    sys.exit()\n", 6),
    "crashes Python": ("import ctypes\nctypes.string_at(0)\n", 6),
    "recursion": ("import sys\nsys.setrecursionlimit(10**9)\n"
                  "def tight_sample(k):\n    return tight_sample(k)\n", 6),
    "kills its parent": (
        "import os\ntry:\n    os.kill(os.getppid(), 9)\nexcept OSError:\n    pass\n" + RIGHT, 9),
    "kills everybody": ("import os\ntry:\n    os.kill(-1, 9)\nexcept OSError:\n    pass\n" + RIGHT,
                        9),
    "memory": ("x = bytearray(6 * 1024**3)\n" + RIGHT, 6),
    "memory bit by bit": ("x = []\nwhile True:\n    x.append(bytearray(10**7))\n", 6),
    "fork bomb": ("import os\nwhile True:\n    os.fork()\n", 6),
    "background process": ('import subprocess\nsubprocess.Popen(["sleep", "77"])\n' + RIGHT, 6),
    "threads": ("import threading, time\n"
                "def start():\n"
                "    threading.Thread(target=time.sleep, args=(99,), daemon=True).start()\n"
                "for _ in range(10**5):\n    start()\n", 6),
    "fills the disk": (
        "for n in range(10**4):\n    open(f'/tmp/{n}', 'wb').write(bytes(10**7))\n", 6),
    "writes elsewhere": (
        "for place in ('/x', '/usr/x', '/inside/x', '/dev/shm/x', '/etc/x'):\n"
        "    try:\n        open(place, 'w')\n    except OSError:\n        continue\n"
        "    raise ValueError(place)\n" + RIGHT, 9),
    "network": ("import socket\nsocket.create_connection(('192.0.2.1', 80), 1)\n" + RIGHT, 6),
    "reads the tests": (LOOK, 6),
    "asks": ("input()\n" + RIGHT, 6),
    "spoils numpy": (
        "np.allclose = np.isclose = np.array_equal = lambda *a, **k: True\n"
        "def tight_sample(k):\n    return np.zeros((k, k)), np.ones(k), np.ones(k)\n", 6),
    "equal to everything": (
        "class Liar(np.ndarray):\n    __eq__ = __le__ = __lt__ = __gt__ = lambda s, o: True\n"
        "class All:\n    __eq__ = lambda s, o: True\n"
        "    __array__ = lambda s, *a, **k: np.ones(1)\n"
        "def tight_sample(k):\n    return np.zeros((k, k)).view(Liar), All(), All()\n", 6),
    "spoils the comparison of numbers": (
        "class Liar(int):\n    __eq__ = __lt__ = __le__ = __gt__ = lambda s, o: True\n"
        "    __hash__ = int.__hash__\n"
        "def tight_sample(k):\n    return Liar(1), Liar(1), Liar(1)\n", 6),
    "forges arrays of objects": (FORGE.format('{"array": ["O8", [1], ""]}'), 0),
    "forges a huge array": (FORGE.format('{"array": ["<f8", [10**9, 10**9], ""]}'), 0),
    "forges a negative shape": (FORGE.format('{"array": ["<f8", [-1, 0], ""]}'), 0),
    "forges odd keys": (FORGE.format('{"dict": [[{"list": []}, 1]]}'), 0),
    "forges a generator": (FORGE.format('{"rng": {"bit_generator": "PCG64", "state": "x"}}'), 0),
    "forges depth": (FORGE.format("[[[[[[[[[[[[[]]]]]]]]]]]]]"), 0),
    "says a list": (SAY.format('b"[1, 2]\\n"') + RIGHT, None),
    "says depth": (SAY.format('b"[" * 60000 + b"\\n"') + RIGHT, None),
    "says long numbers": (SAY.format('b"1" * 60000 + b"\\n"') + RIGHT, None),
    "says nothing sensible": (SAY.format('bytes(range(256)) + b"\\n"') + RIGHT, None),
    "floods": (SAY.replace("os.write(descriptor, {})",
               "[os.write(descriptor, bytes(60000)) for _ in range(10**6)]") + RIGHT, 6),
    "closes everything": ("import os\nos.closerange(0, 64)\n" + RIGHT, 6),
    "patches the runner": (
        "import sys\nsys._getframe(1).f_globals['answer'] = lambda *a: {'value': 1}\n", None),
    "chance": (
        RIGHT.replace("return", "np.random.default_rng().random() < 0.5 or 1 / 0\n    return"),
        None),
    "tells the arguments": ("def tight_sample(k):\n    raise ValueError(f'secret {k}')\n", 6),
}  # fmt: skip

FILES: dict[str, bytes] = {
    "empty": b"",
    "null": b"null",
    "list": b"[]",
    "text": b"Here is my homework.",
    "pdf": b"%PDF-1.7\n\xff\xfe\x00",
    "deep": b"[" * 200_000,
    "number": b"1" * 10_000,
    "old format": b'{"nbformat": 3, "worksheets": []}',
    "no cells": b'{"nbformat": 4}',
    "cells are a number": b'{"nbformat": 4, "cells": 3}',
    "a cell is a number": b'{"nbformat": 4, "cells": [3]}',
    "a cell of no kind": b'{"nbformat": 4, "cells": [{"cell_type": "virus", "source": ""}]}',
    "a source of numbers": b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": [1]}]}',
    "no source": b'{"nbformat": 4, "cells": [{"cell_type": "code"}]}',
    "many cells": b'{"nbformat": 4, "cells": [' + b'{"cell_type": "code"},' * 2000 + b"{}]}",
    "large": b" " * (21 * 2**20),
    "half": b'{"nbformat": 4, "cells": [{"cell_type": "code", "sou',
}
