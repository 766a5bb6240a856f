"""Malformed and hostile requests: refused with a message, never a server error, and the game is unchanged."""

import json
import string
import urllib.parse

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from support.clients import HERE, OFFER, SEATS, Play, serving

from ctv_env.core.game import Game
from ctv_env.serve.app import make_app
from ctv_env.serve.guard import MOST_BYTES

ENDPOINTS = ("act", "roll", "seat", "undo", "advance", "why", "advise", "save")
KEYS = ("version", "action", "space", "agent", "decisions", "save", "seats", "scenario", "options", "awaits_dice")
quick = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

numbers = st.integers() | st.integers(10**20, 10**40) | st.floats() | st.booleans() | st.none()
junk = st.recursive(
    numbers | st.text(max_size=20) | st.sampled_from(("person", "staff", "escudo", "2110", "../x", "\0")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
bodies = st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=9), junk, max_size=6)


@pytest.fixture(scope="module")
def play(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("games")) as client:
        yield Play.new(client)


def refused(answer) -> None:
    """The answer refuses, in words."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
    if answer.headers["content-type"] == "application/json":
        assert answer.json()["error"]


def unchanged(play: Play) -> None:
    assert play.get("snapshot").json()["version"] == play.snapshot["version"]


@quick
@given(endpoint=st.sampled_from(ENDPOINTS), content=st.binary(max_size=300))
def test_random_bytes(play, endpoint, content):
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x"):
        refused(play.client.post(f"{play.path}/{endpoint}", content=content, headers={"content-type": kind}))
    unchanged(play)


@quick
@given(endpoint=st.sampled_from(ENDPOINTS), body=bodies)
def test_wrong_types(play, endpoint, body):
    text = json.dumps(body).encode()
    answer = play.client.post(f"{play.path}/{endpoint}", content=text, headers={"content-type": "application/json"})
    if not (endpoint == "save" and not body):
        refused(answer)
    unchanged(play)


@quick
@given(endpoint=st.sampled_from(ENDPOINTS), data=st.data())
def test_right_keys_with_wild_values(play, endpoint, data):
    keys = {"act": ("action",), "advance": ("decisions",), "why": ("space",), "advise": ("agent",)}.get(endpoint, ())
    version = data.draw(st.just(play.snapshot["version"]) | numbers)
    body = {"version": version} | {key: data.draw(junk) for key in keys}
    text = json.dumps(body).encode()
    answer = play.client.post(f"{play.path}/{endpoint}", content=text, headers={"content-type": "application/json"})
    legal = [action["action"] for action in play.snapshot["actions"]]
    if not (endpoint == "act" and body["action"] in legal) and not (endpoint == "why" and body["space"] == "2110"):
        assert answer.status_code < 500
    play.snapshot = play.get("snapshot").json()


@quick
@given(path=st.text(max_size=40), method=st.sampled_from(("GET", "POST", "PUT", "DELETE", "HEAD")))
def test_random_paths(play, path, method):
    for folder in ("/", "/api/games/", f"{play.path}/", "/static/", "/play/"):
        answer = play.client.request(method, folder + urllib.parse.quote(path, safe="/%"))
        assert answer.status_code < 500


@quick
@given(query=st.text(string.printable, max_size=30))
def test_random_queries(play, query):
    answer = play.client.get(f"{play.path}/snapshot", params={"after": query, "log": query, "seat": query})
    assert answer.status_code in (200, 400)


POSITION = Game.from_dict({"scenario": "escudo", "turn": 1, "pieces": {"LIT 1": "2110", "CLXIX": "2109"}}).to_dict()


@quick
@given(key=st.sampled_from(sorted(POSITION)), value=junk, inner=st.sampled_from(("", "LIT 1", "control", "x")))
def test_positions_that_cannot_be(play, key, value, inner):
    position = POSITION | {key: {inner: value} if inner else value}
    body = {"save": position, "seats": SEATS, "awaits_dice": True}
    text = json.dumps(body).encode()
    answer = play.client.post("/api/resume", content=text, headers={"content-type": "application/json"})
    assert answer.status_code < 500, answer.text
    assert answer.status_code == 201 or answer.json()["error"]


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000,
        b'{"version":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"version":' + b"9" * 10_000 + b',"action":1}',
        b'{"version":1e400,"action":NaN}',
        b'{"version":1,"version":2,"action":"\\ud800"}',
        b"\xff\xfe{}",
        b"",
        b"null",
    ],
)
def test_json_that_hurts(play, text):
    for path in (f"{play.path}/act", "/api/resume", "/api/games"):
        refused(play.client.post(path, content=text, headers={"content-type": "application/json"}))
    unchanged(play)


def test_what_is_too_large_is_refused(play):
    large = b'{"save":"' + b"x" * MOST_BYTES + b'"}'
    headers = {"content-type": "application/json"}
    assert play.client.post("/api/resume", content=large, headers=headers).status_code == 413

    announced = {**headers, "content-length": str(MOST_BYTES + 1)}
    assert play.client.post("/api/resume", content=b"{}", headers=announced).status_code == 413

    def dripping():  # no length is announced
        for _ in range(MOST_BYTES // 50_000 + 2):
            yield b" " * 50_000

    assert play.client.post("/api/resume", content=dripping(), headers=headers).status_code == 413
    assert play.client.get(f"/api/offer?{'x' * 3000}").status_code == 413


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:1937", "127.0.0.1.evil.example", "", "localhost.evil.example:1937", "[::1", "@"],
)
def test_a_name_that_is_not_this_machines_is_refused(play, host):
    """DNS rebinding: the page of a stranger whose name leads to this machine."""
    assert play.client.get("/api/offer", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:1937", "localhost:1937", "[::1]:1937", "192.168.1.5:1937", "LOCALHOST"])
def test_names_and_addresses_of_this_machine_are_heard(play, host):
    assert play.client.get("/api/offer", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:1937", ""]
)
def test_requests_from_pages_of_others_are_refused(play, origin):
    for method, path in (("POST", f"{play.path}/undo"), ("GET", f"{play.path}/snapshot")):
        assert play.client.request(method, path, headers={"origin": origin}).status_code == 403


def test_requests_from_our_own_page_are_heard(play):
    assert play.client.get(f"{play.path}/snapshot", headers={"origin": HERE}).status_code == 200


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    names = ["play.example.org", "Other.example.org:8443"]
    app = make_app(OFFER, tmp_path_factory.mktemp("games"), "127.0.0.1", public=names)
    with TestClient(app, base_url=HERE) as client:
        yield client


@pytest.mark.parametrize("host", ["play.example.org", "PLAY.example.org:443", "other.example.org", "127.0.0.1:1937"])
@pytest.mark.parametrize(
    "origin", ["https://play.example.org", "http://play.example.org", "https://other.example.org:8443"]
)
def test_behind_a_proxy_its_name_is_heard_as_host_and_origin(proxied, host, origin):
    answer = proxied.post("/api/games", json={}, headers={"host": host, "origin": origin})
    assert answer.status_code == 400  # it is read: there is nothing in it
    assert proxied.get("/api/offer", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "https://play.example.org:9999", "https://play.example.org.evil.example", "null"]
)
def test_behind_a_proxy_other_names_are_refused(proxied, origin):
    assert proxied.post("/api/games", json={}, headers={"origin": origin}).status_code == 403
    host = origin.removeprefix("https://").replace(":9999", ".evil.example")
    assert proxied.get("/api/offer", headers={"host": host}).status_code == 421


def test_browsers_are_reported_to_be_careful(play):
    for path in ("/", "/static/play.js", "/api/offer", f"{play.path}/snapshot", "/nowhere"):
        headers = play.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        assert "access-control-allow-origin" not in headers
    assert "script" not in play.get("map.svg").headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd"]
)
def test_no_file_but_the_pages_is_given_out(play, path):
    assert play.client.get(path).status_code == 404


def test_games_cannot_be_listed(play):
    for path in ("/api/games", "/api/games/", "/games", "/static/"):
        assert play.client.get(path).status_code in (404, 405)
