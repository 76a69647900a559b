// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft::entry {

/// The entry point of this name, or null. Extension functions and, as loaders ask for them, core functions.
void *lookUp(const char *name);

/// Makes objects point to the dispatch table. Called before the platform's handle leaves the library.
void publishDispatch();

}  // namespace weft::entry
