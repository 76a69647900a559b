// SPDX-License-Identifier: Apache-2.0
// Replacements for functions of libclc that miss the specification's accuracy in float.
#include "builtins.h"
