// SPDX-License-Identifier: Apache-2.0
kernel void empty(void) {}
