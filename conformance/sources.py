"""The public repositories whose models are compared, and the versions that are pinned.

The ids of folders are those of git: `git rev-parse 3.8.0:model` in a clone prints the one below.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Folder:
    """A folder of a repository: where it goes below the cache, and the id of its contents."""

    path: str
    place: str
    tree: str


@dataclasses.dataclass(frozen=True)
class Source:
    """A repository at one commit."""

    name: str
    version: str
    repository: str
    commit: str
    folders: tuple[Folder, ...]
    # the folder, below the cache, of C++ tests that hold models as strings, and where these go
    inline: tuple[str, str] | None = None

    @property
    def archive(self) -> str:
        """The name of its archive in a mirror."""
        return f"{self.name}-{self.commit}.tar.gz"

    @property
    def address(self) -> str:
        """Where its archive is fetched from."""
        return f"{self.repository}/archive/{self.commit}.tar.gz"


SOURCES = (
    Source(
        name="mujoco",
        version="3.8.0",
        repository="https://github.com/google-deepmind/mujoco",
        commit="34d69ad4cb1a21846b8297e2bc5e68a4938276c1",
        folders=(
            Folder("model", "mujoco/model", "98952330ea3518b571d0eccc3617b74acd03ad59"),
            Folder("test", "mujoco/test", "34d93d3e4d0de16193dc6cf3ebf3b21601795c61"),
            Folder("mjx/mujoco/mjx/test_data", "mujoco_extra/mjx/mujoco/mjx/test_data",
                   "3b55f4c0d079821f3ae2a68e24096475b55d6b4f"),
            Folder("python/mujoco/testdata", "mujoco_extra/python/mujoco/testdata",
                   "b1eeadfe3fa6d604c1ccb6eb198eb4f18755064c"),
            Folder("doc/_static", "mujoco_extra/doc/_static", "47961c107b712d4eb0d1a6dc3c32607801d3632c"),
        ),
        inline=("mujoco/test", "mujoco_inline"),
    ),
    Source(
        name="menagerie",
        version="2026-04-16",
        repository="https://github.com/google-deepmind/mujoco_menagerie",
        commit="affef0836947b64cc06c4ab1cbf0152835693374",
        folders=(Folder("", "menagerie", "070b7905f21682808f1be1e21bb58b97864b9daf"),),
    ),
)
