#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every overload that Clang's opencl-c.h declares on numbers on the device, and compares each lane with MPFR's or Python's exact result (oracles.py).

    run.py --clang clang [--part 1/4] [--sample] [--only sin]
"""
import argparse
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy
import pyopencl as cl

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../golden/accuracy"))

import oracles
from formats import LANES, TYPES, exact
from kernels import MOVES, SECTION, Kernel, kernels, offset_of, stride_of
from oracles import ORACLES, SKIPPED, Call, Rounded
from overloads import declarations

BATCH = 8  # kernels of a program: a log then shows few
PRAGMAS = "".join(f"#ifdef {e}\n#pragma OPENCL EXTENSION {e} : enable\n#endif\n" for e in ("cl_khr_fp16", "cl_khr_fp64"))


def is_right(kind, allowed, call, operands, want, got):
    """Whether a lane's result is one of those allowed. `got` is exact()."""
    if want is SKIPPED:
        return True
    if isinstance(want, tuple):
        return any(is_right(kind, allowed, call, operands, w, got) for w in want)
    if not kind.is_float:
        return want(got) if callable(want) else got == want
    if isinstance(want, Rounded) or (not callable(allowed) and not isinstance(allowed, dict) and allowed == 0):
        want, allowed = exact(numpy.float64(kind.round(want) if not isinstance(want, Rounded) else want)), 0
    if callable(allowed):
        if not oracles.gmpy2.is_finite(want):
            return kind.ulps(float(got), want) == 0
        tiny = oracles.mpfr(2) ** (kind.least_exponent - kind.digits)
        return abs(got - want) <= allowed(call, operands, want) + tiny or kind.ulps(float(got), want) <= 0.5
    limit = allowed[kind.name] if isinstance(allowed, dict) else allowed
    if limit == 0:
        want = oracles.mpfr(kind.round(want))
    return kind.ulps(float(got), want) <= limit


class Comparison:
    """The lanes of one kernel's results."""

    def __init__(self, kernel, operands):
        self.kernel = kernel
        self.operands = operands  # arrays
        self.exact = [[exact(v) for v in o] for o in operands]
        self.known = {}
        self.wrong = []

    def check(self, results, second):
        for number, overload in enumerate(self.kernel.overloads):
            lanes = results[number * SECTION:(number + 1) * SECTION]
            behind = second[number * SECTION:(number + 1) * SECTION] if second is not None else None
            (self.moved if MOVES.match(overload.name) else self.called)(overload, lanes, behind)

    def say(self, overload, lane, operands, want, got):
        types = ", ".join(a.space + " " * bool(a.space) + a.name + " *" * bool(a.space) for a in overload.arguments)
        shown = ", ".join(v.hex() if hasattr(v, "hex") else str(v) for v in (float(o) if not isinstance(o, (int, list)) else o for o in operands))
        self.wrong.append(f"{overload.result.name} {overload.name}({types}), lane {lane}, of {shown}: got {got!r}, want {want}")

    def called(self, overload, lanes, behind):
        oracle = ORACLES[re.sub("^convert.*", "convert", overload.function)]
        inputs = [a for a in overload.arguments if not a.space]
        widths = [a.width for a in inputs]
        call = Call(TYPES[overload.result.element], [TYPES[a.element] for a in inputs], max(widths) > 1,
                    overload.function.removeprefix("convert").strip("_") if overload.function.startswith("convert") else "")
        for item in range(overload.items):
            if oracle.whole:
                operands = [self.exact[j][item * w:(item + 1) * w] for j, w in enumerate(widths)]
                self.whole(overload, oracle, call, operands, item, lanes)
                continue
            for lane in range(overload.result.width):
                places = [item if w == 1 else item * w + lane for w in widths]
                operands = [self.exact[j][p] for j, p in enumerate(places)]
                at = item * overload.result.width + lane
                self.lane(overload, oracle, call, operands, at, lanes[at], tuple(places))
                if oracle.second:
                    second = overload.arguments[-1]
                    call_second = Call(TYPES[second.element], call.operands, call.is_vector)
                    self.lane(overload, oracle.second, call_second, operands, at, behind[item * second.stride + lane], ("second", *places))

    def lane(self, overload, oracle, call, operands, at, got, key):
        key = (call.is_vector, *key)
        if key not in self.known:
            self.known[key] = oracle.value(call, *operands)
        want = self.known[key]
        if not is_right(call.result, oracle.allowed, call, operands, want, exact(got)):
            self.say(overload, at, operands, want, got)

    def whole(self, overload, oracle, call, operands, item, lanes):
        want = oracle.value(call, *operands)
        width = overload.result.width
        for lane, one in enumerate(want if isinstance(want, list) else [want]):
            got = lanes[item * width + lane]
            if not is_right(call.result, oracle.allowed, call, operands, one, exact(got)):
                self.say(overload, item * width + lane, [], one, got)

    def moved(self, overload, lanes, _):
        for at, want in moved_lanes(overload, self.exact[0], TYPES[self.kernel.result]):
            if not is_right(TYPES[self.kernel.result], 0, None, [], want, exact(lanes[at])):
                self.say(overload, at, [], want, lanes[at])


def moved_lanes(overload, source, kind):
    """(place in the section, value that must be there) for loads, stores and copies."""
    offset = offset_of(overload)
    mode = re.search(r"_(rt[ezpn])$", overload.name)
    convert = lambda value: Rounded(kind.round(value, mode[1] if mode else "rte")) if kind.is_float else value
    if overload.function.startswith("vload"):
        width, stride = overload.result.width, stride_of(overload, overload.result.width)
        for item in range((LANES - offset) // stride):
            yield from ((item * width + lane, convert(source[offset + item * stride + lane])) for lane in range(width))
    elif overload.function.startswith("vstore"):
        width, stride = overload.arguments[0].width, stride_of(overload, overload.arguments[0].width)
        for item in range(LANES // width):
            yield from ((offset + item * stride + lane, convert(source[item * width + lane])) for lane in range(width))
    elif overload.name == "prefetch":
        yield from enumerate(map(convert, source))
    else:
        type = next(a for a in overload.arguments if a.space)
        strided = "strided" in overload.name
        for element in range(LANES // type.stride // (2 if strided else 1)):
            to, where = (element, element * 2) if strided and type.space == "__local" else (element * 2, element) if strided else (element, element)
            yield from ((to * type.stride + lane, convert(source[where * type.stride + lane])) for lane in range(type.width))


class Runner:
    def __init__(self):
        self.context = cl.create_some_context(interactive=False)
        self.queue = cl.CommandQueue(self.context)

    def build(self, batch):
        source = PRAGMAS + "".join(kernel.source(f"k{i}") for i, kernel in enumerate(batch))
        # All lanes of a packet compute alike, and a kernel for sixteen takes several times as long to compile.
        return cl.Program(self.context, source).build("-cl-fp32-correctly-rounded-divide-sqrt -weft-lanes=1")

    def run(self, program, number, kernel):
        """The lines that say what is wrong."""
        operands = [TYPES[t].operands(seed) for seed, t in enumerate(kernel.inputs)]
        flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
        buffers = [cl.Buffer(self.context, flags, hostbuf=numpy.concatenate([o, o])) for o in operands]
        results = [numpy.zeros(SECTION * len(kernel.overloads), TYPES[t].numpy) for t in (kernel.result, kernel.second) if t]
        outputs = [cl.Buffer(self.context, cl.mem_flags.COPY_HOST_PTR, hostbuf=r) for r in results]
        function = cl.Kernel(program, f"k{number}")
        constants = buffers[:1] if kernel.has_constant else []
        function(self.queue, (LANES,), (LANES,), *buffers, *outputs, *constants)
        for result, output in zip(results, outputs):
            cl.enqueue_copy(self.queue, result, output)
        comparison = Comparison(kernel, operands)
        comparison.check(results[0], results[1] if kernel.second else None)
        return comparison.wrong


def has_entry(kernel):
    return MOVES.match(kernel.overloads[0].name) or re.sub("^convert.*", "convert", kernel.function) in ORACLES


def of_one_width(kernel, number):
    """The overloads of scalars and of one width of vectors."""
    def width(overload):
        return max(t.width for t in (overload.result, *overload.arguments))

    vectors = sorted({width(o) for o in kernel.overloads} - {1})
    kept = {1, vectors[number % len(vectors)]} if vectors else {1}
    return Kernel([o for o in kernel.overloads if width(o) in kept], kernel.inputs, kernel.result, kernel.second)


def chosen(args, extensions):
    """The kernels of this part that the device has the types for."""
    missing = {t for t, e in (("half", "cl_khr_fp16"), ("double", "cl_khr_fp64")) if e not in extensions}
    everything = [k for k in kernels(declarations(args)) if not missing & {e.split()[0] for e in k.overloads[0].family[1:] + (k.result,)}
                  or k.function.endswith("half")]
    unknown = sorted({k.function for k in everything if not has_entry(k)})
    if unknown:
        sys.exit("no oracle for " + ", ".join(unknown))
    if args.only:
        everything = [k for k in everything if re.fullmatch(args.only, k.function)]
    if args.sample:  # of each function one family, of each another
        by_function = {}
        for kernel in everything:
            by_function.setdefault(kernel.function, []).append(kernel)
        everything = [of_one_width(family[i % len(family)], i) for i, family in enumerate(by_function.values())]
    part, parts = map(int, args.part.split("/"))
    return everything[part - 1::parts]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--part", default="1/1", help="which of how many")
    parser.add_argument("--sample", action="store_true", help="one family of types of each function, scalars and one width")
    parser.add_argument("--only", help="a regular expression of functions' names")
    args = parser.parse_args()
    runner = Runner()
    todo = chosen(args, runner.context.devices[0].extensions)
    batches = [todo[i:i + BATCH] for i in range(0, len(todo), BATCH)]
    wrong, count, began = 0, 0, time.process_time()
    with ThreadPoolExecutor(1) as builder:
        ahead = builder.submit(runner.build, batches[0])
        for batch, following in zip(batches, batches[1:] + [[]]):
            program, ahead = ahead.result(), builder.submit(runner.build, following)
            for number, kernel in enumerate(batch):
                lines = runner.run(program, number, kernel)
                count += len(kernel.overloads)
                wrong += len({line.split(", lane")[0] for line in lines})
                print("\n".join(lines[:6]), end="\n" if lines else "", flush=True)
    print(f"{count} overloads in {len(todo)} kernels, {wrong} wrong, {time.process_time() - began:.0f} s of CPU time")
    sys.exit(1 if wrong or count == 0 else 0)


if __name__ == "__main__":
    main()
