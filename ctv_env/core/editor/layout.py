"""Changing values in the text of a YAML file: comments and layout of everything else stay as they are."""

import dataclasses
import json
import re

import yaml

from ctv_env.core.datafile import LOADER, Path, Tree

_PLAIN = re.compile(r"[^\W_][\w+./'() -]*(?<![\s])|[+-]\d+(\.\d+)?")
_NOTHING = ("null", "~", "")


def tree_of(text: str) -> Tree:
    """Return the content of a YAML text: dicts, lists and strings.

    Raises:
        ValueError: it is not YAML, or empty.
    """
    return _tree(_root(text))


def rewritten(text: str, tree: Tree) -> tuple[str, list[Path]]:
    """Return ``text`` with the content ``tree``, and the paths of the values that have changed or are new.

    Raises:
        ValueError: ``text`` is not YAML, or empty.
    """
    changes = _Changes(text)
    changes.compare(_root(text), tree, ())
    return changes.applied(), changes.paths


def _root(text: str) -> yaml.Node:
    try:
        root = yaml.compose(text, LOADER)
    except yaml.YAMLError as error:
        raise ValueError(f"not YAML: {getattr(error, 'problem', None) or error}") from error
    if root is None:
        raise ValueError("the file is empty")
    return root


def _tree(node: yaml.Node) -> Tree:
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _tree(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_tree(item) for item in node.value]
    return str(node.value)


def written(tree: Tree) -> str:
    """Return a value as YAML on one line, quoted where YAML needs it."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{written(key)}: {written(value)}" for key, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(written, tree)) + "]"
    plain = _PLAIN.fullmatch(tree) and tree not in _NOTHING
    return tree if plain else json.dumps(tree, ensure_ascii=False)


@dataclasses.dataclass(frozen=True)
class _Span:
    """An entry of a collection: its first character, and the one after its last."""

    start: int
    end: int


class _Changes:
    """Replacements in a text, collected while its nodes are compared with a new content."""

    def __init__(self, text: str):
        self._text = text
        self._splices: list[tuple[int, int, str]] = []
        self.paths: list[Path] = []

    def applied(self) -> str:
        """Return the text with all replacements made."""
        text = self._text
        for start, end, new in sorted(self._splices, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def compare(self, node: yaml.Node, new: Tree, path: Path) -> None:
        """Collect the replacements that give the node the content ``new``."""
        if _tree(node) == new:
            return
        if isinstance(node, yaml.MappingNode) and isinstance(new, dict) and new and node.value:
            self._compare_mapping(node, new, path)
        elif isinstance(node, yaml.SequenceNode) and isinstance(new, list) and new and node.value:
            self._compare_sequence(node, new, path)
        else:
            self._replace(node, new, path)

    def _replace(self, node: yaml.Node, new: Tree, path: Path) -> None:
        start = node.start_mark.index
        in_block = isinstance(node, yaml.SequenceNode) and not node.flow_style
        room = "  " if in_block else ""  # a block sequence may stand as far left as its key
        self._splices.append((start, self._end(node), room + written(new)))
        self.paths.append(path)

    def _compare_mapping(self, node: yaml.MappingNode, new: dict, path: Path) -> None:
        old = {str(key.value): value for key, value in node.value}
        spans = [_Span(key.start_mark.index, self._end(value)) for key, value in node.value]
        added = [f"{written(key)}: {written(value)}" for key, value in new.items() if key not in old]
        if not node.flow_style and not all(self._begins_line(span) for span in spans):
            self._replace(node, new, path)
            return
        if not new.keys() & old.keys():
            self._replace(node, new, path)
            return
        for key, value in old.items():
            if key in new:
                self.compare(value, new[key], (*path, key))
        self.paths += [(*path, key) for key in new if key not in old]
        kept = [key in new for key in old]
        if node.flow_style:
            self._change_flow(spans, kept, added)
        else:
            self._change_block(spans, kept, added, node.start_mark.column)

    def _compare_sequence(self, node: yaml.SequenceNode, new: list, path: Path) -> None:
        old = [_tree(item) for item in node.value]
        kept, rest = [], list(new)
        for item in old:
            kept.append(bool(rest) and item == rest[0])
            rest = rest[1:] if kept[-1] else rest
        same = [a == b for a, b in zip(old, new, strict=False)]
        if len(new) == len(old) and sum(same) >= sum(kept):
            for i, item in enumerate(node.value):
                self.compare(item, new[i], (*path, i))
        elif node.flow_style and any(kept):
            spans = [_Span(item.start_mark.index, self._end(item)) for item in node.value]
            self._change_flow(spans, kept, [written(item) for item in rest])
            self.paths.append(path)
        else:
            self._replace(node, new, path)

    def _change_flow(self, spans: list[_Span], kept: list[bool], added: list[str]) -> None:
        """Remove entries of a flow collection, of which at least one is kept, and append others."""
        last = max(i for i, stays in enumerate(kept) if stays)
        for i in range(last):
            if not kept[i]:
                self._splices.append((spans[i].start, spans[i + 1].start, ""))
        self._splices.append((spans[last].end, spans[-1].end, "".join(f", {entry}" for entry in added)))

    def _change_block(self, spans: list[_Span], kept: list[bool], added: list[str], indent: int) -> None:
        """Remove entries of a block mapping, of which at least one is kept, with their lines, and append others."""
        for span, stays in zip(spans, kept, strict=True):
            if not stays:
                self._splices.append((self._line_start(span.start), self._line_end(span.end) + 1, ""))
        last = max(i for i, stays in enumerate(kept) if stays)
        here = self._line_end(spans[last].end)
        self._splices.append((here, here, "".join(f"\n{' ' * indent}{entry}" for entry in added)))

    def _end(self, node: yaml.Node) -> int:
        """Return the end of a node's text: that of block collections would include the comments after them."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self._end(last[1] if isinstance(last, tuple) else last)
        start, end = node.start_mark.index, node.end_mark.index
        return start + len(self._text[start:end].rstrip())

    def _begins_line(self, span: _Span) -> bool:
        return not self._text[self._line_start(span.start) : span.start].strip()

    def _line_start(self, index: int) -> int:
        return self._text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        end = self._text.find("\n", index)
        return len(self._text) if end < 0 else end
