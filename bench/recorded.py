# SPDX-License-Identifier: Apache-2.0
"""Cycles of the kernels at small sizes, as they were recorded: a change that costs or saves more is one to know of."""
import json

import measure

FILE = f"{measure.ROOT}/bench/cycles.json"
BOARDS, MEMORIES = ("sim-card", "sim-soc", "sim-hbm"), ("ideal", "ddr")
ALLOWED = 0.02  # of the recorded cycles


def measured(progress):
    """Board → memory → kernel → cycles."""
    result = {}
    for board in BOARDS:
        for memory in MEMORIES:
            cycles = result.setdefault(board, {}).setdefault(memory, {})
            for run in measure.runs(board, memory, ["--quick"]):
                cycles[run["kernel"]] = run["cycles"]
                progress(f"{board}, {memory} memory: {run['kernel']}")
    progress("")
    return result


def record(progress):
    figures = measured(progress)
    with open(FILE, "w") as file:
        json.dump(figures, file, indent=1)
        file.write("\n")


def verdict(now, before):
    """What is wrong with the cycles; empty: nothing."""
    if before is None:
        return "not recorded: bench/run --record"
    if now is None:
        return "recorded, but there is no such kernel: bench/run --record"
    if now > before * (1 + ALLOWED):
        return "slower: make it faster again, or say why it must be so and record it: bench/run --record"
    if now < before * (1 - ALLOWED):
        return "faster: keep it so by bench/run --record"
    return ""


def check(progress):
    """Prints what differs; an exit status."""
    with open(FILE) as file:
        recorded = json.load(file)
    failures = 0
    print(f"{'kernel':<13} {'board':<9} {'memory':<6} {'cycles':>10} {'recorded':>10}")
    for board, memories in measured(progress).items():
        for memory, now in memories.items():
            before = recorded.get(board, {}).get(memory, {})
            for kernel in [*now, *(name for name in before if name not in now)]:
                cycles, old = now.get(kernel), before.get(kernel)
                wrong = verdict(cycles, old)
                failures += bool(wrong)
                change = f"{100 * (cycles / old - 1):+.1f} %" if cycles and old else ""
                print(f"{kernel:<13} {board:<9} {memory:<6} {cycles or '-':>10} {old or '-':>10} {change:>9}  {wrong}".rstrip())
    if failures:
        print(f"{failures} differ by more than {100 * ALLOWED:.0f} % from {FILE}")
    return 1 if failures else 0
