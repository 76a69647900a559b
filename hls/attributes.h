// SPDX-License-Identifier: Apache-2.0
// Attributes of LLVM IR that one stage leaves for a later one.
#pragma once

namespace weft::hls {

// Of functions: build options. The front end gives each function of the program the value "true" or "false"; functions
// of the library have neither.
/// Operands and results of float that are subnormal may be taken for zero: -cl-denorms-are-zero and what includes it.
constexpr const char *kFlushSubnormals = "weft-flush-subnormals";
/// No operand and no result is infinite or NaN: -cl-finite-math-only and what includes it.
constexpr const char *kFiniteMath = "weft-finite-math";

/// Values in the hardware are called as the variables they are assigned to: -g.
constexpr const char *kSourceNames = "weft-source-names";

/// Work-items in a packet, a number: -weft-lanes. Without it the compiler chooses.
constexpr const char *kLanes = "weft-lanes";

/// Copies of the kernel that share a launch, a number: -weft-compute-units. Without it there is one.
constexpr const char *kComputeUnits = "weft-compute-units";

/// Of kernels: attributes of the source. Work-items in a packet, before kLanes: num_simd_work_items.
constexpr const char *kSimdLanes = "weft-simd-lanes";
/// Copies, before kComputeUnits: num_compute_units.
constexpr const char *kNumComputeUnits = "weft-num-compute-units";
/// The largest work-group: max_work_group_size. It may be more than the board's.
constexpr const char *kMaxWorkGroupSize = "weft-max-work-group-size";
/// These as they were declared, with blanks between them: for CL_KERNEL_ATTRIBUTES.
constexpr const char *kSourceAttributes = "weft-source-attributes";

/// Of kernels: their ids may need more than kernel::kIdBits.
constexpr const char *kWideIds = "weft-wide-ids";

/// Of a __local variable: it has as many bytes for each work-item of the largest group, by linear local id, and those
/// are all that the work-items of a smaller group access.
constexpr const char *kExchange = "weft-exchange";

/// Of an argument that the compiler added to a kernel, and that the host sets by itself: what it is, by the names of
/// kernel::Argument::Implicit.
constexpr const char *kImplicit = "weft-implicit";
/// kernel::Argument::Implicit::PrintBuffer.
constexpr const char *kPrintBuffer = "print_buffer";
/// kernel::Argument::Implicit::ProgramVariable, and the attribute that says which: its number.
constexpr const char *kProgramVariable = "program_variable", *kVariable = "weft-variable";

/// Metadata of a kernel: what it prints, as kernel::printsToText writes it.
constexpr const char *kPrintsMetadata = "weft.prints";
/// Named metadata: the program's variables in device memory, as kernel::variablesToText writes them.
constexpr const char *kVariablesMetadata = "weft.variables";

}  // namespace weft::hls
