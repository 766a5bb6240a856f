"""The columns of the constants of the staff."""

from ctv_env.games.ctv.model import codes, staff_constants
from ctv_env.games.ctv.model.staff_constants import CONSTANTS


def test_each_column_is_that_of_the_constant_of_its_name():
    own = {name: value for name, value in vars(staff_constants).items() if not hasattr(codes, name) and name != "_"}
    columns = {name.lower(): number for name, number in own.items() if type(number) is int}
    names = [one.name for one in CONSTANTS]
    for name, column in columns.items():
        if names[column] != name:
            assert names[column : column + 2] == [f"{name}_nationalist", f"{name}_republican"]
    by_side = sum(name.endswith("_republican") for name in names)
    assert len(columns) == len(names) - by_side
