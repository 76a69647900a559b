# SPDX-License-Identifier: Apache-2.0
"""The netlist that nextpnr-ice40 has placed and routed (--write), in Verilog, of the cells in Yosys's cells_sim.v. What is not modelled is
refused."""
import collections
import json
import re

import ecp5_netlist
from ecp5_netlist import Unknown, bits_of, modules

# Pins that nothing drives are low, but for the enables of clocks.
HIGH = {"CEN", "RCLKE", "WCLKE"}
# Input only, output only: SB_IO's PIN_TYPE.
INPUT, OUTPUT = 0b000001, 0b011001


class Cell(ecp5_netlist.Cell):
    def net(self, pin):
        bits = self.pins.get(pin) or []
        return super().net(pin) if bits else f"1'b{int(pin in HIGH)}"

    def number(self, name):
        return int(self.parameter(name, "0").replace("x", "0"), 2)


def flip_flop(cell, data):
    """The one of Yosys's models with the pins that are used."""
    name, connections = "SB_DFF", {"Q": cell.output("O"), "C": cell.net("CLK"), "D": data}
    if cell.number("NEG_CLK"):
        name += "N"
    if cell.pins.get("CEN"):
        name += "E"
        connections["E"] = cell.net("CEN")
    value, asynchronous = cell.number("SET_NORESET"), cell.number("ASYNC_SR")
    if cell.pins.get("SR"):
        name += ("S" if value else "R") if asynchronous else ("SS" if value else "SR")
        connections["S" if value else "R"] = cell.net("SR")
    return cell.instance(name, {}, connections)


def logic_cell(cell):
    """Look-up table, carry and flip-flop, each a model of Yosys's."""
    table = f"t{cell.index}"
    text = f"wire {table}; SB_LUT4 #(.LUT_INIT({bits_of(cell.parameter('LUT_INIT', '0'), 16)})) l{cell.index} (.O({table}), "
    text += ", ".join(f".{pin}({cell.net(pin)})" for pin in ("I0", "I1", "I2", "I3")) + ");\n"
    carry_in = f"1'b{cell.number('CIN_SET')}" if cell.number("CIN_CONST") else cell.net("CIN")
    if cell.number("CARRY_ENABLE") and cell.output("COUT"):
        text += f"SB_CARRY y{cell.index} (.CO({cell.output('COUT')}), .I0({cell.net('I1')}), .I1({cell.net('I2')}), .CI({carry_in}));\n"
    if cell.output("LO"):
        text += f"assign {cell.output('LO')} = {table};\n"
    if cell.number("DFF_ENABLE"):
        text += flip_flop(cell, table)
    elif cell.output("O"):
        text += f"assign {cell.output('O')} = {table};"
    cell.known("CIN_SET", "NEG_CLK", "SET_NORESET", "ASYNC_SR")  # of a cell without carry, without flip-flop
    return text


def vectors(cell):
    """Pins NAME_0, NAME_1 … as one of the model's, which outputs reach through a wire."""
    pins = collections.defaultdict(dict)
    for pin in cell.directions:
        name = re.fullmatch(r"(.*?)(?:_(\d+))?", pin)
        pins[name[1]][int(name[2] or 0)] = pin
    text, connections = "", {}
    for name, bits in pins.items():
        width = max(bits) + 1
        if cell.directions[bits[0]] == "input":
            connections[name] = "{" + ", ".join(cell.net(bits[n]) for n in reversed(range(width))) + "}"
            continue
        wire = f"v{cell.index}_{name}"
        text += f"wire [{width - 1}:0] {wire}; "
        text += "".join(f"assign {cell.output(bits[n])} = {wire}[{n}]; " for n in range(width) if cell.output(bits[n]))
        connections[name] = wire
    return text, connections


def block_memory(cell):
    parameters = {f"INIT_{n:X}": f"256'h{cell.number(f'INIT_{n:X}'):x}" for n in range(16)}
    parameters.update({name: cell.number(name) for name in ("READ_MODE", "WRITE_MODE")})
    for name in ("NEG_CLK_R", "NEG_CLK_W"):
        cell.parameter(name, "0", ("0",))
    cell.known()
    text, connections = vectors(cell)
    return text + cell.instance("SB_RAM40_4K", parameters, connections)


def large_memory(cell):
    cell.known()
    text, connections = vectors(cell)
    return text + cell.instance("SB_SPRAM256KA", {}, connections)


def pin(cell):
    kind = cell.number("PIN_TYPE")
    cell.parameter("NEG_TRIGGER", "0", ("0",))
    cell.known("IO_STANDARD", "PULLUP")
    if kind == INPUT:
        return f"assign {cell.output('D_IN_0')} = {cell.net('PACKAGE_PIN')};"
    if kind == OUTPUT:
        return f"assign {cell.output('PACKAGE_PIN')} = {cell.net('D_OUT_0')};"
    raise Unknown(f"{cell.type} {cell.name}: PIN_TYPE {kind:06b}")


def clock_buffer(cell):
    return f"assign {cell.output('GLOBAL_BUFFER_OUTPUT')} = {cell.net('USER_SIGNAL_TO_GLOBAL_BUFFER')};"


CELLS = {"ICESTORM_LC": logic_cell, "ICESTORM_RAM": block_memory, "ICESTORM_SPRAM": large_memory, "SB_IO": pin, "SB_GB": clock_buffer}


def to_verilog(netlist):
    return ecp5_netlist.to_verilog(netlist, known=CELLS, kind=Cell)


def with_flipped_bit(netlist, output):
    """Another value in the row where all inputs are 0 of the look-up table whose register drives a pin."""
    changed = json.loads(json.dumps(netlist))
    cells = modules(changed)["cells"].values()
    port, = modules(changed)["ports"][output]["bits"]
    pad, = (cell for cell in cells if cell["type"] == "SB_IO" and cell["connections"]["PACKAGE_PIN"] == [port])
    register, = (cell for cell in cells if cell["type"] == "ICESTORM_LC" and cell["connections"]["O"] == pad["connections"]["D_OUT_0"])
    assert register["parameters"]["DFF_ENABLE"].strip() == "1"
    register["parameters"]["LUT_INIT"] = f"{int(register['parameters']['LUT_INIT'], 2) ^ 1:016b}"
    return changed
