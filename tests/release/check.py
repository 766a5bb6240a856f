"""The rehearsal of a release: ``PYTHONPATH=tests python -m release.check``, with the extra ``release``.

It builds the source distribution and, from it, the wheel, in a folder that goes away; checks their metadata and the
links of the long description; installs the wheel into an empty environment of each Python; and uses it there.
"""

import email
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")
SMOKE = """
import gymnasium, ctv_env
game = ctv_env.new_game("ctv", "duel", seed=7)
while game.to_move is not None:
    game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[0])
print("new_game:", game)
env = gymnasium.make("ctv_env/Duel1937-v0")
observation, info = env.reset(seed=7)
print("gym.make:", {name: array.shape for name, array in observation.items()})
"""
MATCH = ("evaluate", "staff", "greedy", "--scenario", "duel", "--games", "2", "--threads", "1")


def call(*command: str | pathlib.Path, cwd: pathlib.Path = ROOT) -> str:
    """Run a command and return what it prints; a failure ends the rehearsal and shows its output."""
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout


def dead_links(text: str) -> list[str]:
    """Return the links of a long description that do not work on another page: those without a host."""
    found = (one or other for one, other in LINK.findall(text))
    return [link for link in found if not link.startswith(("https://", "http://", "#", "mailto:"))]


def build(folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Return the source distribution and the wheel, made of what is committed."""
    source = folder / "source"
    call("git", "clone", "--quiet", "--no-hardlinks", ROOT, source)
    call(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", source)
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    (wheel,) = (folder / "dist").glob("*.whl")
    print(call(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel).strip(), flush=True)
    return sdist, wheel


def check_description(wheel: pathlib.Path) -> None:
    """Check the links of the long description."""
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    text = email.message_from_bytes(archive.read(name)).get_payload()
    dead = dead_links(text)
    if dead:
        sys.exit(f"links of the long description that lead nowhere: {', '.join(dead)}")
    print(f"long description: {len(text)} characters, {len(LINK.findall(text))} links, none of them dead")


def use(wheel: pathlib.Path, python: str, folder: pathlib.Path) -> None:
    """Install the wheel into an empty environment of ``python``, and use it in an empty folder."""
    programs, place = folder / "venv" / "bin", folder / "place"
    place.mkdir(parents=True)
    call(python, "-m", "venv", folder / "venv")
    call(programs / "python", "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", wheel)
    print(f"{python}: {call(programs / 'python', '--version').strip()}, {call(programs / 'ctv', '--version').strip()}")
    print(call(programs / "python", "-c", SMOKE, cwd=place).strip(), flush=True)
    print(call(programs / "ctv", *MATCH, cwd=place).strip(), flush=True)


def main() -> None:
    """Rehearse a release for the Pythons that are named; by default the one that runs this."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        _, wheel = build(folder)
        check_description(wheel)
        for number, python in enumerate(sys.argv[1:] or [sys.executable]):
            use(wheel, python, folder / str(number))
    print("the release can be made")


if __name__ == "__main__":
    main()
