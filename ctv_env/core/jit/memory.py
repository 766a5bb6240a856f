"""Memory for compiled code: records, arrays at an address, bits, prefetching."""

import ctypes

import llvmlite.ir
import numba
import numpy as np

from ctv_env.core.jit.decorators import jit
from ctv_env.core.jit.versions import COMPILED, USES_PRIVATE_PARTS

_CACHE_LINE = 64  # bytes

if COMPILED:

    @numba.extending.intrinsic
    def _trailing_zeros(_context, bits):
        """Return the number of trailing zero bits."""

        def generate(_context, builder, _signature, arguments):
            return builder.cttz(arguments[0], llvmlite.ir.IntType(1)(0))

        return bits(bits), generate

    @numba.extending.intrinsic
    def _prefetch_line(_context, address):
        """Prefetch the cache line at an address, to be read soon."""

        def generate(_context, builder, _signature, arguments):
            pointer = llvmlite.ir.IntType(8).as_pointer()
            flag = llvmlite.ir.IntType(32)
            kind = llvmlite.ir.FunctionType(llvmlite.ir.VoidType(), [pointer, flag, flag, flag])
            function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            builder.call(function, [builder.inttoptr(arguments[0], pointer), flag(0), flag(3), flag(1)])
            return _context.get_dummy_value()

        return numba.types.none(numba.types.int64), generate

    @numba.extending.register_jitable
    def prefetch(address, size):
        """Prefetch ``size`` bytes of memory; the address need not be valid."""
        for place in range(address, address + size, _CACHE_LINE):
            _prefetch_line(place)

else:

    def _trailing_zeros(bits):  # type: ignore[misc]  # the compiled one has a typing context as well
        """Return the number of trailing zero bits."""
        return (bits & -bits).bit_length() - 1

    def prefetch(address, size):
        """Do nothing: interpreted code does not prefetch."""


@jit
def lowest_bit(bits):
    """Index of the lowest bit set in ``bits``, a nonzero integer."""
    return _trailing_zeros(bits)


if USES_PRIVATE_PARTS:
    from numba.np.arrayobj import np_cfarray

    @numba.extending.intrinsic
    def array_at(_context, address, shape, dtype):
        """Return the array of ``shape`` and ``dtype`` at an address; see below."""

        def generate(context, builder, signature, arguments):
            pointer = builder.inttoptr(arguments[0], llvmlite.ir.IntType(8).as_pointer())
            return np_cfarray(context, builder, signature, (pointer, *arguments[1:]))

        return numba.types.Array(dtype.dtype, len(shape), "C")(address, shape, dtype), generate

elif COMPILED:

    @numba.extending.intrinsic
    def _pointer(_context, address):
        """Return the pointer to an address."""

        def generate(_context, builder, _signature, arguments):
            return builder.inttoptr(arguments[0], llvmlite.ir.IntType(8).as_pointer())

        return numba.types.voidptr(address), generate

    @numba.extending.register_jitable
    def array_at(address, shape, dtype):  # type: ignore[misc]  # as above
        """Return the array of ``shape`` and ``dtype`` at an address; see below."""
        return numba.carray(_pointer(address), shape, dtype)

else:

    def array_at(address, shape, dtype):  # type: ignore[misc]  # as above
        """Return the array of ``shape`` and ``dtype`` at an address, for compiled code that is called with addresses.

        Passing an array to numba costs half a microsecond each.  The caller keeps the array alive.
        """
        dtype = np.dtype(dtype)
        block = (ctypes.c_char * (int(np.prod(shape)) * dtype.itemsize)).from_address(int(address))
        array = np.frombuffer(block, dtype).reshape(shape)
        return array.view(np.recarray) if dtype.names else array


def records(n: int, dtype: np.dtype) -> np.ndarray:
    """Return ``n`` zeroed records that compiled and interpreted code read alike, as ``records[i].field``."""
    block = np.zeros(n, dtype)
    return block if COMPILED else block.view(np.recarray)
