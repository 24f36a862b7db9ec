"""Links between the finished pages of the site."""

import html.parser
import urllib.parse

from tools.docs.links import Problem


class Page(html.parser.HTMLParser):
    """What a page links to, and the places on it that others can link to."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Collects places and targets."""
        attrs = dict(attrs)
        self.places.update(filter(None, (attrs.get("id"), attrs.get("name"))))
        self.targets += filter(None, (attrs.get(key) for key in ("href", "src")))


def check(folder):
    """Links that lead to no page, or to no place on it."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    problems = []
    for path, page in pages.items():
        name = path.relative_to(folder.resolve()).as_posix()
        for target in page.targets:
            url = urllib.parse.urlsplit(target)
            if url.scheme or url.netloc:
                continue
            there = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if not there.exists():
                problems.append(Problem(name, target, "no such file on the site"))
            elif url.fragment and there in pages and not _is_place(url.fragment, pages[there]):
                problems.append(Problem(name, target, "no such place on that page"))
    return problems


def _is_place(fragment, page):
    return fragment == "top" or urllib.parse.unquote(fragment) in page.places
