# SPDX-License-Identifier: Apache-2.0
"""weft doctor finds what is wrong and says what to do."""
import json
import os
import pathlib
import shutil
import subprocess

from fake_tools import FakeTools
from tool import INPUT_FAILED, TOOL, WEFT_ICD, ToolTest, main

RESOURCES = pathlib.Path(TOOL).parent.parent / "share/weft"
LIBRARY = pathlib.Path(WEFT_ICD).read_text().strip()


class Doctor(ToolTest):
    def findings(self, status=0, **environment):
        """Level, text and advice of each subject; of several findings the first that is not ok."""
        if not (self.folder / "tools").exists():
            FakeTools(self.folder / "tools")
        result = self.weft("doctor", "--json", status=status,
                           env={"OCL_ICD_VENDORS": WEFT_ICD, "WEFT_TOOLS": str(self.folder / "tools"), **environment})
        found = {}
        for finding in json.loads(result.stdout):
            if found.get(finding["subject"], ("ok",))[0] == "ok":
                found[finding["subject"]] = (finding["level"], finding["text"], finding["advice"])
        return found

    def test_all_is_well(self):
        found = self.findings()
        flow = ["yosys", "nextpnr-ice40", "icepack", "icepll", "nextpnr-ecp5", "ecppack", "ecppll", "openFPGALoader"]
        self.assertEqual({subject: level for subject, (level, _, _) in found.items()},
                         dict.fromkeys(["resources", "environment", "OpenCL loader", "registration", "boards", "kernel", "cache",
                                        "Verilator", "C++ compiler", "linker", *flow], "ok"))
        self.assertRegex(found["kernel"][1], r"compiled, run on sim-card and right: \d+ cycles")
        self.assertIn("Verilator 5.", found["Verilator"][1])
        self.assertEqual(found["boards"][1].split(", "), self.weft("boards", "--names").stdout.split())
        text = self.weft("doctor", env={"OCL_ICD_VENDORS": WEFT_ICD, "WEFT_TOOLS": str(self.folder / "tools")}).stdout
        self.assertTrue(text.endswith("\n0 errors, 0 warnings\n"), text)
        self.assertIn("sim-soc and right", self.findings(WEFT_DEVICE="sim:soc")["kernel"][1])

    def test_registration(self):
        vendors = self.folder / "vendors"
        vendors.mkdir()
        level, text, advice = self.findings(OCL_ICD_VENDORS=str(vendors))["registration"]
        self.assertEqual((level, "OpenCL programs do not find Weft" in text), ("warning", True))
        self.assertIn(f"export OCL_ICD_VENDORS={WEFT_ICD}", advice)
        (vendors / "other.icd").write_text("libpocl.so.2\n")
        (vendors / "weft.icd").write_text("/nowhere/libweft.so\n")
        level, text, advice = self.findings(status=INPUT_FAILED, OCL_ICD_VENDORS=str(vendors))["registration"]
        self.assertEqual(level, "error")
        self.assertIn("weft.icd names /nowhere/libweft.so, which does not exist", text)
        self.assertIn(f"write {LIBRARY} into it", advice)
        copy = self.folder / "libweft.so"
        copy.write_text("")
        (vendors / "weft.icd").write_text(f"{copy}\n")
        self.assertEqual(self.findings(OCL_ICD_VENDORS=str(vendors))["registration"][0], "warning")
        (vendors / "weft.icd").write_text(LIBRARY + "\n")
        self.assertEqual(self.findings(OCL_ICD_VENDORS=str(vendors))["registration"][0], "ok")

    def test_registration_of_an_installation(self):
        """It names the library where it is installed, and a prefix of one's own gets all there is."""
        for prefix, destination, vendors in [(self.folder / "own", "", self.folder / "own/etc"),
                                             ("/usr/local", self.folder / "package", self.folder / "package/etc")]:
            subprocess.run(["cmake", "--install", pathlib.Path(WEFT_ICD).parent, "--component", "icd", "--prefix", prefix],
                           env={**os.environ, "DESTDIR": str(destination)}, stdout=subprocess.DEVNULL, check=True)
            self.assertRegex((vendors / "OpenCL/vendors/weft.icd").read_text(), rf"^{prefix}/lib\S*/libweft.so\n$")

    def test_environment(self):
        found = self.findings(WEFT_CACHEDIR="x")
        self.assertEqual(found["environment"][0], "warning")
        self.assertIn("WEFT_CACHE_DIR is one", found["environment"][1])
        self.assertIn("WEFT_SIM=maybe", self.findings(status=INPUT_FAILED, WEFT_SIM="maybe")["environment"][1])
        level, text, _ = self.findings(status=INPUT_FAILED, WEFT_DEVICE="sim:crad")["kernel"]
        self.assertEqual((level, "no board is named sim:crad" in text), ("error", True))

    def test_resources(self):
        level, text, advice = self.findings(status=INPUT_FAILED, WEFT_RESOURCE_DIR=str(self.folder))["resources"]
        self.assertEqual((level, "no Weft resources there" in text), ("error", True))
        copy = self.folder / "share"
        copy.mkdir()
        for path in RESOURCES.iterdir():
            if path.name != "builtins-64.bc":
                (copy / path.name).symlink_to(path)
        found = self.findings(status=INPUT_FAILED, WEFT_RESOURCE_DIR=str(copy))
        self.assertIn("builtins-64.bc is missing", found["resources"][1])
        self.assertIn("install Weft again", found["resources"][2])
        self.assertEqual(found["kernel"][0], "error")
        (copy / "builtins-64.bc").symlink_to(RESOURCES / "builtins-64.bc")
        (copy / "weft-compile-process").unlink()
        found = self.findings(status=INPUT_FAILED, WEFT_RESOURCE_DIR=str(copy))
        self.assertEqual((found["compiler"][0], found["kernel"][0]), ("error", "error"))

    def test_boards(self):
        copy = self.folder / "share"
        copy.mkdir()
        for path in RESOURCES.iterdir():
            if path.name != "board":
                (copy / path.name).symlink_to(path)
        shutil.copytree(RESOURCES / "board", copy / "board")
        self.write("share/board/sim-new/board.json", '{"name": "sim-new"}')
        level, text, _ = self.findings(status=INPUT_FAILED, WEFT_RESOURCE_DIR=str(copy))["boards"]
        self.assertEqual((level, "sim-new" in text and "missing" in text), ("error", True))
        boards = self.weft("boards", "--names", status=INPUT_FAILED, env={"WEFT_RESOURCE_DIR": str(copy)})
        self.assertEqual(boards.stdout, self.weft("boards", "--names").stdout)
        self.assertIn("sim-new", boards.stderr)

    def test_cache(self):
        cache = self.folder / "cache"
        self.assertIn("is made when something is to be kept", self.findings()["cache"][1])
        cache.mkdir(mode=0o700)
        self.assertIn("0 models", self.findings()["cache"][1])
        cache.chmod(0o777)
        level, text, _ = self.findings()["cache"]
        self.assertEqual((level, "chmod go-w" in text), ("warning", True))
        self.assertEqual(self.findings(WEFT_CACHE_DIR=str(self.folder / "none/cache"))["cache"][0], "ok")  # not made yet
        self.write("file", "")
        level, text, _ = self.findings(WEFT_CACHE_DIR=str(self.folder / "file/cache"))["cache"]
        self.assertEqual((level, f"cannot be made in {self.folder}/file: Not a directory" in text), ("warning", True))
        self.assertEqual(self.findings(WEFT_CACHE_DIR=str(self.folder / "file"))["cache"][0], "warning")
        self.assertEqual(self.findings(WEFT_CACHE_DIR="", XDG_CACHE_HOME=str(self.folder / "none"))["cache"][0], "ok")


main()
