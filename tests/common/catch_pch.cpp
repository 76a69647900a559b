// SPDX-License-Identifier: Apache-2.0
// Only here to build the precompiled header of Catch once.
