// SPDX-License-Identifier: Apache-2.0
// GTKWave's FST writer and reader, as Verilator brings them: C, to be included as a whole.
#include <cstdint>

#define HAVE_LIBPTHREAD
#define FST_WRITER_PARALLEL
#define FST_CONFIG_INCLUDE "fst_config.h"
// NOLINTBEGIN(bugprone-suspicious-include)
#include "gtkwave/fastlz.c"
#include "gtkwave/fstapi.c"
#include "gtkwave/lz4.c"
// NOLINTEND(bugprone-suspicious-include)
