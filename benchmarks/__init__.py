"""Speed of the learning rules against their peers: run it with `make bench`.

Ours and the peer take turns in one process, A B A B, with one thread for linear algebra.  Time is
processor time, which one thread spends as it would on an idle machine.  Results are compared
first, and a wrong one ends the run.  A missed target is reported; a ratio above twice the recorded
one, in two measurements, makes the run fail.
"""

import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported
