"""With this, `pytest --nbval book` compares figures with sliders in the form of the record."""

import os

os.environ.setdefault("LECTURE_CODE_EXPLORE", "record")
