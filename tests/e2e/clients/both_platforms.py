# SPDX-License-Identifier: Apache-2.0
"""Weft and PoCL in one process: both compile and run, in turn.

both_platforms.py WEFT_LIBRARY FIRST: FIRST is the platform that the loader takes first, "weft" or "pocl".
"""
import os
import sys
import tempfile

libraries = {"weft": sys.argv[1], "pocl": "libpocl.so.2"}
names = {"weft": "Weft", "pocl": "Portable Computing Language"}
first = sys.argv[2]
second = "pocl" if first == "weft" else "weft"

with tempfile.TemporaryDirectory() as vendors:
    # Unsorted, the loader takes them in the order of the directory, which depends on hashes of the file names.
    for attempt in range(64):
        files = {who: f"{who}{attempt}.icd" for who in libraries}
        for who, file in files.items():
            with open(os.path.join(vendors, file), "w", encoding="ascii") as icd:
                icd.write(libraries[who] + "\n")
        if os.listdir(vendors) == [files[first], files[second]]:
            break
        for file in files.values():
            os.remove(os.path.join(vendors, file))
    else:
        sys.exit("no file names bring the two platforms into the wanted order")
    os.environ["OCL_ICD_VENDORS"] = vendors + "/"
    os.environ["OCL_ICD_PLATFORM_SORT"] = "none"

    import numpy as np
    import pyopencl as cl

    platforms = cl.get_platforms()

assert [platform.name for platform in platforms] == [names[first], names[second]], platforms
SOURCE = "__kernel void k(__global int *p, int n) { int i = get_global_id(0); p[i] = p[i] * n + i; }"
data = np.arange(100, dtype=np.int32)
for platform in platforms + platforms[:1]:
    device = platform.get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=data)
    cl.Program(context, SOURCE).build().k(queue, (100,), None, buffer, np.int32(7))
    result = np.empty_like(data)
    cl.enqueue_copy(queue, result, buffer)
    np.testing.assert_array_equal(result, data * 7 + np.arange(100, dtype=np.int32))
print(f"{first} first: both platforms give the same results in one process")
