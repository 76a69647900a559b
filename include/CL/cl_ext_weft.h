/* SPDX-License-Identifier: Apache-2.0
 * What Weft answers beyond the standard. Other platforms answer CL_INVALID_VALUE. Values lie in a range that no
 * registered extension uses. */
#ifndef CL_EXT_WEFT_H_
#define CL_EXT_WEFT_H_

#include <CL/cl.h>

/* clGetDeviceInfo, cl_uint: bytes that the device's memory ports move in one clock cycle at most. */
#define CL_DEVICE_MEMORY_PORT_BYTES_WEFT 0x4F00

/* clGetEventProfilingInfo, cl_ulong, kernels only: clock cycles from the kernel's start signal to its last
 * acknowledged store, without command processing. */
#define CL_PROFILING_COMMAND_CYCLES_WEFT 0x4F01

/* clGetDeviceInfo, cl_uint: memory ports, of which each moves its part of these bytes. */
#define CL_DEVICE_MEMORY_PORTS_WEFT 0x4F02

#endif
