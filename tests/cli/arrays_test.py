# SPDX-License-Identifier: Apache-2.0
"""Buffers from a command line: .npy files as NumPy reads and writes them, and the language of contents."""
import struct

import numpy as np

from tool import INPUT_FAILED, ToolTest, main

TYPES = {"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16, "int": np.int32, "uint": np.uint32,
         "long": np.int64, "ulong": np.uint64, "half": np.float16, "float": np.float32, "double": np.float64}


def splitmix(seed, count):
    """SplitMix64, written from the paper for this test."""
    numbers = []
    state = seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        numbers.append(z ^ z >> 31)
    return np.array(numbers, np.uint64)


class Arrays(ToolTest):
    def setUp(self):
        super().setUp()
        # One kernel that touches nothing: what goes in comes out.
        arguments = ", ".join(f"global {name} *{name}_" for name in TYPES if name != "half")
        self.write("all.cl", "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                   f"kernel void all(global half *half_, {arguments}, global float4 *v, global int3 *w, global void *any) {{}}\n"
                   "kernel void one(global float *a) {}\nkernel void raw(global void *a) {}\n")

    def through(self, kernel, *words):
        return self.weft("run", "all.cl", "-k", kernel, "-g", "1", *words)

    def contents(self, texts):
        """What the kernel `all` finds in its buffers."""
        names = [name + "_" for name in TYPES] + ["v", "w", "any"]
        words = [f"{name}={texts.get(name, 'null')}" + (f">{name}.npy" if name in texts else "") for name in names]
        self.through("all", *words)
        return {name: np.load(self.folder / (name + ".npy"), allow_pickle=False) for name in texts}

    def test_files_of_each_type_and_shape(self):
        random = np.random.default_rng(3)
        texts, expected = {}, {}
        for name, kind in TYPES.items():
            array = np.frombuffer(random.bytes(24 * np.dtype(kind).itemsize), kind).reshape(2, 3, 4)
            np.save(self.folder / f"in_{name}.npy", array)
            texts[name + "_"], expected[name + "_"] = f"@in_{name}.npy", array
        for name, array in {"v": random.standard_normal((3, 4)).astype(np.float32), "w": np.arange(8, dtype=np.int32),
                            "any": np.array([True, False])}.items():
            np.save(self.folder / f"in_{name}.npy", array)
            texts[name], expected[name] = f"@in_{name}.npy", array
        for name, array in self.contents(texts).items():
            self.assertEqual((array.dtype, array.shape), (expected[name].dtype, expected[name].shape), name)
            self.assertEqual(array.tobytes(), expected[name].tobytes(), name)

    def test_versions_of_the_format(self):
        array = np.arange(6, dtype=np.float32).reshape(2, 3)
        for version in ((1, 0), (2, 0), (3, 0)):
            with open(self.folder / "in.npy", "wb") as file:
                np.lib.format.write_array(file, array, version=version)
            self.through("one", "a=@in.npy>out.npy")
            np.testing.assert_array_equal(np.load(self.folder / "out.npy"), array)
        np.save(self.folder / "numpy.npy", array)
        self.assertEqual((self.folder / "out.npy").read_bytes(), (self.folder / "numpy.npy").read_bytes())
        np.save(self.folder / "scalar.npy", np.float32(3))
        self.through("one", "a=@scalar.npy>out.npy")
        self.assertEqual(np.load(self.folder / "out.npy").shape, ())

    def test_zeros_full_range(self):
        texts = {f"{name}_": "range:5" for name in TYPES}
        texts.update(v="range:3", w="full:int3:2:-7", any="zeros:short:2x3")
        found = self.contents(texts)
        for name, kind in TYPES.items():
            np.testing.assert_array_equal(found[name + "_"], np.arange(5, dtype=kind))
            self.assertEqual(found[name + "_"].dtype, kind)
        np.testing.assert_array_equal(found["v"], np.arange(12, dtype=np.float32).reshape(3, 4))
        np.testing.assert_array_equal(found["w"], np.full((2, 4), -7, np.int32))
        np.testing.assert_array_equal(found["any"], np.zeros((2, 3), np.int16))
        found = self.contents({"uchar_": "range:300", "char_": "range:char:4:100:20", "long_": "range:3:9007199254740993:2",
                               "ulong_": "full:2:0xffffffffffffffff", "double_": "range:4:0.5:-0.25", "float_": "full:2:0x1.8p-3",
                               "half_": "full:1:65504", "int_": "range:2x2:-2147483648"})
        np.testing.assert_array_equal(found["uchar_"], np.arange(300).astype(np.uint8))
        np.testing.assert_array_equal(found["char_"], (100 + 20 * np.arange(4)).astype(np.int8))
        np.testing.assert_array_equal(found["long_"], 9007199254740993 + 2 * np.arange(3))
        np.testing.assert_array_equal(found["ulong_"], np.full(2, 2**64 - 1, np.uint64))
        np.testing.assert_array_equal(found["double_"], 0.5 - 0.25 * np.arange(4))
        np.testing.assert_array_equal(found["float_"], np.full(2, 0.1875, np.float32))
        np.testing.assert_array_equal(found["half_"], np.full(1, 65504, np.float16))
        np.testing.assert_array_equal(found["int_"], -2147483648 + np.arange(4).reshape(2, 2))

    def test_random(self):
        found = self.contents({f"{name}_": "random:1000:42" for name in TYPES})
        numbers = splitmix(42, 1000)
        for name, kind in TYPES.items():
            bits = np.dtype(kind).itemsize * 8
            if np.issubdtype(kind, np.floating):
                precision = np.finfo(kind).nmant + 1
                expected = ((numbers >> np.uint64(64 - precision)).astype(np.float64) / 2.0**precision).astype(kind)
            else:
                expected = (numbers >> np.uint64(64 - bits)).astype(f"u{bits // 8}").view(kind)
            np.testing.assert_array_equal(found[name + "_"], expected, name)
        self.assertFalse(np.array_equal(self.contents({"int_": "random:9:1"})["int_"], self.contents({"int_": "random:9:2"})["int_"]))

    def refuse(self, word, says):
        self.refused("run", "all.cl", "-k", "one", "-g", "1", word, status=INPUT_FAILED,
                     says=["argument a (global float* a)", *([says] if isinstance(says, str) else says)])

    def test_wrong_texts(self):
        self.refuse("a=zero:4", ["zero:4 says nothing of a buffer", "zeros:SHAPE"])
        self.refuse("a=zeros", "needs a shape")
        self.refuse("a=zeros:float", "needs a shape")
        self.refuse("a=zeros:int:4", ["its elements are float, not int", "leave out the type"])
        self.refuse("a=zeros:flaot:4", "flaot is no type")
        self.refuse("a=zeros:4x", "4x is no shape")
        self.refuse("a=@", "no file is named behind @")
        self.refuse("a=zeros:4y", "4y is no length")
        self.refuse("a=zeros:0", "a buffer of no bytes cannot be made")
        self.refuse("a=zeros:99999999999", "more than 4294967296 bytes")
        self.refuse("a=zeros:4294967296x4294967296", "more than 4294967296 bytes")
        self.refuse("a=zeros:4:5", "5 is too much for zeros")
        self.refuse("a=full:4", "full needs a value")
        self.refuse("a=full:4:x", "x is no float")
        self.refuse("a=full:4:1e99", "1e99 is out of range of float")
        self.refuse("a=random:4:-1", "-1 is no seed")
        self.refuse("a=range:4:1:2:3", "3 is too much for range")
        self.refused("run", "all.cl", "-k", "raw", "-g", "1", "a=zeros:4", status=INPUT_FAILED,
                     says=["argument a (global void* a)", "write one: zeros:float:SHAPE"])

    def test_records(self):
        """What the kernel's C structure is to NumPy: fields of any kind, arrays, records in records, gaps; a kernel finds the fields."""
        inner = np.dtype([("n", np.int16), ("é", np.uint8)], align=True)
        kind = np.dtype([("id", np.int32), ("pos", np.float32, (2, 2)), ("flag", np.bool_), ("in", inner), ("w", np.float64)], align=True)
        self.write("records.cl", """
            typedef struct { short n; uchar e; } inner;
            typedef struct { int id; float pos[2][2]; uchar flag; inner in; double w; } particle;
            kernel void step(global particle *p, particle by) {
              global particle *q = p + get_global_id(0);
              q->pos[1][0] += by.pos[1][0];
              q->flag = !q->flag;
              q->in.n += q->in.e + by.in.n;
              q->w *= by.w;
            }""")
        array = np.zeros(3, kind)
        for i, item in enumerate(array):
            item["id"], item["pos"], item["in"]["n"], item["in"]["é"], item["w"] = i, i + 0.5, -i, 200, i
        by = np.zeros((), kind)
        by["pos"][1, 0], by["in"]["n"], by["w"] = 2, 7, 0.5
        np.save(self.folder / "p.npy", array)
        np.save(self.folder / "by.npy", by)
        result = self.weft("run", "records.cl", "-g", 3, "p=@p.npy>out.npy", "by=@by.npy", "--print", "p")
        self.assertIn("p = [(0, 0.5, 0.5, 2.5, 0.5, 1, 207, 200, 0), (1,", result.stdout)
        self.assertIn(f"p in out.npy, records of {kind.itemsize} bytes (3,)", result.stdout)
        array["pos"][:, 1, 0] += 2
        array["flag"] = True
        array["in"]["n"] += 207
        array["w"] *= 0.5
        out = np.load(self.folder / "out.npy")
        self.assertEqual(out.dtype, kind)
        for name in kind.names:
            self.assertEqual(out[name].tolist(), array[name].tolist(), name)

    def test_complex_numbers(self):
        self.write("turn.cl", "kernel void turn(global float2 *a) { size_t i = get_global_id(0); a[i] = (float2)(-a[i].y, a[i].x); }\n")
        array = (np.arange(4) + 1j).astype(np.complex64)
        np.save(self.folder / "a.npy", array)
        self.assertIn("a = [(-1, 0), (-1, 1),", self.weft("run", "turn.cl", "-g", 4, "a=@a.npy>out.npy", "--print", "a").stdout)
        out = np.load(self.folder / "out.npy")
        self.assertEqual(out.dtype, array.dtype)
        self.assertEqual(out.tolist(), (1j * array).tolist())
        np.save(self.folder / "a.npy", array.astype(complex))
        self.refused("run", "turn.cl", "-g", 4, "a=@a.npy", status=INPUT_FAILED, says="complex numbers, float32 is needed")

    def test_wrong_files(self):
        save = lambda array: np.save(self.folder / "in.npy", array)
        self.refuse("a=@none.npy", "cannot read none.npy: No such file")
        save(np.zeros(4, np.int32))
        self.refuse("a=@in.npy", ["in.npy holds int32, float32 is needed", "a.astype(numpy.float32)"])
        save(np.zeros(4, bool))
        self.refuse("a=@in.npy", "in.npy holds truth values")
        save(np.zeros(4, ">f4"))
        self.refuse("a=@in.npy", ["big-endian", "newbyteorder"])
        save(np.zeros((2, 3), np.float32, order="F"))
        self.refuse("a=@in.npy", ["Fortran", "numpy.ascontiguousarray(a)"])
        save(np.zeros(4, complex))
        self.refuse("a=@in.npy", "in.npy holds complex numbers, float32 is needed")
        save(np.zeros(4, "m8[s]"))
        self.refuse("a=@in.npy", "its elements are <m8[s], which OpenCL C does not have")
        save(np.zeros(4, "U3"))
        self.refuse("a=@in.npy", "<U3")
        save(np.zeros(4, [("x", "f4"), ("y", "i4")]))
        self.refuse("a=@in.npy", ["in.npy holds records, float32 is needed", "a['name']"])
        for field in (">f4", "S3", "U3"):
            save(np.zeros(4, [("x", "f4"), ("y", field)]))
            self.refuse("a=@in.npy", "big-endian" if field[0] == ">" else field)
        save(np.array([None]))
        self.refuse("a=@in.npy", "|O")
        save(np.zeros(0, np.float32))
        self.refuse("a=@in.npy", "no bytes")
        np.save(self.folder / "in.npy", np.zeros(7, np.float32))
        self.refused("run", "all.cl", "-k", "all", "-g", "1", "v=@in.npy", status=INPUT_FAILED,
                     says=["7 numbers of shape (7,)", "no multiple of the 4 that a float4 takes"])

    def test_damaged_files(self):
        np.save(self.folder / "in.npy", np.zeros((2, 3), np.float32))
        whole = (self.folder / "in.npy").read_bytes()
        write = lambda bytes: (self.folder / "in.npy").write_bytes(bytes)
        for length in (0, 5, 7, 9, 10, 40, 127):
            write(whole[:length])
            self.refuse("a=@in.npy", "in.npy cannot be taken: it ")
        write(whole[:-1])
        self.refuse("a=@in.npy", "its header tells of 24 bytes, shape (2, 3), and 23 follow: it is cut short")
        write(whole + b"x")
        self.refuse("a=@in.npy", "more than one array")
        write(whole[:6] + b"\x09" + whole[7:])
        self.refuse("a=@in.npy", "version 9")
        for old, new in ((b"(2, 3)", b"(2,-3)"), (b"(2, 3)", b"(2  3)"), (b"'shape'", b"'shapf'"), (b"False", b"Maybe"),
                         (b"'<f4'", b"'<f9'"), (b"'<f4'", b"'<f  "), (b"{", b"["), (b"}", b"]"), (b"'descr': '<f4', ", b"")):
            write(whole.replace(old, new))
            self.refuse("a=@in.npy", "in.npy cannot be taken: ")
        header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 4294967296), }\n"
        write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        self.refuse("a=@in.npy", "larger than any file")
        for described, why in (("[" * 100000, "damaged"), ("[('a', " * 5000, "without end"), ("[('a', '<f4', (1048576, 1048576))]", "more than 1048576 bytes"),
                               ("[('a', '<f4', (2,)", "damaged"), ("[('a')]", "damaged"), ("[]", "no numbers"), ("[('', '|V4')]", "no numbers")):
            header = f"{{'descr': {described}, 'fortran_order': False, 'shape': (1,), }}\n".encode()
            write(b"\x93NUMPY\x02\x00" + struct.pack("<I", len(header)) + header + bytes(4))
            self.refuse("a=@in.npy", why)


main()
