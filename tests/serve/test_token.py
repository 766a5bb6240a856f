"""A server that others can reach: nothing without its token."""

import pytest
from starlette.testclient import TestClient
from support.clients import HERE, OFFER

from ctv_env.serve.app import make_app

TOKEN = "a-token-of-the-server"


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(OFFER, tmp_path, "0.0.0.0", TOKEN), base_url=HERE, follow_redirects=False) as one:
        yield one


@pytest.mark.parametrize("path", ["/", "/play/x", "/static/play.js", "/sides.css", "/api/offer", "/api/games/x/plan"])
@pytest.mark.parametrize("query", ["", "?token=", "?token=another", "?token=%ff", f"?tokens={TOKEN}"])
def test_nothing_is_given_out_without_the_token(client, path, query):
    answer = client.get(path + query)
    assert answer.status_code == 403
    assert "token" in answer.json()["error"]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("cookie", ["ctv_token=", "ctv_token=another", "ctv_token", f"other={TOKEN}", "ctv_token=\xff"])
def test_a_wrong_cookie_is_refused(client, cookie):
    assert client.get("/api/offer", headers={"cookie": cookie.encode("latin-1")}).status_code == 403


@pytest.mark.parametrize(("path", "shown"), [("/", "/"), ("/play/abc", "/play/abc")])
def test_the_address_with_the_token_opens_the_page_and_all_that_it_asks_for(client, path, shown):
    answer = client.get(f"{path}?token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, shown)
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert client.get(path).status_code == 200
    assert client.get("/api/offer").status_code == 200


def test_the_address_without_the_token_is_a_path_on_the_same_host(client):
    answer = client.get(f"{HERE}//evil.example/x?a=1&token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/evil.example/x?a=1")


def test_the_host_is_checked_before_the_token(client):
    assert client.get(f"/?token={TOKEN}", headers={"host": "evil.example"}).status_code == 421
