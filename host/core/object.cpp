// SPDX-License-Identifier: Apache-2.0
#include "host/core/object.h"

namespace weft::core {

static std::atomic<const void *> dispatchTable{nullptr};

void setDispatch(const void *table) { dispatchTable = table; }
const void *dispatch() { return dispatchTable; }

}  // namespace weft::core
