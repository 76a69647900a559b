// SPDX-License-Identifier: Apache-2.0
// Only here to build the precompiled headers of verilated modules once for each level of optimisation.
