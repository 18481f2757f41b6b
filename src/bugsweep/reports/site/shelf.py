"""The folder of a site: what is put there, and what of an earlier build goes away."""

import json
import shutil
from pathlib import Path, PurePosixPath

_LIST = "data/files.json"
"""The paths of all files of the last build."""


class Shelf:
    """Puts files into a folder, and takes out those that an earlier build left there.

    Files that no build has put there are never touched.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._put: set[str] = set()

    def write(self, path: str, content: str | bytes) -> None:
        """Write whole or not at all: a live site is read while it is written."""
        target = self._place(path)
        draft = target.with_name(f".{target.name}")
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        draft.replace(target)

    def copy(self, source: Path, path: str) -> None:
        """Copy a file from elsewhere."""
        shutil.copyfile(source, self._place(path))

    def has(self, path: str) -> bool:
        """Whether a file is there from whatever build."""
        return (self.folder / path).exists()

    def keep(self, path: str) -> None:
        """Keep a file, or all files below a folder, as a build before put them there."""
        self._put |= {
            known for known in self._listed() if PurePosixPath(known).is_relative_to(path)
        }

    def finish(self) -> None:
        """Take out what earlier builds put there and this one did not."""
        for path in self._listed() - self._put - {_LIST}:
            self._remove(path)
        self.write(_LIST, json.dumps(sorted(self._put), indent=0))
        self._put = set()

    def _place(self, path: str) -> Path:
        self._put.add(path)
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        return target

    def _listed(self) -> set[str]:
        try:
            listed = json.loads((self.folder / _LIST).read_bytes())
        except (OSError, ValueError):
            return set()
        return (
            {path for path in listed if isinstance(path, str)}
            if isinstance(listed, list)
            else set()
        )

    def _remove(self, path: str) -> None:
        root = self.folder.resolve()
        target = self.folder / path
        if not target.parent.resolve().is_relative_to(root):
            return
        target.unlink(missing_ok=True)
        for folder in target.parents:
            if folder.resolve() == root or not folder.is_dir() or any(folder.iterdir()):
                return
            folder.rmdir()
