"""Pages of the finished site as a phone and a desk show them, on light and on dark pages: pictures to look at, and two checks.

    python -m tools.docs.build --out site
    python -m tools.docs.photograph site/html FOLDER                    the pages that readers see first
    python -m tools.docs.photograph site/html FOLDER limits clips       others

The checks: no page is wider than the phone, and the search of the site shows pages for the words of tools/docs/search.py. Needs a
browser (Chromium, Chrome).
"""

import argparse
import functools
import http.server
import pathlib
import sys
import threading

from tools.docs import search
from tools.release.rehearsal import Quiet
from tools.viewer import devtools

PAGES = ["index", "install", "benchmarks", "same-numbers", "limits", "claims", "clips", "gym", "start/mujoco"]
SIZES = {"phone": (390, 844), "desk": (1200, 900)}
# most rows of pixels that a picture has
MOST = 6000


def address_of(html):
    """Serves a folder from now on; its address."""
    handler = functools.partial(Quiet, directory=str(html))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def opened(browser, url):
    """Opens a page and waits until its pictures are there."""
    browser.open(url)
    ready = "document.readyState == 'complete' && [...document.images].every(i => i.complete || i.loading == 'lazy')"
    if not browser.wait(f"location.href == {url!r} && {ready}", 30):
        raise SystemExit(f"{url} was not shown within 30 s")


def photograph(browser, address, page, folder):
    """Pictures of a page in both sizes and themes; what is wrong with it."""
    problems = []
    for size, (width, height) in SIZES.items():
        for theme in ("light", "dark"):
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
            browser.resize(width, height, size == "phone")
            opened(browser, f"{address}/{page}.html")
            wide = browser.value("document.documentElement.scrollWidth")
            if wide > width:
                problems.append(f"{page}: {wide} pixels wide on a screen of {width}")
            tall = min(MOST, browser.value("document.documentElement.scrollHeight"))
            browser.resize(width, tall, size == "phone")
            (folder / f"{page.replace('/', '-')}.{size}.{theme}.png").write_bytes(browser.picture())
    return problems


def searched(browser, address):
    """Words for which the search of the site shows none of the pages that answer."""
    problems = []
    for word, wanted in search.WANTED.items():
        opened(browser, f"{address}/search.html?q={word}")
        links = "[...document.querySelectorAll('#search-results li a')].map(a => a.pathname.slice(1).replace('.html', ''))"
        browser.wait(f"{links}.some(page => {sorted(wanted)!r}.includes(page))", 10)
        found = browser.value(links) or []
        print(f"search for {word}: {len(found)} pages")
        if not wanted & set(found):
            problems.append(f"the search for {word} shows {', '.join(found[:5]) or 'nothing'}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("html", type=pathlib.Path, help="the site")
    parser.add_argument("folder", type=pathlib.Path, help="where pictures go")
    parser.add_argument("pages", nargs="*", default=PAGES)
    options = parser.parse_args()
    if devtools.binary() is None:
        print("SKIPPED: there is no browser")
        return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    address, problems = address_of(options.html), []
    with devtools.Browser.start() as browser:
        for page in options.pages:
            problems += photograph(browser, address, page, options.folder)
        problems += searched(browser, address)
        problems += sorted(set(browser.complaints))
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(options.pages)} pages in {options.folder}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
