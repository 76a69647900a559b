# SPDX-License-Identifier: Apache-2.0
"""The netlist that nextpnr-ecp5 has placed and routed (--write), in Verilog, of the cells in ecp5_cells.v. What is not modelled is refused."""
import json

# Pins that nothing drives are high, but for those that a cell's packing leaves open for "not used".
LOW = {"LSR", "FCI", "WRE", "RST", "STDBY"}


class Unknown(Exception):
    pass


class Cell:
    def __init__(self, name, data, index):
        self.name, self.type, self.index = name, data["type"], index
        self.parameters = {key: value.strip() for key, value in data["parameters"].items()}
        self.pins, self.directions = data["connections"], data["port_directions"]
        self.used = {"MODE"}

    def parameter(self, name, default, allowed=None):
        self.used.add(name)
        value = self.parameters.get(name, "") or default
        if allowed is not None and value not in allowed:
            raise Unknown(f"{self.type} {self.name}: {name} is {value}, and only {', '.join(allowed)} are modelled")
        return value

    def net(self, pin):
        """The expression of an input."""
        bits = self.pins.get(pin) or []
        if not bits:
            return "1'b0" if pin in LOW else "1'b1"
        return f"n{bits[0]}" if isinstance(bits[0], int) else f"1'b{bits[0] if bits[0] in '01' else '0'}"

    def muxed(self, pin):
        """An input behind its multiplexer: as it is, inverted, or a constant."""
        setting = self.parameter(pin + "MUX", pin, (pin, "INV", "0", "1"))
        return f"1'b{setting}" if setting in "01" else f"~{self.net(pin)}" if setting == "INV" else self.net(pin)

    def output(self, pin):
        bits = self.pins.get(pin) or []
        return f"n{bits[0]}" if bits else ""

    def known(self, *parameters):
        """All parameters have been looked at, but for those named here, which say nothing of the function."""
        for name in self.parameters:
            if name not in self.used and name not in parameters:
                raise Unknown(f"{self.type} {self.name}: parameter {name} ({self.parameters[name]}) is not modelled")

    def instance(self, module, parameters, connections):
        settings = ", ".join(f".{key}({value})" for key, value in parameters.items())
        ports = ", ".join(f".{key}({value})" for key, value in connections.items())
        return f"{module} #({settings}) c{self.index} ({ports});" if settings else f"{module} c{self.index} ({ports});"


def bits_of(text, width):
    return f"{width}'b{text.zfill(width)}"


def comb(cell):
    mode = cell.parameters.get("MODE") or "LOGIC"
    if mode not in ("LOGIC", "CCU2", "DPRAM", "RAMW_BLOCK"):
        raise Unknown(f"{cell.type} {cell.name}: mode {mode}")
    inject = cell.parameter("CCU2_INJECT1", "NO", ("NO", "YES"))
    contents = cell.parameter("INITVAL", "0")
    write = cell.muxed("WRE") if mode == "DPRAM" else "1'b0"
    clock = cell.muxed("WCK") if mode == "DPRAM" else "1'b0"
    cell.known("WREMUX", "WCKMUX")
    if mode == "RAMW_BLOCK":  # the place that the writing slice takes
        return ""
    outputs = {pin: cell.output(pin) for pin in ("F", "OFX", "FCO")}
    parameters = {"INITVAL": bits_of(contents, 16), "CARRY": int(mode == "CCU2"), "INJECT": int(inject == "YES"), "MEMORY": int(mode == "DPRAM"),
                  "PAIRS": int(bool(cell.pins.get("FXA") or cell.pins.get("FXB")))}
    inputs = ("A", "B", "C", "D", "M", "F1", "FXA", "FXB", "FCI", "WD", "WAD0", "WAD1", "WAD2", "WAD3")
    return cell.instance("ecp5_comb", parameters, {**{pin: cell.net(pin) for pin in inputs}, "WRE": write, "WCK": clock, **outputs})


def ramw(cell):
    cell.known()
    inputs = [letter + digit for digit in "01" for letter in "ABCD"]
    outputs = [f"W{kind}O{n}" for kind in ("AD", "D") for n in range(4)]
    return cell.instance("ecp5_ramw", {}, {**{pin: cell.net(pin) for pin in inputs}, **{pin: cell.output(pin) for pin in outputs}})


def flip_flop(cell):
    data = "DI" if cell.parameter("SD", "0", ("0", "1")) == "1" else "M"
    cell.parameter("GSR", "DISABLED", ("DISABLED",))
    cell.parameter("LSRMODE", "LSR", ("LSR",))
    parameters = {"SET": int(cell.parameter("REGSET", "RESET", ("RESET", "SET")) == "SET"),
                  "ASYNC": int(cell.parameter("SRMODE", "LSR_OVER_CE", ("LSR_OVER_CE", "ASYNC")) == "ASYNC")}
    connections = {"clock": cell.muxed("CLK"), "reset": cell.muxed("LSR"), "enable": cell.muxed("CE"), "data": cell.net(data), "Q": cell.output("Q")}
    cell.known()
    return cell.instance("ecp5_ff", parameters, connections)


def contents_of(cell):
    """1,024 words of 18 bits, of which each INITVAL_xx has 16 in 20 bits each."""
    words = []
    for n in range(64):
        text = cell.parameter(f"INITVAL_{n:02X}", "0").zfill(320)
        if set(text) - set("01"):
            raise Unknown(f"{cell.type} {cell.name}: INITVAL_{n:02X}")
        number = int(text, 2)
        words += [number >> 20 * k & 0x3ffff for k in range(16)]
    return sum(word << 18 * n for n, word in enumerate(words))


def block_memory(cell):
    parameters, connections = {}, {}
    modes = {"NORMAL": 0, "READBEFOREWRITE": 1, "WRITETHROUGH": 2}
    for side in "AB":
        width = int(cell.parameter(f"DATA_WIDTH_{side}", "10010"), 2)
        if width not in (1, 2, 4, 9, 18, 36):
            raise Unknown(f"{cell.type} {cell.name}: a width of {width} bits")
        parameters[f"WIDTH_{side}"] = width
        parameters[f"MODE_{side}"] = modes[cell.parameter(f"WRITEMODE_{side}", "NORMAL", modes)]
        parameters[f"REGISTER_{side}"] = int(cell.parameter(f"REGMODE_{side}", "NOREG", ("NOREG", "OUTREG")) == "OUTREG")
        cell.parameter(f"CSDECODE_{side}", "0b000", ("0b000",))
        for pin in [f"CS{side}{n}" for n in range(3)] + [f"RST{side}"]:
            if cell.muxed(pin) not in ("1'b0", "~1'b1"):
                raise Unknown(f"{cell.type} {cell.name}: pin {pin} is used")
        for pin in ("CLK", "CE", "OCE", "WE"):
            connections[pin + side] = cell.muxed(pin + side)
        for pin, count in (("AD", 14), ("DI", 18)):
            connections[pin + side] = "{" + ", ".join(cell.muxed(f"{pin}{side}{n}") for n in reversed(range(count))) + "}"
    parameters["CONTENTS"] = f"18432'h{contents_of(cell):x}"
    cell.known("GSR", "RESETMODE", "ASYNC_RESET_RELEASE", "WID", "INIT_DATA")
    text = ""
    for side in "AB":
        connections[f"DO{side}"] = f"q{side.lower()}{cell.index}"
        text += f"wire [17:0] q{side.lower()}{cell.index}; "
        for n in range(18):
            if cell.output(f"DO{side}{n}"):
                text += f"assign {cell.output(f'DO{side}{n}')} = q{side.lower()}{cell.index}[{n}]; "
    return text + cell.instance("ecp5_dp16kd", parameters, connections)


def pin(cell):
    if cell.parameter("DIR", "INPUT", ("INPUT", "OUTPUT")) == "INPUT":
        return f"assign {cell.output('O')} = {cell.net('B')};"
    if cell.pins.get("T") and cell.net("T") != "1'b0":
        raise Unknown(f"{cell.type} {cell.name}: an output that can be turned off")
    return f"assign {cell.output('B')} = {cell.net('I')};"


def pll(cell):
    """As rtl/tech/simulation has it: the clock that comes in is the one that goes out."""
    outputs = {"CLKOP": cell.net("CLKI"), "CLKOS": cell.net("CLKI"), "LOCK": "1'b1"}
    return " ".join(f"assign {cell.output(name)} = {value};" for name, value in outputs.items() if cell.output(name))


def clock_buffer(cell):
    return f"assign {cell.output('CLKO')} = {cell.net('CLKI')};"


CELLS = {"TRELLIS_COMB": comb, "TRELLIS_RAMW": ramw, "TRELLIS_FF": flip_flop, "DP16KD": block_memory, "TRELLIS_IO": pin, "EHXPLLL": pll,
         "DCCA": clock_buffer}


def modules(netlist):
    return netlist["modules"]["top"]


def to_verilog(netlist, name="chip", known=CELLS, kind=Cell):
    """The netlist, as JSON's objects, as one module. `known`: what makes Verilog of the cells of each type, which are objects of class `kind`."""
    top = modules(netlist)
    nets, body = set(), []
    for index, (path, data) in enumerate(top["cells"].items()):
        if data["type"] not in known:
            raise Unknown(f"cells of type {data['type']} are not modelled ({path})")
        body.append(known[data["type"]](kind(path, data, index)))
        nets.update(bit for bits in data["connections"].values() for bit in bits if isinstance(bit, int))
    ports = []
    for port, data in top["ports"].items():
        width = len(data["bits"])
        ports.append(f"{data['direction']} {f'[{width - 1}:0] ' if width > 1 else ''}{port}")
        for n, bit in enumerate(data["bits"]):
            wire = f"{port}[{n}]" if width > 1 else port
            nets.add(bit)
            body.append(f"assign n{bit} = {wire};" if data["direction"] == "input" else f"assign {wire} = n{bit};")
    return f"module {name} ({', '.join(ports)});\n" + "".join(f"wire n{n};\n" for n in sorted(nets)) + "\n".join(body) + "\nendmodule\n"


def with_flipped_bit(netlist, output):
    """Another value in a row of the look-up table whose register drives a pin: where all of its inputs are 0, but for those that are always 1
    as nothing drives them."""
    changed = json.loads(json.dumps(netlist))
    cells = modules(changed)["cells"]

    def driver(net, types):
        return next(cell for cell in cells.values() if cell["type"] in types
                    and any(net in bits and cell["port_directions"][pin_] != "input" for pin_, bits in cell["connections"].items()))
    pad = driver(modules(changed)["ports"][output]["bits"][0], ("TRELLIS_IO",))
    register = driver(pad["connections"]["I"][0], ("TRELLIS_FF",))
    data = register["connections"]["DI" if register["parameters"]["SD"].strip() == "1" else "M"][0]
    table = driver(data, ("TRELLIS_COMB",))
    row = sum(1 << n for n, letter in enumerate("ABCD") if not table["connections"].get(letter) or table["connections"][letter][0] == "1")
    rows = int(table["parameters"]["INITVAL"], 2) ^ 1 << row
    table["parameters"]["INITVAL"] = f"{rows:016b}"
    return changed
