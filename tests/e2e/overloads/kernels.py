# SPDX-License-Identifier: Apache-2.0
"""Kernels that call overloads. A kernel has all overloads of one function that differ in their widths alone; it is run by one group of LANES work-items,
reads operands from a0, a1… and writes each overload's lanes to a section of r, and what goes through a pointer to one of q.
"""
import re
from dataclasses import dataclass, field

from formats import LANES, TYPES

SECTION = 80  # elements for one overload's results: LANES, or vectors of three at a distance of four, behind an offset
MOVES = re.compile(r"v(load|store)a?(\d+|_half)|async_|prefetch")


@dataclass
class Type:
    element: str  # a name of formats.TYPES, size_t, event_t, void
    width: int = 1
    space: str = ""  # of a pointer

    @staticmethod
    def parse(text):
        space, element, width, pointer = re.fullmatch(r"(?:(__\w+) )?([a-z_]+?)(\d*) ?(\*?)", text).groups()
        return Type(element, int(width or 1), (space or "__private") if pointer else "")

    @property
    def name(self):
        return self.element + (str(self.width) if self.width > 1 else "")

    @property
    def stride(self):  # of an array's elements, in lanes
        return 4 if self.width == 3 else self.width


@dataclass
class Overload:
    name: str
    result: Type
    arguments: list

    @property
    def function(self):
        """The name without widths: `convert` and `vload` stand for all of theirs."""
        name = re.sub(r"^convert_[a-z]+\d*", "convert", self.name)
        return re.sub(r"^(v(?:load|store)a?(?:_half)?)\d+", r"\1", name)

    @property
    def family(self):
        return (self.function, self.result.element, *(f"{a.element} {a.space}" for a in self.arguments))

    @property
    def items(self):
        """Work-items that it takes to handle LANES lanes."""
        return LANES // max(t.width for t in (self.result, *self.arguments))


@dataclass
class Kernel:
    overloads: list
    inputs: list = field(default_factory=list)  # names of element types
    result: str = ""
    second: str = ""  # the type of q

    @property
    def function(self):
        return self.overloads[0].function

    @property
    def has_constant(self):
        """Whether a0 comes as `constant` memory too."""
        return any(a.space == "__constant" for a in self.overloads[0].arguments)

    def source(self, name):
        first = self.overloads[0]
        body = [move(self, o, k) if MOVES.match(first.name) else call(self, o, k) for k, o in enumerate(self.overloads)]
        parameters = [f"global const {t} *a{i}" for i, t in enumerate(self.inputs)] + [f"global {self.result} *r"]
        if self.second:
            parameters.append(f"global {self.second} *q")
        if self.has_constant:
            parameters.append(f"constant {self.inputs[0]} *c")
        return (f"kernel __attribute__((reqd_work_group_size({LANES}, 1, 1))) void {name}({', '.join(parameters)}) {{\n"
                f"  uint i = get_local_id(0);\n{''.join(body)}}}\n")


def kernels(declarations):
    """The kernels for (result, name, argument types) of each declaration."""
    families = {}
    for result, name, arguments in sorted(set((r, n, tuple(t)) for r, n, t in declarations)):
        overload = Overload(name, Type.parse(result), [Type.parse(a) for a in arguments if a != "void"])
        families.setdefault(overload.family, []).append(overload)
    for overloads in families.values():
        yield describe(Kernel(overloads))


def describe(kernel):
    """Fills in the buffers' types."""
    first = kernel.overloads[0]
    numbers = [a for a in first.arguments if a.element in TYPES]
    pointers = [a for a in numbers if a.space]
    if MOVES.match(first.name):
        is_store = first.function.startswith("vstore")
        kernel.inputs = [first.arguments[0].element if is_store else pointers[-1].element]
        kernel.result = pointers[0].element if is_store else kernel.inputs[0] if first.result.element not in TYPES else first.result.element
    else:
        kernel.inputs = [a.element for a in numbers if not a.space]
        kernel.result = first.result.element
        kernel.second = pointers[0].element if pointers else ""
    return kernel


def read(type, buffer):
    return f"{buffer}[i]" if type.width == 1 else f"vload{type.width}(i, {buffer})"


def write(type, value, buffer):
    return f"{buffer}[i] = {value};" if type.width == 1 else f"vstore{type.width}({value}, i, {buffer});"


def call(kernel, overload, number):
    """A call on values, perhaps with a pointer for a second result."""
    section = number * SECTION
    operands = [read(a, f"a{j}") for j, a in enumerate(a for a in overload.arguments if not a.space)]
    pointers = [a for a in overload.arguments if a.space]
    before = after = outside = ""
    if pointers:
        second = pointers[0]
        if second.space == "__private":
            before, place = f"{second.name} v; ", "v"
        elif second.space == "__local":
            outside, place = f"  local {second.name} l{number}[{LANES}];\n", f"l{number}[i]"
        else:
            place = f"((global {second.name} *)(q + {section}))[i]"
        operands.append("&" + place)
        if second.space != "__global":
            after = f" ((global {second.name} *)(q + {section}))[i] = {place};"
    value = f"{overload.name}({', '.join(operands)})"
    return outside + f"  if (i < {overload.items}) {{ {before}{write(overload.result, value, f'(r + {section})')}{after} }}\n"


def move(kernel, overload, number):
    if overload.function.startswith("vload"):
        return load(kernel, overload, number)
    if overload.function.startswith("vstore"):
        return store(kernel, overload, number)
    return copy(kernel, overload, number)


def offset_of(overload):
    """The pointer is aligned to an element alone, except for vloada and vstorea."""
    return 0 if re.match(r"v(load|store)a_", overload.name) else 1


def stride_of(overload, width):
    return 4 if offset_of(overload) == 0 and width == 3 else width


def load(kernel, overload, number):
    element, space = kernel.inputs[0], overload.arguments[1].space
    outside, place = "", {"__global": "a0", "__constant": "c"}.get(space, f"m{number}")
    if space == "__local":
        outside = f"  local {element} m{number}[{SECTION}] __attribute__((aligned(64))); m{number}[i] = a0[i]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    elif space == "__private":
        outside = f"  {element} m{number}[{SECTION}] __attribute__((aligned(64))); for (uint j = 0; j < {LANES}; ++j) m{number}[j] = a0[j];\n"
    value = f"{overload.name}(i, {place} + {offset_of(overload)})"
    items = (LANES - offset_of(overload)) // stride_of(overload, overload.result.width)
    return outside + f"  if (i < {items}) {{ {write(overload.result, value, f'(r + {number * SECTION})')} }}\n"


def store(kernel, overload, number):
    data, pointer = overload.arguments[0], overload.arguments[2]
    stride, section = stride_of(overload, data.width), f"(r + {number * SECTION})"
    value, offset, outside, after = read(data, "a0"), offset_of(overload), "", ""
    place = section
    if pointer.space != "__global":
        place = f"m{number}"
        outside = f"  {'local ' if pointer.space == '__local' else ''}{kernel.result} {place}[{SECTION}] __attribute__((aligned(64)));\n"
        after = f" for (uint j = 0; j < {data.width}; ++j) {section}[{offset} + i * {stride} + j] = {place}[{offset} + i * {stride} + j];"
    return outside + f"  if (i < {LANES // data.width}) {{ {overload.name}({value}, i, {place} + {offset});{after} }}\n"


def copy(kernel, overload, number):
    """Copies of LANES lanes between global and local memory; with a stride, of every second element."""
    type = next(a for a in overload.arguments if a.space)
    section = f"(r + {number * SECTION})"
    if overload.name == "prefetch":
        return f"  prefetch((global const {type.name} *)a0, 2); {section}[i] = a0[i];\n"
    count, stride = LANES // type.stride, ""
    if "strided" in overload.name:
        count, stride = count // 2, "2, "
    lines = f"  local {type.name} m{number}[{LANES // type.stride}];\n  {{ local {type.element} *m = (local {type.element} *)m{number}; event_t e; "
    if type.space == "__local":
        lines += f"m[i] = 0; barrier(CLK_LOCAL_MEM_FENCE); e = {overload.name}(m{number}, (global const {type.name} *)a0, {count}, {stride}0); "
        return lines + f"wait_group_events(1, &e); {section}[i] = m[i]; }}\n"
    lines += f"m[i] = a0[i]; barrier(CLK_LOCAL_MEM_FENCE); e = {overload.name}((global {type.name} *){section}, "
    return lines + f"m{number}, {count}, {stride}0); wait_group_events(1, &e); }}\n"
