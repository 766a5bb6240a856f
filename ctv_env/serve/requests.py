"""What clients may ask for, checked: a request is a JSON object with known keys of known types, or it is refused."""

import json
import typing

from starlette.requests import Request

_LARGEST = 2**53  # whole numbers beyond are no JSON that a browser writes


class BadRequestError(ValueError):
    """A request that is no such thing as was asked for; the message says what would be right."""


async def body(request: Request, **keys: type) -> dict:
    """The JSON object in the body: every one of ``keys`` with a value of its type, and no others.

    Raises:
        BadRequestError: it is anything else.
    """
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise BadRequestError("the body must be JSON, with the content type application/json")
    data = parsed(await request.body())
    if not isinstance(data, dict) or data.keys() != keys.keys():
        raise BadRequestError(f"the body must be an object with the keys {', '.join(keys) or '(none)'}")
    for key, kind in keys.items():
        if type(data[key]) is not kind or (kind is int and not 0 <= data[key] < _LARGEST):
            raise BadRequestError(f"{key} must be {_KINDS[kind]}")
    return data


_KINDS = {int: "a whole number from 0 up", str: "a text", bool: "true or false", dict: "an object"}


def parsed(text: bytes) -> typing.Any:
    """JSON from a stranger.

    Raises:
        BadRequestError: it is none, or nested too deeply, or holds numbers too long to read.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"the body is no JSON: {type(error).__name__}") from error


def number(request: Request, key: str, default: int) -> int:
    """A whole number of the query; ``default`` where there is none.

    Raises:
        BadRequestError: it is no such number.
    """
    text = request.query_params.get(key)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 17):
        raise BadRequestError(f"{key} must be a whole number from 0 up")
    return int(text)
