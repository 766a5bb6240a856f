"""Mutants of a module: each differs from it in one condition, constant or effect."""

import ast
import collections
import copy
import typing

_NEGATED = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_SHIFTED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_SWAPPED = {ast.Add: ast.Sub, ast.Sub: ast.Add}


class Mutant(typing.NamedTuple):
    """One change in one function."""

    function: str
    line: int
    change: str  # "old -> new", as source; " (2)" and so on after it where the function has the same change before
    code: object  # code object of the changed function

    @property
    def key(self) -> str:
        """What names it whatever its line."""
        return f"{self.function}: {self.change}"


def mutants(source: str, file: str) -> list[Mutant]:
    """All mutants of the functions of a module, in order."""
    module = ast.parse(source)
    found = []
    for function in module.body:
        if isinstance(function, ast.FunctionDef):
            before: collections.Counter = collections.Counter()
            for node, place in _places(function):
                for change, spoiled in _changes(node):
                    before[change] += 1
                    name = change if before[change] == 1 else f"{change} ({before[change]})"
                    found.append(_mutant(function, node, place, name, spoiled, file))
    return found


def _places(function: ast.FunctionDef):
    """Every node below ``function``, with the (parent, field, index) that holds it; docstring and head left out."""
    todo = [(child, (function, "body", k)) for k, child in enumerate(function.body)]
    if ast.get_docstring(function) is not None:
        todo = todo[1:]
    while todo:
        node, place = todo.pop(0)
        yield node, place
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                todo.append((value, (node, name, None)))
            elif isinstance(value, list):
                todo.extend((child, (node, name, k)) for k, child in enumerate(value) if isinstance(child, ast.AST))


def _mutant(function, node, place, change, spoiled, file) -> Mutant:
    """Compile ``function`` with ``spoiled`` at ``place``, and leave the tree as it was."""
    parent, name, index = place
    before = getattr(parent, name)
    if index is None:
        setattr(parent, name, spoiled)
    else:
        setattr(parent, name, [*before[:index], spoiled, *before[index + 1 :]])
    bare = copy.deepcopy(function)
    setattr(parent, name, before)
    bare.decorator_list = []
    tree = ast.fix_missing_locations(ast.Module([bare], []))
    code = next(const for const in compile(tree, file, "exec").co_consts if hasattr(const, "co_code"))
    return Mutant(function.name, node.lineno, change, code)


def _changes(node):
    """(description, replacement) of each change that may be made at ``node``."""
    for spoiled in _spoiled(node):
        old, new = (ast.unparse(version).splitlines()[0] for version in (node, spoiled))
        yield f"{old} -> {new}", ast.copy_location(spoiled, node)


def _spoiled(node):
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for table in (_NEGATED, _SHIFTED):
            if type(node.ops[0]) in table:
                yield ast.Compare(node.left, [table[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        for k in range(len(node.values)):
            rest = node.values[:k] + node.values[k + 1 :]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(0 if node.value == 1 else node.value + 1)  # a flag of 2 would be as good as 1
    elif isinstance(node, ast.BinOp) and type(node.op) in _SWAPPED:
        yield ast.BinOp(node.left, _SWAPPED[type(node.op)](), node.right)
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif _is_effect(node):
        yield ast.Pass()
    elif isinstance(node, ast.If) and isinstance(node.test, ast.Call):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _is_effect(node) -> bool:
    """True for a statement that does something to a record: a call, or an assignment to a field."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return any(isinstance(target, (ast.Attribute, ast.Subscript)) for target in targets)
