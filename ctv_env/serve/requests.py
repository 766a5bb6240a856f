"""Validation of requests: each must be a JSON object with known keys of known types."""

import json
import typing

from starlette.requests import Request

_LARGEST = 2**53  # browsers do not write larger integers in JSON


class BadRequestError(ValueError):
    """A malformed request; the message says what is expected."""


async def body(request: Request, **keys: type) -> dict:
    """Return the JSON object in the body: every one of ``keys`` with a value of its type, and no others.

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


_KINDS = {list: "a list", int: "a whole number from 0 up", str: "a text", bool: "true or false", dict: "an object"}


def parsed(text: bytes) -> typing.Any:
    """Parse untrusted JSON.

    Raises:
        BadRequestError: it is not JSON, is nested too deeply, or has numbers too long to read.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"the body is not JSON: {type(error).__name__}") from error


def number(request: Request, key: str, default: int) -> int:
    """Return a whole number from the query; ``default`` if absent.

    Raises:
        BadRequestError: it is not such a number.
    """
    text = request.query_params.get(key)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 17):
        raise BadRequestError(f"{key} must be a whole number from 0 up")
    return int(text)
