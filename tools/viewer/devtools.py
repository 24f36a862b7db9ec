"""A browser without a window, driven over the protocol of its developer tools.

    with Browser.start(size=(1000, 700)) as browser:
        browser.open("http://127.0.0.1:8008/")
        browser.value("document.title")
        browser.picture()                     # bytes of a PNG file
"""

import base64
import contextlib
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request

NAMES = "chromium", "chromium-browser", "google-chrome", "chrome"
FLAGS = (
    "--headless=new --no-sandbox --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-extensions --hide-scrollbars "
    "--use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --remote-debugging-port=0"
).split()


def binary() -> str | None:
    """The browser, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Socket:
    """The least of a WebSocket client: texts out, texts in."""

    def __init__(self, url: str):
        host, _, path = url.removeprefix("ws://").partition("/")
        name, _, port = host.partition(":")
        self.stream = socket.create_connection((name, int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.stream.sendall(head.encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.stream.recv(1)
        if b" 101 " not in answer:
            raise OSError(answer.decode())

    def take(self, count: int) -> bytes:
        """So many bytes."""
        data = b""
        while len(data) < count:
            part = self.stream.recv(count - len(data))
            if not part:
                raise OSError("the browser is gone")
            data += part
        return data

    def send(self, text: str) -> None:
        """Sends a text, masked as clients have to."""
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        if size >= 1 << 16:
            length = b"\xff" + struct.pack(">Q", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.stream.sendall(b"\x81" + length + mask + masked)

    def receive(self) -> str:
        """The next text, which may come in several frames."""
        whole = b""
        while True:
            first, size = self.take(2)
            size &= 127
            if size > 125:
                size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
            whole += self.take(size)
            if first & 0x80:
                return whole.decode()


class Browser:
    """A page of a browser."""

    def __init__(self, url: str):
        self.socket = Socket(url)
        self.count = 0
        # what the page complained about
        self.complaints: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    @classmethod
    @contextlib.contextmanager
    def start(cls, size: tuple[int, int] = (1000, 700)):
        """Starts a browser with a new profile, and ends it."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            place = [f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}", "about:blank"]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen([binary(), *FLAGS, *place], **quiet)
            try:
                page = cls(find_page(pathlib.Path(profile)))
                page.resize(*size)
                yield page
            finally:
                process.terminate()
                process.wait()

    def call(self, method: str, **arguments):
        """Calls a function of the browser."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": arguments}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event) -> None:
        """Keeps errors and warnings of the page."""
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.complaints.append(parameters["entry"]["text"])
        elif event.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.complaints.append(" ".join(str(a.get("value", a)) for a in parameters["args"]))

    def resize(self, width: int, height: int, is_phone: bool = False) -> None:
        """Gives the page a size."""
        ratio = 2 if is_phone else 1
        size = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": is_phone}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def open(self, url: str) -> None:
        """Opens an address."""
        self.call("Page.navigate", url=url)

    def value(self, expression: str):
        """The value of an expression on the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            return None
        return result["result"].get("value")

    def wait(self, expression: str, seconds: float = 30) -> bool:
        """Waits until an expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.value(expression):
                return True
            time.sleep(0.02)
        return False

    def press(self, name: str) -> None:
        """Presses the button with this id."""
        self.value(f"document.getElementById({json.dumps(name)}).click()")

    def enter(self, selector: str, value: str | float, event: str = "change") -> None:
        """Gives a field of a form a value, and tells the page so by an event."""
        field = f"document.querySelector({json.dumps(selector)})"
        self.value(f"f = {field}; f.value = {json.dumps(value)}; f.dispatchEvent(new Event({json.dumps(event)}))")

    def mouse(self, kind: str, x: float, y: float, button: str = "left", modifiers: int = 0, **more) -> None:
        """Moves or presses the mouse: mousePressed, mouseMoved, mouseReleased, mouseWheel."""
        buttons = {"left": 1, "right": 2, "none": 0}[button] if kind != "mouseReleased" else 0
        event = {"type": kind, "x": x, "y": y, "button": button, "buttons": buttons}
        self.call("Input.dispatchMouseEvent", **event, clickCount=1, modifiers=modifiers, **more)

    def drag(self, start, end, button: str = "left", modifiers: int = 0, steps: int = 10) -> None:
        """Drags the mouse from one point to another."""
        self.mouse("mousePressed", *start, button, modifiers)
        for i in range(1, steps + 1):
            at = [a + (b - a) * i / steps for a, b in zip(start, end)]
            self.mouse("mouseMoved", *at, button, modifiers)
            time.sleep(0.03)

    def picture(self) -> bytes:
        """A photograph of the page, as a PNG file."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


def find_page(profile: pathlib.Path) -> str:
    """The address of the tools of the first page."""
    port = profile / "DevToolsActivePort"
    for _ in range(600):
        if port.exists() and "\n" in port.read_text():
            break
        time.sleep(0.05)
    number = port.read_text().split()[0]
    for _ in range(200):
        with urllib.request.urlopen(f"http://127.0.0.1:{number}/json/list", timeout=30) as answer:
            pages = [page for page in json.load(answer) if page["type"] == "page"]
        if pages:
            return pages[0]["webSocketDebuggerUrl"]
        time.sleep(0.05)
    raise TimeoutError("the browser has no page")
