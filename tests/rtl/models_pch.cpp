// SPDX-License-Identifier: Apache-2.0
// Only here to build the precompiled headers of verilated modules and of the programs round them.
