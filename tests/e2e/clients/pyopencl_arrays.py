# SPDX-License-Identifier: Apache-2.0
"""PyOpenCL's generated kernels (element-wise, reduction, scan) against NumPy."""
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel

device = cl.get_platforms()[0].get_devices()[0]
assert device.platform.name == "Weft", device.platform.name
context = cl.Context([device])
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)

random = np.random.default_rng(1)
a = random.standard_normal(500).astype(np.float32)
b = random.standard_normal(500).astype(np.float32)
device_a, device_b = cl_array.to_device(queue, a), cl_array.to_device(queue, b)

np.testing.assert_array_equal((device_a + device_b).get(), a + b)
np.testing.assert_allclose((device_a * np.float32(3) - device_b).get(), a * np.float32(3) - b, rtol=1e-5, atol=1e-5)

axpy = ElementwiseKernel(context, "float *out, float s, const float *x, const float *y", "out[i] = s * x[i] + y[i]", "axpy")
out = cl_array.empty_like(device_a)
axpy(out, np.float32(0.5), device_a, device_b)
np.testing.assert_allclose(out.get(), np.float32(0.5) * a + b, rtol=1e-6, atol=1e-6)

words = random.integers(0, 1 << 20, 700).astype(np.int32)
total = ReductionKernel(context, np.int32, neutral="0", reduce_expr="a+b", map_expr="x[i]", arguments="const int *x")
assert total(cl_array.to_device(queue, words)).get() == words.sum(dtype=np.int32)

program = cl.Program(context, """
__kernel void transpose(__global const int *in, __global int *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}""").build()
n = 20
matrix = random.integers(0, 1000, (n, n)).astype(np.int32)
source = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=matrix)
target = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, matrix.nbytes)
event = program.transpose(queue, (n, n), None, source, target, np.int32(n))
result = np.empty_like(matrix)
cl.enqueue_copy(queue, result, target)
np.testing.assert_array_equal(result, matrix.T)
assert event.profile.end > event.profile.start >= event.profile.submit >= event.profile.queued
print("PyOpenCL: all results equal NumPy's")
