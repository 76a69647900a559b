# SPDX-License-Identifier: Apache-2.0
"""Weft and PoCL in one process: both compile and run, in both orders."""
import numpy as np
import pyopencl as cl

SOURCE = "__kernel void k(__global int *p, int n) { int i = get_global_id(0); p[i] = p[i] * n + i; }"
platforms = {platform.name: platform for platform in cl.get_platforms()}
assert set(platforms) == {"Weft", "Portable Computing Language"}, platforms
data = np.arange(100, dtype=np.int32)
for name in ("Weft", "Portable Computing Language", "Weft"):
    device = platforms[name].get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=data)
    cl.Program(context, SOURCE).build().k(queue, (100,), None, buffer, np.int32(7))
    result = np.empty_like(data)
    cl.enqueue_copy(queue, result, buffer)
    np.testing.assert_array_equal(result, data * 7 + np.arange(100, dtype=np.int32))
print("both platforms give the same results in one process")
