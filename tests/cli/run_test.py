# SPDX-License-Identifier: Apache-2.0
"""weft run: kernels give what PoCL's do on the same arrays, and what is wrong with an argument is told."""
import json
import re
import subprocess

import numpy as np
import pyopencl as cl

from tool import INPUT_FAILED, MACHINE_FAILED, TOOL, ToolTest, main, pocl

SIGNATURES = """
typedef float4 color;
typedef unsigned char byte;
typedef struct { int x; short y; } point;
kernel void mixed(global color *image, color tint, float3 unused, byte level, long offset, double scale, global point *points, point p) {
  size_t i = get_global_id(0);
  image[i] = image[i] * tint + (float)level;
  points[i].x = p.x + (int)offset;
  points[i].y = (short)(p.y * scale);
}
kernel void reversed(global int *out, local int *scratch) {
  size_t i = get_local_id(0);
  scratch[i] = out[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[get_local_size(0) - 1 - i];
}
kernel void places(global uint *out, uint width, uint height) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * height + y) * width + x] = (uint)(x + 10 * y + 100 * z + 1000 * get_group_id(1));
}
kernel void hello(global int *a) {
  if (a) a[get_global_id(0)] = 1;
  printf("item %d of %d\\n", (int)get_global_id(0), (int)get_global_size(0));
}
"""


class Run(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("kernels.cl", SIGNATURES)
        self.random = np.random.default_rng(7)

    def save(self, name, array):
        np.save(self.folder / name, array)
        return array

    def load(self, name):
        return np.load(self.folder / name, allow_pickle=False)

    def test_arrays_as_on_pocl(self):
        a = self.save("a.npy", self.random.standard_normal((16, 4)).astype(np.float32))
        raw = self.save("points.npy", self.random.integers(0, 256, 16 * 8, dtype=np.uint8))
        point = self.save("point.npy", np.frombuffer(np.array([7, 1 << 20 | 300], np.int32).tobytes(), np.uint8))
        self.weft("run", "kernels.cl", "-k", "mixed", "-g", "16", "image=@a.npy", "tint=0.5,1,-2,1e-3", "unused=1,2,3",
                  "level=200", "offset=-5", "scale=1.5", "points=@points.npy>points_out.npy", "p=@point.npy",
                  "--save", "image=image_out.npy")
        context, queue = pocl()
        image_buffer, point_buffer = (cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=x) for x in (a, raw))
        kernel = cl.Program(context, SIGNATURES).build().mixed
        kernel(queue, (16,), None, image_buffer, np.array([0.5, 1, -2, 1e-3], np.float32), np.array([1, 2, 3, 0], np.float32),
               np.uint8(200), np.int64(-5), np.float64(1.5), point_buffer, point)
        expected_image, expected_points = np.empty_like(a), np.empty_like(raw)
        cl.enqueue_copy(queue, expected_image, image_buffer)
        cl.enqueue_copy(queue, expected_points, point_buffer)
        np.testing.assert_array_equal(self.load("image_out.npy"), expected_image)
        np.testing.assert_array_equal(self.load("points_out.npy"), expected_points)

    def test_local_memory_and_dimensions_as_on_pocl(self):
        out = self.save("out.npy", np.arange(64, dtype=np.int32))
        self.weft("run", "kernels.cl", "-k", "reversed", "-g", "64", "-l", "16", "out=@out.npy", "scratch=local:int:16",
                  "--save", "out=reversed.npy")
        context, queue = pocl()
        program = cl.Program(context, SIGNATURES).build()
        buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=out)
        program.reversed(queue, (64,), (16,), buffer, cl.LocalMemory(64))
        expected = np.empty_like(out)
        cl.enqueue_copy(queue, expected, buffer)
        np.testing.assert_array_equal(self.load("reversed.npy"), expected)
        self.weft("run", "kernels.cl", "-k", "places", "--global", "5,6,3", "--local", "5,2,1", "out=zeros:3x6x5", "5", "6",
                  "--save", "out=places.npy")
        expected = np.empty((3, 6, 5), np.uint32)
        buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, expected.nbytes)
        program.places(queue, (5, 6, 3), (5, 2, 1), buffer, np.uint32(5), np.uint32(6))
        cl.enqueue_copy(queue, expected, buffer)
        np.testing.assert_array_equal(self.load("places.npy"), expected)

    def test_a_built_file_runs_on_its_board(self):
        a, b = (self.save(name, self.random.standard_normal(100).astype(np.float32)) for name in ("a.npy", "b.npy"))
        for board in ("sim-card", "sim-soc"):
            self.weft("build", "vecadd.cl", "--board", board)
            result = self.weft("run", "vecadd.weft", "-g", "100", "@a.npy", "@b.npy", ">c.npy")
            self.assertIn(f"vecadd on {board}, 100 work-items", result.stdout)
            np.testing.assert_array_equal(self.load("c.npy"), a + b)
        self.refused("run", "vecadd.weft", "--board", "sim-card", "-g", "1", status=INPUT_FAILED,
                     says="vecadd.weft is for board sim-soc, not for sim-card")
        self.refused("run", "vecadd.weft", "-DX", "-g", "1", says="vecadd.weft is built already: -DX cannot change it")

    def test_the_board_of_the_environment(self):
        arguments = ("-g", "8", "a=range:8", "b=range:8", "c=zeros:8")

        def board(*words, device):
            figures = json.loads(self.weft("run", *words, *arguments, "--json", env={"WEFT_DEVICE": device}).stdout)
            return figures["board"]
        self.assertEqual(board("vecadd.cl", device="sim:soc"), "sim-soc")
        self.assertEqual(board("vecadd.cl", device="sim:soc,sim:card"), "sim-soc")
        self.assertEqual(board("vecadd.cl", device=""), "sim-card")
        self.assertEqual(board("vecadd.cl", "--board", "sim-card", device="sim:soc"), "sim-card")
        self.weft("build", "vecadd.cl", "--board", "sim-soc")
        self.assertEqual(board("vecadd.weft", device="sim:soc"), "sim-soc")
        self.refused("run", "vecadd.weft", *arguments, env={"WEFT_DEVICE": "sim:card"}, status=INPUT_FAILED,
                     says=["vecadd.weft is for board sim-soc, not for sim-card", "unset WEFT_DEVICE"])
        self.refused("run", "vecadd.cl", *arguments, env={"WEFT_DEVICE": "sim:crad"},
                     says="WEFT_DEVICE: no board is named sim:crad")
        self.refused("run", "vecadd.cl", *arguments, env={"WEFT_DEVICE": "null:card"},
                     says="WEFT_DEVICE names null:card, on which weft runs no kernels")

    def test_figures(self):
        words = ("run", "vecadd.cl", "-g", "1024", "a=range:1024", "b=range:1024", "c=zeros:1024")
        text = self.weft(*words).stdout
        cycles = int(re.search(r"^cycles:   (\d+), (\S+) us at 200 MHz$", text, re.M)[1])
        self.assertRegex(text, r"buffers:  8192 bytes read, 4096 written; moved once each: ")
        figures = json.loads(self.weft(*words, "--json", "--repeat", "3").stdout)
        self.assertEqual(figures["cycles"], [cycles] * 3)  # the same on every run
        self.assertAlmostEqual(figures["seconds"], cycles / 200e6)
        self.assertAlmostEqual(figures["bytes_per_cycle"], 3 * 4096 / cycles)
        self.assertEqual((figures["board"], figures["global"], figures["local"]), ("sim-card", [1024], []))
        both = json.loads(self.weft(*words, "--json", env={"WEFT_SIM": "both", "WEFT_SIM_MODEL": "quick"}).stdout)
        self.assertEqual(both["cycles"], [cycles])

    def test_repeated_on_the_same_contents(self):
        self.write("count.cl", "kernel void count(global int *a) { a[get_global_id(0)] += 1; }\n")
        text = self.weft("run", "count.cl", "-g", "4", "a=full:4:5", "--repeat", "3", "--print", "a").stdout
        self.assertIn("a = [6, 6, 6, 6]\n", text)
        self.assertIn("(3 runs)", text)

    def test_printf_and_null(self):
        text = self.weft("run", "kernels.cl", "-k", "hello", "-g", "2", "null").stdout
        self.assertIn("item 0 of 2\nitem 1 of 2\n", text)
        result = self.weft("run", "kernels.cl", "-k", "hello", "-g", "2", "a=zeros:2", "--json")
        json.loads(result.stdout)
        self.assertIn("item 1 of 2\n", result.stderr)

    def test_print(self):
        self.write("copy.cl", "kernel void half_copy(global half *h, global const float *f, global char *c) {\n"
                   "  size_t i = get_global_id(0);\n  vstore_half(f[i], i, h);\n  c[i] -= 100;\n}\n")
        text = self.weft("run", "copy.cl", "-g", "3", "h=zeros:3", "f=range:3:-0.5:0.25", "c=full:3:-28", "--print", "h",
                         "--print", "f", "--print", "c").stdout
        self.assertIn("h = [-0.5, -0.25, 0]\nf = [-0.5, -0.25, 0]\nc = [-128, -128, -128]\n", text)
        text = self.weft("run", "copy.cl", "-g", "1", "h=zeros:1001", "f=range:1001", "c=zeros:1", "--print", "f").stdout
        self.assertIn("f = [0, 1, 2, ..., 998, 999, 1000]\n", text)

    def test_a_kernel_that_fails(self):
        text = self.refused("run", "vecadd.cl", "-g", "8", "a=zeros:4", "b=zeros:8", "c=zeros:8>c.npy", status=INPUT_FAILED,
                            says=["out-of-bounds read of 4 bytes at vecadd.cl:3:10", "argument 0 (a): offset 16 of 16 bytes"])
        self.assertEqual(text.count("out-of-bounds"), 1)
        self.assertFalse((self.folder / "c.npy").exists())
        self.refused("run", "vecadd.cl", "-g", "8", "a=zeros:4", "b=zeros:8", "c=zeros:8", status=INPUT_FAILED,
                     says="error: CL_COMMAND_NDRANGE_KERNEL: kernel vecadd: out-of-bounds", env={"WEFT_LOG": "off"})
        self.write("loop.cl", "kernel void loop(global volatile int *a) {\n  while (a[0] == 0)\n    ;\n}\n")
        self.refused("run", "loop.cl", "-g", "1", "a=zeros:1", status=INPUT_FAILED, says="loop.cl:2",
                     env={"WEFT_CYCLE_LIMIT": "10000"})
        self.refused("run", "kernels.cl", "-k", "reversed", "-g", "8", "-l", "5000", "zeros:8", "local:8", status=INPUT_FAILED,
                     says=["local size 5000", "1024", "CL_INVALID_WORK_ITEM_SIZE"])

        self.refused("run", "vecadd.cl", "-g", "8", "-l", "3", "a=zeros:8", "b=zeros:8", "c=zeros:8", status=INPUT_FAILED,
                     says=["8 of dimension 0 is not a multiple of the local size 3", "take a divisor, or build it with -cl-std=CL3.0"])
        self.weft("run", "vecadd.cl", "-g", "8", "-l", "3", "a=zeros:8", "b=zeros:8", "c=zeros:8", "-cl-std=CL3.0")

    def test_which_kernel(self):
        self.refused("run", "kernels.cl", "-g", "1", says="add --kernel NAME: there are mixed, reversed, places, hello")
        self.refused("run", "kernels.cl", "-g", "1", "-k", "helo", says="did you mean hello?")
        self.refused("run", "kernels.cl", "-g", "1", "-k", "nothing_like_it", says="there are mixed")

    def test_sizes(self):
        for sizes in ("0", "x", "1,2,3,4", "", "4,", "-4", "1.5", "99999999999999999999"):
            self.refused("run", "vecadd.cl", "--global=" + sizes, says="is no size" if sizes else "global")
        self.refused("run", "vecadd.cl", "-g", "8,8", "-l", "4", says="--local 4 has 1 dimensions and --global 8,8 has 2")
        self.refused("run", "vecadd.cl", says="--global is required")
        self.refused("run", "vecadd.cl", "-g", "4294967296,4294967297", "a=>a.npy", status=INPUT_FAILED,
                     says=["argument a (global const float* a)", "more than 4294967296 bytes"])
        self.refused("run", "vecadd.cl", "-g", "4", "--repeat", "0", says="--repeat")

    def test_names_and_places(self):
        refused = lambda *words, says: self.refused("run", "vecadd.cl", "-g", "4", *words, says=says)
        refused("a=zeros:4", "b=zeros:4", says=["needs a value for argument c (global float* c)", "'c=>out.npy'"])
        refused("aa=zeros:4", says="did you mean a?")
        refused("input=zeros:4", says="it is vecadd(global const float* a, global const float* b, global float* c)")
        refused("a=zeros:4", "a=zeros:4", says="argument a is given twice")
        refused("zeros:4", "zeros:4", "zeros:4", "zeros:4", says="one value too many")
        refused("c=zeros:4>", says="does not name the file behind >")
        refused("a=zeros:4", "--save", "c", says="--save c names no file")
        refused("a=zeros:4", "--print", "d", says="has no argument d")
        self.refused("run", "kernels.cl", "-k", "reversed", "-g", "1", "--save", "scratch=x.npy", says="is no buffer")
        # Places are those that names leave.
        text = self.weft("run", "vecadd.cl", "-g", "2", "b=full:2:1", "full:2:10", "full:2:5", "--print", "c").stdout
        self.assertIn("c = [11, 11]", text)

    def test_values(self):
        refused = lambda word, says: self.refused("run", "kernels.cl", "-k", "mixed", "-g", "1", word, says=says,
                                                  status=INPUT_FAILED)
        refused("level=256", ["argument level (byte level): 256 is out of range of uchar: 0 to 255"])
        refused("level=-1", "out of range of uchar")
        refused("offset=9223372036854775808", "out of range of long: -9223372036854775808 to 9223372036854775807")
        refused("offset=1.5", "1.5 is no long: a whole number is needed")
        refused("offset=1,2", "1,2 is more than one number")
        refused("offset=", "nothing stands behind =")
        refused("scale=fast", "fast is no double")
        refused("tint=1,2,3", ["argument tint (color tint): a float4 has 4 numbers, 1,2,3 has 3"])
        refused("tint=1,2,3,1e40", "1e40 is out of range of float")
        refused("p=1", ["argument p (point p): a structure is given as the bytes of a file", "p=@bytes.npy"])
        self.save("p.npy", np.zeros(7, np.uint8))
        refused("p=@p.npy", "it has 8 bytes and p.npy has 7")
        refused("offset=1>x.npy", "offset cannot be saved: it is no buffer")
        self.refused("run", "kernels.cl", "-k", "reversed", "-g", "1", "scratch=64", says="64 is no size of local memory",
                     status=INPUT_FAILED)

    def test_saving(self):
        words = ("run", "vecadd.cl", "-g", "4", "range:4", "range:4")
        self.weft(*words, "c=>c.npy")
        np.testing.assert_array_equal(self.load("c.npy"), np.arange(4, dtype=np.float32) * 2)
        self.refused(*words, "c=>/dev/full", status=MACHINE_FAILED, says="No space left on device")
        self.refused(*words, "c=>none/c.npy", status=MACHINE_FAILED, says="none does not exist")
        self.refused(*words, "c=", status=INPUT_FAILED, says="the shell took it for itself")
        with open("/dev/full", "wb") as full:
            result = subprocess.run([TOOL, *words, "c=zeros:4", "--print", "c"], cwd=self.folder, stdout=full,
                                    stderr=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, "standard output cannot be written" in result.stderr), (MACHINE_FAILED, True))


main()
