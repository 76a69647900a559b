# SPDX-License-Identifier: Apache-2.0
"""Runs `weft` in a folder of its own, for the tests beside this file.

WEFT_TOOL: the program. WEFT_ICD, POCL_ICD: the files by which an OpenCL loader finds Weft and PoCL."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOL = os.environ.pop("WEFT_TOOL")
WEFT_ICD = os.environ.pop("WEFT_ICD")
POCL_ICD = os.environ.pop("POCL_ICD")
TEXTS = pathlib.Path(os.environ.pop("WEFT_TEXTS"))  # the folder of man page and completion
for name in [name for name in os.environ if name.startswith("WEFT_")]:
    del os.environ[name]  # those of whoever runs the tests

DONE, INPUT_FAILED, WRONG_USAGE, MACHINE_FAILED = range(4)

VECADD = """kernel void vecadd(global const float *restrict a, global const float *restrict b, global float *restrict c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
"""


class ToolTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="weft-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.write("vecadd.cl", VECADD)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def weft(self, *words, status=DONE, env={}, **options):
        """The finished process; its status must be `status`, unless that is None."""
        result = subprocess.run([TOOL, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120, **options,
                                env={**os.environ, "WEFT_CACHE_DIR": str(self.folder / "cache"), **env})
        result.stdout, result.stderr = result.stdout.decode(), result.stderr.decode()
        if status is not None:
            self.assertEqual(result.returncode, status, f"weft {' '.join(map(str, words))}\n{result.stdout}{result.stderr}")
        return result

    def refused(self, *words, status=WRONG_USAGE, says, **options):
        """What weft says on stderr when it refuses: each of `says` must be in it."""
        text = self.weft(*words, status=status, **options).stderr
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, text, f"weft {' '.join(map(str, words))}")
        return text

    def files(self):
        return sorted(path.name for path in self.folder.iterdir() if path.name != "cache")


def pocl():
    """PyOpenCL's device of PoCL and a queue for it."""
    os.environ["OCL_ICD_VENDORS"] = POCL_ICD
    import pyopencl
    device = pyopencl.get_platforms()[0].get_devices()[0]
    assert device.platform.name == "Portable Computing Language", device.platform.name
    context = pyopencl.Context([device])
    return context, pyopencl.CommandQueue(context)


def main():
    unittest.main(verbosity=1)
