# SPDX-License-Identifier: Apache-2.0
"""Constants to any precision."""


def pi(bits):
    """pi * 2^bits, by Machin's formula."""
    def arctangent_of_inverse(n):
        term = total = (1 << bits + 32) // n
        k = 1
        while term:
            term //= -n * n
            k += 2
            total += term // k
        return total
    return 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239)) >> 32
