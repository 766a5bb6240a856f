"""The editor's requests, for every game: drafts, verdicts, files that are saved, downloaded and played."""

import contextlib
import io
import json
import pathlib
import random
import xml.etree.ElementTree as ElementTree
import zipfile

import pytest
from conformance.subjects import SUBJECTS, TOY
from starlette.testclient import TestClient
from support.clients import HERE, OFFER, Play

from ctv_env import new_game
from ctv_env.core.datafile import DataError
from ctv_env.serve import workshop
from ctv_env.serve.app import make_app
from ctv_env.serve.clients import Limits
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON

EDITABLE = tuple(subject for subject in SUBJECTS if subject.spec.editor() is not None)
DUEL_PIECES = {"field": "nationalist-pieces", "space": "1210", "value": ["LIT 1", "LIT 2"]}
WRONG = {"field": "nationalist-pieces", "space": "1210", "value": ["Guard"]}


def offer_of(subject) -> Offer:
    first, second = subject.spec.sides
    return Offer(subject.game, subject.scenario, {first: PERSON, second: "staff"}, subject.spec.policies[::-1], {})


class Desk:
    """A user of the editor of a server whose files are below ``folder``."""

    def __init__(self, folder: pathlib.Path, offer: Offer, client: TestClient):
        self.folder, self.offer, self.client = folder, offer, client

    def ask(self, what: str, base: str = "duel", *edits: dict, **more):
        return self.client.post(f"/api/editor/{what}", json={"base": base, "edits": list(edits), **more})

    def view(self, base: str, *edits: dict) -> dict:
        answer = self.ask("draft", base, *edits)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def play(self, base: str, *edits: dict, seats: dict | None = None, **options):
        asked = {"name": "mine", "seats": seats or self.offer.seats, "options": options, "awaits_dice": True}
        return self.ask("play", base, *edits, **asked)

    def files(self) -> dict[str, bytes]:
        """All files of the server by path."""
        return {str(file): file.read_bytes() for file in self.folder.rglob("*") if file.is_file()}


@contextlib.contextmanager
def desk_at(folder: pathlib.Path, offer: Offer = OFFER, saves: bool = True):
    """A user of a server that runs in the meantime."""
    app = make_app(offer, folder / "games", "127.0.0.1", scenarios=folder / "scenarios" if saves else None)
    with TestClient(app, base_url=HERE, client=("127.0.0.1", 50000)) as client:
        yield Desk(folder, offer, client)


@pytest.fixture
def desk(tmp_path):
    with desk_at(tmp_path) as one:
        yield one


@pytest.fixture
def desk_of(subject, tmp_path):
    """The desk of one of the games."""
    with desk_at(tmp_path, offer_of(subject)) as one:
        yield one


@pytest.fixture(params=EDITABLE, ids=str)
def subject(request):
    return request.param


def test_a_view_has_the_map_the_fields_and_the_verdict(subject, desk_of):
    desk = desk_of
    assert subject.scenario in desk.client.get("/api/editor").json()["bases"]
    view = desk.view(subject.scenario)
    assert view["problem"] is None
    assert ElementTree.fromstring(view["picture"]).tag.endswith("svg")
    assert view["values"].keys() == {space["name"] for space in view["plan"]["spaces"]}
    titles = {scenario.name: scenario.title for scenario in subject.spec.scenarios(None)}
    assert view["sections"][0]["fields"][0]["value"] == titles[subject.scenario]
    assert desk.files() == {}


def test_a_game_without_data_files_says_so(tmp_path):
    toy = Offer(TOY, None, {"azure": PERSON, "bronze": "random"}, ("random",), {})
    with desk_at(tmp_path, toy) as desk:
        assert desk.client.get("/api/editor").json() == {"is_open": False, "can_save": True, "bases": {}}
        answer = desk.ask("draft", "three")
        assert (answer.status_code, answer.json()["error"]) == (400, "this game has no data files that could be edited")
        assert desk.client.get("/editor").status_code == 200


def test_a_saved_scenario_is_what_data_dir_takes_and_can_be_edited_again(subject, desk_of):
    desk = desk_of
    title = {"field": "scenario/title", "space": "", "value": "Mine"}
    answer = desk.ask("save", subject.scenario, title, name="mine", replace=False)
    assert answer.status_code == 201, answer.text
    folder = desk.folder / "scenarios" / subject.spec.name / "mine"
    assert answer.json()["folder"] == str(folder)
    assert f"--data-dir {folder} --scenario mine" in answer.json()["commands"][0]
    game = new_game(subject.game, None, 1, data_dir=str(folder))
    assert game.tables.scenario == "mine"
    assert [scenario.title for scenario in subject.spec.scenarios(folder)] == ["Mine"]
    first = (folder / "scenarios/mine.yaml").read_text().splitlines()[0]
    assert first == f"# mine: made in the editor from the scenario {subject.scenario}."
    assert desk.client.get("/api/editor").json()["bases"]["saved/mine"] == "Mine"
    assert desk.view("saved/mine")["problem"] is None


def test_a_scenario_is_played_from_the_page_and_goes_on_after_a_restart(subject, tmp_path):
    title = {"field": "scenario/title", "space": "", "value": "Mine"}
    with desk_at(tmp_path, offer_of(subject)) as desk:
        answer = desk.play(subject.scenario, title)
        assert answer.status_code == 201, answer.text
        play = Play(desk.client, answer.json()["name"])
        assert play.snapshot["phase"] in ("decide", "roll")
    with desk_at(tmp_path, offer_of(subject)) as desk:
        again = Play(desk.client, answer.json()["name"])
        assert again.snapshot["version"] >= play.snapshot["version"]
        again.move_on(random.Random(0))


def test_the_same_scenario_is_kept_once_and_a_changed_one_apart(desk):
    kept = desk.folder / "games" / "scenarios"
    for edits in ([], [], [DUEL_PIECES]):
        assert desk.play("duel", *edits).status_code == 201
    assert len(list(kept.iterdir())) == 2


def test_a_client_that_may_not_begin_a_game_leaves_no_scenario_behind(tmp_path):
    app = make_app(OFFER, tmp_path / "games", "127.0.0.1", limits=Limits(games=1))
    title = {"field": "scenario/title", "space": ""}
    with TestClient(app, base_url=HERE, client=("203.0.113.7", 50000)) as client:
        desk = Desk(tmp_path, OFFER, client)
        seats = {"nationalist": PERSON, "republican": "nobody"}
        assert desk.play("duel", title | {"value": "Refused"}, seats=seats).status_code == 400
        answers = [desk.play("duel", title | {"value": f"Draft {n}"}).status_code for n in range(3)]
    assert answers == [201, 429, 429]
    assert len(list((tmp_path / "games" / "scenarios").iterdir())) == 1


def test_options_are_those_of_the_start_page(desk):
    assert desk.play("duel", fog=False).status_code == 201
    assert desk.play("duel", edition="it").status_code == 400
    assert desk.play("duel", fog="no").status_code == 422
    assert desk.play("duel", seats={"nationalist": "/etc/passwd", "republican": PERSON}).status_code == 400


def test_a_problem_names_its_field_and_space_and_nothing_is_written(desk):
    view = desk.view("duel", WRONG)
    problem = view["problem"]
    assert problem["message"].startswith("'Guard' is not a nationalist piece to deploy; allowed are HQ CTV")
    assert (problem["field"], problem["space"]) == ("nationalist-pieces", "1210")
    assert view["picture"] is None
    assert view["values"]["1210"]["nationalist-pieces"] == ["Guard"]
    for answer in (
        desk.ask("save", "duel", WRONG, name="mine", replace=True),
        desk.ask("download", "duel", WRONG, name="mine"),
        desk.play("duel", WRONG),
    ):
        assert answer.status_code == 422
        assert answer.json()["error"].startswith("the scenario cannot be played yet: 'Guard'")
    assert desk.files() == {}


@pytest.mark.parametrize(
    ("edit", "field", "space"),
    [
        ({"field": "terrain", "space": "1101", "value": "hill"}, "control", "1101"),
        ({"field": "control", "space": "1110", "value": None}, "control", "1110"),
        ({"field": "objective", "space": "1211", "value": "40"}, "objective", "1211"),
        ({"field": "republican-pieces", "space": "1911", "value": None}, "republican-pieces", ""),
        ({"field": "scenario/turns", "space": "", "value": "99"}, "scenario/turns", ""),
        ({"field": "tables.yaml/weather/rain_from", "space": "", "value": "x"}, "tables.yaml/weather/rain_from", ""),
    ],
)
def test_problems_are_shown_where_they_can_be_solved(edit, field, space, desk):
    problem = desk.view("campaign", edit)["problem"]
    assert problem["field"] == field
    assert problem["space"] == space or not space


def test_a_download_is_the_folder_in_a_zip_file(desk, tmp_path):
    answer = desk.ask("download", "duel", DUEL_PIECES, name="mine")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert "mine/scenarios/mine.yaml" in file.namelist()
        file.extractall(tmp_path / "unpacked")
    game = new_game("ctv", "mine", 1, data_dir=str(tmp_path / "unpacked" / "mine"))
    assert "LIT 2" in game.tables.piece_names


def test_a_saved_scenario_is_replaced_only_on_request(desk):
    assert desk.ask("save", "duel", name="mine", replace=False).status_code == 201
    before = desk.files()
    answer = desk.ask("save", "duel", DUEL_PIECES, name="mine", replace=False)
    assert (answer.status_code, answer.json()["error"][:36]) == (409, "there is a scenario 'mine' already: ")
    assert desk.files() == before
    assert desk.ask("save", "duel", DUEL_PIECES, name="mine", replace=True).status_code == 201
    assert desk.view("saved/mine")["values"]["1210"]["nationalist-pieces"] == ["LIT 1", "LIT 2"]


def test_a_server_that_others_can_reach_saves_nothing(tmp_path):
    with desk_at(tmp_path, saves=False) as desk:
        assert desk.client.get("/api/editor").json()["can_save"] is False
        answer = desk.ask("save", "duel", name="mine", replace=False)
        assert (answer.status_code, answer.json()["error"]) == (
            400,
            "this server keeps no scenarios: download it instead",
        )
        assert desk.ask("download", "duel", name="mine").status_code == 200


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "A", "a b", "a.b", "-a", "x" * 41, "a\n", "é", "\x00"])
def test_a_name_cannot_lead_out_of_the_folder(name, desk):
    for answer in (
        desk.ask("save", "duel", name=name, replace=True),
        desk.ask("download", "duel", name=name),
        desk.ask("play", "duel", name=name, seats=OFFER.seats, options={}, awaits_dice=True),
    ):
        assert answer.status_code == 400
        assert answer.json()["error"].startswith("a name has 1 to 40 small letters")
    assert desk.files() == {}


@pytest.mark.parametrize("base", ["", "x", "../duel", "saved/", "saved/..", "saved/x", "saved/../../x", "duel\x00"])
def test_an_unknown_base_is_refused(base, desk):
    answer = desk.ask("draft", base)
    assert (answer.status_code, answer.json()["error"]) == (400, "there is no such scenario")


@pytest.mark.parametrize(
    "edit",
    [3, {}, {"field": "terrain"}, {"field": 3, "space": "1211", "value": "hill"}, DUEL_PIECES | {"more": 1}, [], None],
)
def test_a_malformed_edit_is_refused(edit, desk):
    answer = desk.client.post("/api/editor/draft", json={"base": "duel", "edits": [edit]})
    assert answer.status_code == 400
    assert "an edit must be an object" in answer.json()["error"]


@pytest.mark.parametrize(
    "edit",
    [
        {"field": "x", "space": "1211", "value": "hill"},
        {"field": "terrain", "space": "", "value": "hill"},
        {"field": "terrain", "space": 3, "value": "hill"},
        {"field": "terrain", "space": "1211", "value": 3},
        {"field": "scenario/turns", "space": "1211", "value": "3"},
        {"field": "scenario/turns", "space": "", "value": None},
        {"field": "control", "space": "1211", "value": "Nobody"},
    ],
)
def test_an_impossible_edit_is_refused_in_a_sentence(edit, desk):
    answer = desk.client.post("/api/editor/draft", json={"base": "duel", "edits": [edit]})
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_there_is_a_limit_of_edits_and_of_bytes(desk):
    many = [DUEL_PIECES] * 5001
    assert desk.ask("draft", "duel", *many).status_code == 400
    large = [DUEL_PIECES | {"value": ["x" * 200] * 500}] * 11
    assert len(json.dumps(large)) > 1_000_000
    assert desk.ask("draft", "duel", *large).status_code == 413


def test_a_full_folder_is_reported(desk, monkeypatch):
    monkeypatch.setattr(workshop, "MOST_KEPT", 1)
    assert desk.ask("save", "duel", name="one", replace=False).status_code == 201
    answer = desk.ask("save", "duel", name="two", replace=False)
    assert (answer.status_code, answer.json()["error"]) == (503, "the folder of scenarios is full: it holds 1")
    assert desk.ask("save", "duel", name="one", replace=True).status_code == 201
    assert desk.play("duel").status_code == 201
    assert desk.play("duel", DUEL_PIECES).status_code == 503


def test_a_damaged_scenario_can_be_opened_and_says_what_is_wrong(desk):
    assert desk.ask("save", "duel", name="mine", replace=False).status_code == 201
    file = desk.folder / "scenarios/ctv/mine/scenarios/mine.yaml"
    file.write_text(file.read_text().replace("turns: 7", "turns: 70"))
    with pytest.raises(DataError):
        new_game("ctv", "mine", 1, data_dir=str(file.parents[1]))
    assert desk.client.get("/api/editor").json()["bases"]["saved/mine"] == "mine, damaged"
    assert "turns is 70" in desk.view("saved/mine")["problem"]["message"]
    mended = desk.view("saved/mine", {"field": "scenario/turns", "space": "", "value": "7"})
    assert mended["problem"] is None
