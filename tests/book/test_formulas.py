"""The program that renders formulas is the one that was installed, and it ends with the build."""

import subprocess
import sys

from site_pages import ROOT

BUILD = """
from bookext.html.formulas import Server
server = Server.get()
print(server.process.pid, "katex" in server.render({"latex": "x", "katex_options": {}}, 60)["html"])
"""


def test_formulas_need_no_other_node_and_leave_none_behind():
    elsewhere = {"PATH": "/nowhere", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", BUILD]
    done = subprocess.run(command, cwd=ROOT, env=elsewhere, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    number, rendered = done.stdout.split()
    assert rendered == b"True"
    left = subprocess.run(["kill", "-0", number], capture_output=True)
    assert left.returncode != 0, f"Node {number.decode()} is still there"
