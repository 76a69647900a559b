#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sdram_controller.py BOARD_JSON ABI_JSON MODULE OUTPUT: writes the controller of a board's SDRAM, which LiteDRAM makes, as a module.

It is LiteDRAM's PHY (GENSDRPHY), controller, crossbar and AXI port, with its converter from lines to the chip's words. Single lines only. It
refreshes every `refresh_cycles_i` cycles, so that it serves slower clocks than the description's, too, and rests while `rst_i`; until
`init_done_i` the commands of rtl/sdram/sdram_init.sv go to the chip. The registers at the pins are ECP5's."""
import json
import re
import sys
from pathlib import Path

from litedram.core import refresher
from litedram.core.controller import LiteDRAMController
from litedram.core.crossbar import LiteDRAMCrossbar
from litedram.frontend.axi import LiteDRAMAXI2Native, LiteDRAMAXIPort
from litedram.modules import SDRModule, _SpeedgradeTimings, _TechnologyTimings
from litedram.phy.gensdrphy import GENSDRPHY
from litex.build.io import SDRInput, SDROutput, SDRTristate
from litex.build.lattice.common import LatticeECP5SDRInput, LatticeECP5SDROutput
from litex.gen.fhdl.verilog import convert
from migen import ClockDomain, If, Instance, Module, Record, ResetInserter, Signal, bits_for

COMMAND = ("ras_n", "cas_n", "we_n")
BURST_INCR = 1
# Channel: (driven by the master, fields that are ports).
CHANNELS = {"aw": (True, ("id", "addr")), "w": (True, ("data", "strb")), "b": (False, ("id",)),
            "ar": (True, ("id", "addr")), "r": (False, ("id", "data"))}


class DataPin(Module):
    """A bidirectional pin with a register for each direction. LiteX's own makes an input of the module's port, and a clock of its own."""

    def __init__(self, pin):
        out, enable, into = Signal(), Signal(), Signal()
        self.sync += enable.eq(pin.oe)
        self.specials += [SDROutput(pin.o, out), SDRInput(into, pin.i),
                          Instance("TRELLIS_IO", p_DIR="BIDIR", io_B=pin.io, i_I=out, i_T=~enable, o_O=into)]

    @staticmethod
    def lower(pin):
        return DataPin(pin)


PINS = {SDRInput: LatticeECP5SDRInput, SDROutput: LatticeECP5SDROutput, SDRTristate: DataPin}


class RefreshTimer(Module):
    """LiteDRAM's, with the interval from a port: `done` for a cycle each `cycles` cycles in which it waits."""

    def __init__(self, cycles):
        self.wait, self.done, self.count = Signal(), Signal(), Signal(len(cycles))
        self.sync += If(self.wait & ~self.done, self.count.eq(self.count - 1)).Else(self.count.eq(cycles - 1))
        self.comb += self.done.eq(self.count == 0)


class Core(Module):
    """Controller and AXI port."""

    def __init__(self, axi, phy, chip, hertz):
        self.submodules.controller = LiteDRAMController(phy.settings, chip.geom_settings, chip.timing_settings, hertz)
        self.submodules.crossbar = LiteDRAMCrossbar(self.controller.interface)
        self.submodules.axi = LiteDRAMAXI2Native(axi, self.crossbar.get_port(data_width=axi.data_width))


class Controller(Module):
    def __init__(self, description, chip, id_bits):
        memory, sdram, geometry = description["memory"], description["sdram"], chip.geom_settings
        hertz, words = description["clock_mhz"] * 1e6, sdram["data_bits"]
        self.ports = set()
        self.clock_domains.cd_sys = ClockDomain(reset_less=True)
        self.comb += self.cd_sys.clk.eq(self.port("clk_i"))

        pads = Record([("a", geometry.addressbits), ("ba", geometry.bankbits), *((name, 1) for name in COMMAND), ("cs_n", 1), ("cke", 1),
                       ("dm", words // 8), ("dq", words)])
        for name, width in pads.layout:
            setattr(pads, name, self.port(f"sdram_{name}_{'io' if name == 'dq' else 'o'}", width))
        self.submodules.phy = GENSDRPHY(pads, hertz, sdram["cas_latency"])
        refresh = self.port("refresh_cycles_i", bits_for(chip.timing_settings.tREFI))
        refresher.RefreshTimer = lambda _: RefreshTimer(refresh)
        axi = LiteDRAMAXIPort(memory["port_bits"], memory["address_bits"], id_width=id_bits)
        self.submodules.core = ResetInserter()(Core(axi, self.phy, chip, hertz))
        self.comb += self.core.reset.eq(self.port("rst_i"))
        self.connect_pins(geometry.addressbits)
        self.connect_axi(axi)

    def port(self, name, width=1):
        signal = Signal(width, name_override=name)
        self.ports.add(signal)
        return signal

    def connect_pins(self, address_bits):
        """The chip's initialisation goes before the controller."""
        controller, pins = self.core.controller.dfi, self.phy.dfi
        chosen = (*COMMAND, "address", "bank", "cs_n", "cke")
        initial = {name: self.port(f"init_{name}_i") for name in (*COMMAND, "cke")}
        initial |= {"address": self.port("init_address_i", address_bits), "bank": 0, "cs_n": 0}
        self.comb += [
            controller.connect(pins, omit=set(chosen)),
            If(self.port("init_done_i"), *(getattr(pins.p0, name).eq(getattr(controller.p0, name)) for name in chosen)).Else(
                *(getattr(pins.p0, name).eq(initial[name]) for name in chosen))]

    def connect_axi(self, axi):
        for name, (of_master, fields) in CHANNELS.items():
            channel = getattr(axi, name)
            for field in ("valid", "ready", *fields):
                inner = getattr(channel, field)
                port_in = of_master != (field == "ready")
                port = self.port(f"s_axi_{name}{field}_{'i' if port_in else 'o'}", len(inner))
                self.comb += inner.eq(port) if port_in else port.eq(inner)
        for channel in (axi.aw, axi.ar):
            self.comb += [channel.len.eq(0), channel.size.eq((axi.data_width // 8).bit_length() - 1), channel.burst.eq(BURST_INCR)]
        self.comb += axi.w.last.eq(1)


def chip_of(description):
    """The chip as LiteDRAM describes those it knows."""
    sdram = description["sdram"]
    ns = sdram["timing_ns"]

    class Chip(SDRModule):
        nbanks, nrows, ncols = sdram["banks"], sdram["rows"], sdram["columns"]
        # (cycles, ns)
        technology_timings = _TechnologyTimings(tREFI=ns["tREFI"], tWTR=(2, None), tCCD=(1, None), tRRD=(None, ns["tRRD"]))
        speedgrade_timings = {"default": _SpeedgradeTimings(tRP=ns["tRP"], tRCD=ns["tRCD"], tWR=ns["tWR"], tRFC=(None, ns["tRFC"]),
                                                            tFAW=None, tRAS=ns["tRAS"])}
    return Chip(description["clock_mhz"] * 1e6, "1:1")


def main():
    board, abi, module, output = sys.argv[1:]
    description, abi = (json.loads(Path(file).read_text(encoding="utf-8")) for file in (board, abi))
    # One bit more than a kernel's: rtl/small_shell/axi_memory.sv.
    controller = Controller(description, chip_of(description), abi["constants"]["AXI_ID_BITS"]["value"] + 1)
    text = str(convert(controller, ios=controller.ports, name=module, special_overrides=PINS))
    # The same text each day and on each machine.
    text = re.sub(r"//.*|`timescale.*", "", text)
    text = "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
    head = f"// Made by LiteDRAM for board {description['name']}: BSD-2-Clause, Copyright (c) Enjoy-Digital and LiteDRAM's other authors.\n"
    Path(output).write_text(head + text + "\n", encoding="utf-8")


main()
