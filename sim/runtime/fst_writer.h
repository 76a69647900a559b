// SPDX-License-Identifier: Apache-2.0
// One FST file for several models. CMake makes Verilator's FST back end call these in place of GTKWave's functions.
#pragma once
#include <cstdint>

#include "gtkwave/fstapi.h"

/// Opens a waveform file, or joins the writers of an open one of this name; nullptr if it cannot be created.
void *weftFstOpen(const char *path, int compressHierarchy);
/// Leaves it; the last one closes the file.
void weftFstClose(void *writer);
/// Moves to a time not before the current one.
void weftFstTime(void *writer, uint64_t time);
/// Whether something of a file that was closed could not be written since the last call.
bool weftFstLost();
