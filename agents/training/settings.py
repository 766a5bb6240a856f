"""Settings declared as dataclasses: every key with its default, meaning and valid values in one place.

``read`` turns plain YAML data into such a dataclass.  Any error is a ``ConfigError`` that names the key, the problem
and what is valid.
"""

import argparse
import dataclasses
import math
import types
import typing
from collections.abc import Mapping

from ctv_env.agents.training.plain_yaml import PlainYamlError, load
from ctv_env.core.datafile import one_of
from ctv_env.core.quote import quoted

if typing.TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = typing.TypeVar("T", bound="DataclassInstance")


REQUIRED = dataclasses.MISSING
"""The default of a key that must be given."""


class ConfigError(ValueError):
    """A setting is unknown or wrong; the message says which, and what is valid."""


def key(
    default: typing.Any,
    meaning: str,
    *,
    low: float | None = None,
    high: float | None = None,
    among: tuple = (),
) -> typing.Any:
    """Declare a field of a settings class.

    Args:
        default: its default value; a list or mapping is copied for each instance.  ``REQUIRED`` for none.
        meaning: one line for the user.
        low: minimum value; of the elements, in a list.
        high: maximum value.
        among: the allowed values, if they are few.
    """
    metadata = {"meaning": meaning, "low": low, "high": high, "among": among}
    if isinstance(default, (dict, list)):
        return dataclasses.field(default_factory=lambda: default.copy(), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def read(kind: type[T], data: typing.Any, where: str = "") -> T:
    """Return an instance of the settings class ``kind`` from a mapping of keys to values.

    Args:
        kind: a dataclass of fields made by ``key``.
        data: plain data from YAML.
        where: the key that holds the mapping, with a trailing dot; empty at the top.

    Raises:
        ConfigError: an unknown or missing key, or a value of the wrong type or out of range.
    """
    if not isinstance(data, dict):
        raise ConfigError(
            f"{where.rstrip('.') or 'the config'} must be a mapping of keys to values, not {quoted(data)}"
        )
    fields = {field.name: field for field in dataclasses.fields(kind)}
    hints = typing.get_type_hints(kind)
    for name in data:
        if name not in fields:
            text = name if isinstance(name, str) else quoted(name)
            raise ConfigError(f"unknown key {quoted(where + text)}; {one_of(text[:80], fields)}")
    for name, field in fields.items():
        if name not in data and field.default is REQUIRED and field.default_factory is REQUIRED:
            raise ConfigError(f"the key {quoted(where + name)} is missing")
    values = {name: _value(hints[name], value, where + name) for name, value in data.items()}
    return check(kind(**values), where)


def check(settings: T, where: str = "") -> T:
    """Return ``settings``; raise a ConfigError, as ``read``, if a value is out of range."""
    for field in dataclasses.fields(settings):
        _check(field.metadata, getattr(settings, field.name), where + field.name)
    return settings


def _value(hint: typing.Any, value: typing.Any, name: str) -> typing.Any:
    """Convert ``value`` to the type ``hint``."""
    if isinstance(hint, types.UnionType):  # only ever "X | None"
        return None if value is None else _value(typing.get_args(hint)[0], value, name)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return read(hint, value, name + ".")
    if typing.get_origin(hint) is list:
        if not isinstance(value, list):
            raise ConfigError(f"{name} must be a list such as [a, b], not {quoted(value)}")
        return [_value(typing.get_args(hint)[0], item, f"{name}[{i}]") for i, item in enumerate(value)]
    if hint is float and isinstance(value, str):  # YAML reads 3e-4 as text
        value = _number(value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value) if abs(value) < 2**1000 else math.copysign(math.inf, value)
    if type(value) is not hint:
        wanted = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", dict: "a mapping"}
        raise ConfigError(f"{name} must be {wanted[hint]}, not {quoted(value)}")
    return value


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _check(metadata: Mapping[str, typing.Any], value: typing.Any, where: str) -> None:
    low, high, among = (metadata.get(limit) for limit in ("low", "high", "among"))
    for item in value if isinstance(value, list) else [value]:
        if item is None:
            continue
        if among and item not in among:
            raise ConfigError(f"{where} cannot be {quoted(item)}; {one_of(item, among)}")
        if isinstance(item, str):
            continue
        if (low is not None and not item >= low) or (high is not None and not item <= high):
            raise ConfigError(f"{where} must be {_range(low, high)}, not {quoted(item)}")


def _range(low: float | None, high: float | None) -> str:
    if high is None:
        return f"at least {low}"
    return f"at most {high}" if low is None else f"from {low} to {high}"


def apply_change(data: typing.Any, change: str) -> None:
    """Set ``"key=value"``, with dots in a nested key and a value as in YAML, in the nested mapping ``data``.

    Raises:
        ConfigError: it has not that form, or the key is inside something that is not a mapping.
    """
    name, sign, text = change.partition("=")
    if not sign or not name:
        raise ConfigError(f"{quoted(change)} is not a change to a config; write key=value, as in total_steps=100000")
    *path, last = name.split(".")
    try:
        value = load(text)
    except PlainYamlError as error:
        raise ConfigError(f"the value in {quoted(change)} is not valid YAML: {error}") from error
    for part in path:
        if not isinstance(data, dict):
            break
        data = data.setdefault(part, {})
    if not isinstance(data, dict):
        raise ConfigError(f"no key {quoted(name)}: {'.'.join(path)[:80]} has no keys below it")
    data[last] = value


def table(kind: "type[DataclassInstance]", where: str = "") -> list[tuple[str, str, str]]:
    """Return (key, default, meaning) of every key of the settings class, nested ones by dotted name."""
    rows, hints = [], typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        classes = (h for h in (hint, *typing.get_args(hint)) if isinstance(h, type))
        inner = next((h for h in classes if dataclasses.is_dataclass(h)), None)
        if inner is not None:
            rows += table(inner, f"{where}{field.name}.")
            continue
        factory = field.default_factory
        default = field.default if factory is dataclasses.MISSING else factory()
        rows.append((where + field.name, "none" if default is None else str(default), field.metadata["meaning"]))
    return rows


def add_options(parser: argparse.ArgumentParser, kind: "type[DataclassInstance]") -> None:
    """Add an option for each key of a settings class without nested ones."""
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        hint, is_required = hints[field.name], field.default is REQUIRED
        is_list = typing.get_origin(hint) is list
        plain = typing.get_args(hint)[0] if typing.get_args(hint) else hint  # of "X | None" or a list
        meaning = field.metadata["meaning"]
        if not is_required and field.default is not None:
            meaning += f" ({field.default})"
        parser.add_argument(
            _flag(field.name),
            type=plain,
            nargs="+" if is_list else None,
            required=is_required,
            default=None if is_required else field.default,
            help=meaning,
        )


def options_in(kind: type[T], args: argparse.Namespace) -> T:
    """Return the settings given by the options of ``add_options``; raises as ``read``."""
    return read(kind, {field.name: getattr(args, field.name) for field in dataclasses.fields(kind)})


def command_line(program: str, settings: "DataclassInstance") -> str:
    """Return the command that has these settings, where they are not None."""
    words = [f"ctv lab {program}"]
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        if value is not None:
            words += [_flag(field.name), *map(str, value if isinstance(value, list) else [value])]
    return " ".join(words)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
