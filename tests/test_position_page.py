"""The page of positions matches the declarations."""

from support.position_page import PAGE, page


def test_the_page_of_positions_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), f"{PAGE.name} is out of date: run `make env-pages`"
