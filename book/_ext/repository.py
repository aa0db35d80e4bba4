"""Links to Binder, Colab and the repository, once _config.yml has `repository: url:`.

The theme makes them; for a page that has a recorded notebook beside it they lead to that.
"""

from pathlib import Path

import yaml

BUTTONS = {
    "launch_buttons": {
        "notebook_interface": "jupyterlab",
        "binderhub_url": "https://mybinder.org",
        "colab_url": "https://colab.research.google.com",
    },
    "use_repository_button": True,
}


def add_buttons(app, config):
    # Read here: our html_theme_options take the place of those Jupyter Book makes of it.
    settings = yaml.safe_load(Path(app.confdir, "_config.yml").read_text("utf-8"))
    repository = settings.get("repository") or {}
    if url := (repository.get("url") or "").rstrip("/"):
        branch = repository.get("branch") or "main"
        config.html_theme_options.update(BUTTONS, repository_url=url, repository_branch=branch)


def setup(app):
    app.connect("config-inited", add_buttons)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
