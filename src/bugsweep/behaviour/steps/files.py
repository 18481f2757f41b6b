"""Verdicts on downloaded files."""

from bugsweep.behaviour.pattern import Block, Claim, verdict
from bugsweep.behaviour.scene import Scene


async def _content(scene: Scene, name: str) -> tuple[str | None, str]:
    content = await scene.session.downloaded(name)
    if content is None:
        others = ", ".join(scene.session.downloads()) or "no file"
        return None, f"{others} was downloaded"
    text = content.decode("utf-8", errors="replace")
    return text, f"it holds {len(content)} bytes: `{text[:300]}`"


@verdict("the file {text} was downloaded", example='the file "items.csv" was downloaded')
async def downloaded(scene: Scene, name: str) -> Claim:
    """The app gave a file under this name."""
    text, seen = await _content(scene, name)
    return Claim(text is not None, seen)


@verdict(
    "the file {text} was downloaded containing {text}",
    example='the file "items.csv" was downloaded containing "Milk,2"',
)
async def downloaded_containing(scene: Scene, name: str, part: str) -> Claim:
    """The file has this in it."""
    text, seen = await _content(scene, name)
    return Claim(text is not None and part in text, seen)


@verdict(
    "the file {text} was downloaded with:",
    example='the file "items.csv" was downloaded with:',
    block=Block.TEXT,
)
async def downloaded_with(scene: Scene, name: str, wanted: str) -> Claim:
    """The file is the doc string below, apart from line ends."""
    text, seen = await _content(scene, name)
    return Claim(text is not None and _lines(text) == _lines(wanted), seen)


def _lines(text: str) -> list[str]:
    return text.strip("\r\n").splitlines()
