"""Settings of Sphinx; tools/docs/build.py writes the pages and runs it."""

import os
import pathlib
import re

_HERE = pathlib.Path(__file__).resolve().parent
_ROOT = pathlib.Path(os.environ.get("FERRODYN_ROOT", _HERE.parents[1]))

project = "ferrodyn"
author = "the ferrodyn contributors"
version = release = re.search(r'(?m)^version = "(.+)"$', (_ROOT / "Cargo.toml").read_text())[1]

extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries = False
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"ferrodyn {version}"
# where the workflow docs.yml publishes it: the address that search engines shall remember
html_baseurl = "https://ferrodyn.github.io/ferrodyn/"
templates_path = [str(_HERE / "templates")]
html_context = {
    "site": html_baseurl,
    "sentence": "MuJoCo 3.8 physics, rewritten in Rust: the same models, the same numbers, the same bits on every machine.",
}
html_favicon = str(_HERE / "static" / "favicon.svg")
html_static_path = [str(_HERE / "static"), str(_ROOT / "docs" / "simulations.jpg")]
html_css_files = ["ferrodyn.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#a3410f", "color-brand-content": "#a3410f"},
    "dark_css_variables": {"color-brand-primary": "#f0905a", "color-brand-content": "#f0905a"},
    "footer_icons": [],
    "source_repository": "https://github.com/ferrodyn/ferrodyn/",
}
