"""One thread for linear algebra and the same hypothesis examples every time."""

import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported

os.environ.setdefault("MPLBACKEND", "agg")

from hypothesis import settings  # noqa: E402

settings.register_profile(
    "book", derandomize=True, deadline=None, database=None, max_examples=60, print_blob=False
)
settings.load_profile("book")
