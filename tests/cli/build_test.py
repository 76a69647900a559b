# SPDX-License-Identifier: Apache-2.0
"""weft build: what it writes, what it says, and what is left when it cannot."""
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import time
import zipfile

from tool import INPUT_FAILED, MACHINE_FAILED, TOOL, WEFT_ICD, ToolTest, main

# Builds a source as clBuildProgram does and writes the program binary; or loads one. In a process of its own, as devices
# are opened once.
OPENCL = """
import sys, pyopencl
context = pyopencl.Context(pyopencl.get_platforms()[0].get_devices())
if sys.argv[1] == "build":
    program = pyopencl.Program(context, open(sys.argv[2]).read()).build(sys.argv[4:])
    open(sys.argv[3], "wb").write(program.binaries[0])
else:
    try:
        program = pyopencl.Program(context, context.devices, [open(sys.argv[2], "rb").read()]).build()
        print("kernels:", program.kernel_names)
    except pyopencl.Error as error:
        print("refused:", error)
"""


class Build(ToolTest):
    def opencl(self, *words, device="sim:card", log="warning"):
        result = subprocess.run([sys.executable, "-c", OPENCL, *words], cwd=self.folder, capture_output=True, text=True,
                                env={**os.environ, "OCL_ICD_VENDORS": WEFT_ICD, "WEFT_DEVICE": device, "WEFT_LOG": log})
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def test_same_as_the_program_binary(self):
        # Source positions name the source: clBuildProgram's has no file, so the two are called the same.
        self.write("<source>", (self.folder / "vecadd.cl").read_text())
        for board in ("card", "soc"):
            for options in ([], ["-DN=2", "-cl-fast-relaxed-math"]):
                self.opencl("build", "vecadd.cl", "opencl.bin", *options, device="sim:" + board)
                self.weft("build", "<source>", "-o", "tool.weft", "--board", "sim-" + board, "--no-source", *options)
                built, expected = (zipfile.ZipFile(self.folder / name) for name in ("tool.weft", "opencl.bin"))
                self.assertEqual(built.namelist(), expected.namelist())
                for name in built.namelist()[1:]:
                    self.assertEqual(built.read(name), expected.read(name), name)
                manifests = [json.loads(archive.read("manifest.json")) for archive in (built, expected)]
                manifests[1]["options"] = manifests[1]["options"].split(" -I")[0].split("-I")[0]  # PyOpenCL's own
                self.assertEqual(*manifests)

    def test_loaded_by_opencl_without_compiling(self):
        self.weft("build", "vecadd.cl")
        result = self.opencl("load", "vecadd.weft", log="info")
        self.assertEqual(result.stdout, "kernels: vecadd\n")
        self.assertNotIn("front end", result.stderr)
        self.assertNotIn("hardware", result.stderr)

    def test_another_board_is_refused_by_its_name(self):
        self.weft("build", "vecadd.cl", "--board", "sim-soc")
        result = self.opencl("load", "vecadd.weft", log="info")
        self.assertIn("INVALID_BINARY", result.stdout)
        self.assertIn("for board sim-soc and the device is board sim-card", result.stderr)
        self.assertIn("weft build --board sim-card", result.stderr)

    def test_progress_and_output(self):
        text = self.weft("build", "vecadd.cl").stderr
        self.assertRegex(text, r"^ +compile +\d+\.\d\d s  vecadd.cl for sim-card\n +generate +\d+\.\d\d s  kernel vecadd; \d+ MHz expected\n"
                               r" +pack +\d+\.\d\d s  \d+ bytes\n +wrote  vecadd.weft\n$")
        self.assertEqual(self.weft("build", "vecadd.cl", "-q", "-o", "b.weft").stderr, "")
        self.assertEqual((self.folder / "vecadd.weft").read_bytes(), (self.folder / "b.weft").read_bytes())
        self.assertEqual(zipfile.ZipFile(self.folder / "b.weft").read("sources/vecadd.cl").decode(),
                         (self.folder / "vecadd.cl").read_text())

    def test_options_reach_the_compiler(self):
        self.write("src/kernel.cl", '#include "beside.h"\n#include "far.h"\n'
                   "kernel void k(global int *a) { a[0] = NEAR + FAR + SPACED[1] + __OPENCL_C_VERSION__; }\n")
        self.write("src/beside.h", "#define NEAR 1\n")
        self.write("other folder/far.h", "#define FAR 2\n")
        self.weft("build", "src/kernel.cl", "-Iother folder", "-D", 'SPACED="a b"', "-cl-std=CL3.0", "--stop-after", "compile")
        self.write("top.cl", '#include "near.h"\nkernel void k(global int *a) { a[0] = NEAR; }\n')
        self.write("near.h", '#include "src/beside.h"\n')
        self.weft("build", "top.cl", "--stop-after", "compile")
        self.weft("build", "-", "--stop-after", "compile", input=(self.folder / "top.cl").read_bytes())
        self.refused("build", "src/kernel.cl", '-DSPACED="a"', says="'far.h' file not found", status=INPUT_FAILED)
        self.weft("build", "vecadd.cl", "--compiler-option", "-cl-std=CL3.0", "--compiler-option", "-w", "--stop-after", "compile")
        for words in (["--compiler-option=", "-o", "x"], ["-o", "x", "--compiler-option="], ["--compiler-option="]):
            said = self.refused("build", "vecadd.cl", *words, says=[])
            self.assertEqual(said, "error: --compiler-option has no value\nhint: write it behind the =, or leave --compiler-option= out\n")
        self.refused("build", "vecadd.cl", "-cl-nothing", says="unknown build option '-cl-nothing'")
        self.write("warns.cl", "#warning look here\nkernel void k(global int *a) { a[0] = 1; }\n")
        self.assertIn("warns.cl:1:2: warning: look here", self.weft("build", "warns.cl").stderr)
        self.assertNotIn("look", self.weft("build", "warns.cl", "-w").stderr)
        self.refused("build", "warns.cl", "-Werror", says="error: look here", status=INPUT_FAILED)

    def test_diagnostics_show_the_source(self):
        self.write("kernels/bad.cl", "kernel void k(global int *a) {\n\ta[0] = missing;\n}\n")
        self.refused("build", "kernels/bad.cl", status=INPUT_FAILED,
                     says=["kernels/bad.cl:2:9: error: use of undeclared identifier 'missing'",
                           "    2 |         a[0] = missing;\n      |                ^\n", "1 error generated."])
        self.write("image.cl", "kernel void k(global float *a,\n              read_only image2d_t i) { a[0] = 1; }\n")
        self.refused("build", "image.cl", status=INPUT_FAILED,
                     says=["image.cl:2:35: error: argument 'i': images and samplers are not supported yet\n"
                           "    2 |               read_only image2d_t i) { a[0] = 1; }\n      |" + 35 * " " + "^\n", "note: pass a buffer"])
        self.write("none.cl", "int f(void) { return 1; }\n")
        self.refused("build", "none.cl", status=INPUT_FAILED, says="none.cl has no kernel")
        self.assertEqual(self.files(), ["image.cl", "kernels", "none.cl", "vecadd.cl"])

    def test_stages_and_dumps(self):
        self.weft("build", "vecadd.cl", "--stop-after", "compile", "--dump-dir", "one")
        self.assertEqual(sorted(str(p.relative_to(self.folder)) for p in (self.folder / "one").rglob("*.*")),
                         ["one/1-compile/program.bc"])
        self.assertFalse((self.folder / "vecadd.weft").exists())
        self.weft("build", "vecadd.cl", "--dump-dir", "all")
        archive = zipfile.ZipFile(self.folder / "vecadd.weft")
        dumps = self.folder / "all"
        self.assertEqual((dumps / "1-compile/program.bc").read_bytes(), archive.read("program.bc"))
        for ending in ("sv", "netlist", "json"):
            self.assertEqual((dumps / f"2-generate/vecadd.{ending}").read_bytes(), archive.read(f"kernels/vecadd.{ending}"))
        self.assertEqual((dumps / "3-pack/program.weft").read_bytes(), (self.folder / "vecadd.weft").read_bytes())
        self.refused("build", "vecadd.cl", "--stop-after", "generate", "-o", "x", says="--stop-after generate ends before")
        self.refused("build", "vecadd.cl", "--stop-after", "synth", says=["synth", "compile"])

    def test_usage(self):
        self.refused("build", says="FILE is required")
        self.refused("build", "vecadd.cl", "--bord", "sim-soc", says="did you mean --board?")
        self.refused("build", "vecadd.cl", "--board", "sim-crad", says=["no board is named sim-crad", "did you mean sim-card?"])
        self.refused("build", "vecadd.cl", "--board", "zzz", says="there are " + ", ".join(self.weft("boards", "--names").stdout.split()))
        self.refused("build", "vecadd.cl", "--board", "./none.json", says="./none.json", status=INPUT_FAILED)
        self.refused("build", "vecadd.cl", "-o", "vecadd.cl", says="would replace the source")
        self.refused("build", "absent.cl", says="cannot read absent.cl: No such file", status=INPUT_FAILED)
        self.refused("build", ".", "-o", "x", says="it is a folder", status=INPUT_FAILED)
        for clock in ("12x", "0", "inf"):
            self.refused("build", "vecadd.cl", "--board", "hx8k-evn", "--clock", clock, says=f"--clock: {clock} is no number of MHz above 0\n")

    def test_standard_input(self):
        source = (self.folder / "vecadd.cl").read_bytes()
        self.weft("build", "-", "-o", "piped.weft", input=source)
        self.assertIn("kernel vecadd", self.weft("info", "piped.weft").stdout)
        self.assertIn("/dev/stdin:1:9: error", self.weft("build", "-", "-o", "x", input=b"kernel f", status=INPUT_FAILED).stderr)
        for name in ("-", "/dev/stdin"):
            self.refused("build", name, says=["the output cannot be named after /dev/stdin", "--output"], input=source)
        with open(self.folder / "vecadd.cl") as file:
            self.refused("build", "-", says="the output cannot be named after", stdin=file)
        self.weft("build", "-", "--stop-after", "compile", input=source)

    def test_board_of_ones_own(self):
        board = [board for board in json.loads(self.weft("boards", "--json").stdout) if board["name"] == "sim-soc"][0]
        board["name"] = "mine"
        del board["device"]
        self.write("mine.json", json.dumps(board))
        self.weft("build", "vecadd.cl", "--board", "./mine.json")
        self.assertIn("for board mine", self.weft("info", "vecadd.weft").stdout)
        self.weft("report", "vecadd.weft")
        self.refused("run", "vecadd.weft", "-g", "4", says="no board is named mine")
        words = ("run", "vecadd.weft", "-g", "4", "range:4", "range:4", "zeros:4", "--print", "c")
        self.assertIn("c = [0, 2, 4, 6]", self.weft(*words, "--board", "./mine.json").stdout)
        self.write("mine.json", json.dumps({**board, "clock_mhz": "fast"}))
        self.refused("build", "vecadd.cl", "--board", "./mine.json", says=["mine.json", "clock_mhz"], status=INPUT_FAILED)

    def test_output_that_cannot_be_written(self):
        before = self.files()
        self.refused("build", "vecadd.cl", "-o", "/dev/full", says=["No space left on device", "make room"], status=MACHINE_FAILED)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))
        self.refused("build", "vecadd.cl", "-o", "none/x.weft", says=["the folder", "none does not exist"], status=MACHINE_FAILED)
        self.refused("build", "vecadd.cl", "-o", ".", says="it is a folder", status=MACHINE_FAILED)
        # Refused before anything is compiled.
        self.assertNotIn("compile", self.weft("build", "vecadd.cl", "-o", "none/x", status=MACHINE_FAILED).stderr)
        self.refused("build", "vecadd.cl", status=MACHINE_FAILED, says=["vecadd.weft", "File too large", "ulimit -f"],
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual(self.files(), before)
        self.refused("build", "vecadd.cl", "--dump-dir", "vecadd.cl", says="cannot make the folder", status=MACHINE_FAILED)

    def test_output_replaces_the_file_behind_a_link(self):
        (self.folder / "real").mkdir()
        (self.folder / "real/out.weft").write_text("old")
        (self.folder / "link.weft").symlink_to("real/out.weft")
        self.weft("build", "vecadd.cl", "-o", "link.weft")
        self.assertTrue((self.folder / "link.weft").is_symlink())
        self.assertTrue(zipfile.is_zipfile(self.folder / "real/out.weft"))
        with subprocess.Popen([TOOL, "build", "vecadd.cl", "-q", "-o", "/dev/stdout"], cwd=self.folder,
                              stdout=subprocess.PIPE) as process:
            self.assertEqual(process.communicate()[0], (self.folder / "real/out.weft").read_bytes())

    def test_killed(self):
        statements = "\n".join(f"  x = x * {2 * i + 3}u + (x >> {i % 7 + 1}); a[x & 63] = x;" for i in range(400))
        self.write("long.cl", "kernel void k(global uint *a) {\n  uint x = a[get_global_id(0)];\n" + statements + "\n}\n")
        self.write("long.weft", "what was there")
        before = self.files()
        for delay in (0.05, 0.2, 0.4):
            with subprocess.Popen([TOOL, "build", "long.cl"], cwd=self.folder, stderr=subprocess.DEVNULL) as process:
                time.sleep(delay)
                self.assertIsNone(process.poll(), "the build is over: give it more to do")
                process.send_signal(signal.SIGKILL)
            self.assertEqual(self.files(), before)
            self.assertEqual((self.folder / "long.weft").read_text(), "what was there")


main()
