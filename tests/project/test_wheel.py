"""The wheel holds every module and asset, and starts outside the checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
QM = "translations/descent_lab_zh_CN.qm"


class Installed(NamedTuple):
    files: list[str]  # of the checkout
    wheel: Path
    target: Path  # where it is installed
    outside: Path  # an empty folder to start it in

    def run(self, *command: str) -> str:
        """Start a command with the installed wheel and the other packages of this environment."""
        environment = os.environ | {"PYTHONPATH": str(self.target), "PYTHONUTF8": "1"}
        return run(*command, cwd=self.outside, env=environment)


def run(*command: str, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", **options)
    assert done.returncode == 0, f"{command} gave {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    tree, target, outside = folder / "tree", folder / "target", folder / "outside"
    outside.mkdir()
    # A copy of what a clone would hold, so that the checkout stays clean.
    git = ("git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others")
    listed = run(*git, "--exclude-standard", cwd=ROOT).split("\0")
    files = sorted({name for name in listed if (ROOT / name).is_file()})
    for name in files:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    build = ("-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder))
    run(sys.executable, *build, str(tree))
    (wheel,) = folder.glob("*.whl")
    install = ("-m", "pip", "install", "--no-index", "--no-deps", "--target", str(target))
    run(sys.executable, *install, str(wheel))
    return Installed(files, wheel, target, outside)


def test_the_wheel_holds_every_module_and_the_assets_and_nothing_else(installed: Installed) -> None:
    held = {
        name for name in zipfile.ZipFile(installed.wheel).namelist() if ".dist-info/" not in name
    }
    modules = {
        name
        for name in installed.files
        if name.endswith(".py") and name.startswith(("assets/", "core/", "gui/"))
    }
    tables = {name for name in installed.files if name.startswith("assets/tables/")}
    assert held == modules | tables | {"assets/icon.svg", f"assets/{QM}"}
    assert "assets/tables/hubble.csv" in tables


@pytest.mark.parametrize("how", ["module", "script"])
def test_it_starts_outside_the_checkout(installed: Installed, how: str) -> None:
    script = shutil.which("descent-lab", path=str(installed.target / "bin"))
    start = (sys.executable, "-m", "gui.launch") if how == "module" else (str(script),)
    listed = installed.run(*start, "presets")
    assert "checker" in listed
    assert "tape" in listed
    assert "hubble" in listed


def test_it_finds_its_assets(installed: Installed) -> None:
    found = installed.run(
        sys.executable,
        "-c",
        "import core, gui; from importlib.resources import files; "
        "print(core.__path__[0], gui.__path__[0], files('assets') / 'icon.svg', "
        f"files('assets') / '{QM}', sep='\\n')",
    ).splitlines()
    assert [Path(name).relative_to(installed.target).as_posix() for name in found] == [
        "core",
        "gui",
        "assets/icon.svg",
        f"assets/{QM}",
    ]
    for name in ("icon.svg", QM):
        assert (installed.target / "assets" / name).read_bytes() == (
            ROOT / "assets" / name
        ).read_bytes()
