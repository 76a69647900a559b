// SPDX-License-Identifier: Apache-2.0
// What every model's translation unit begins with; precompiled (sim/CMakeLists.txt).
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include "verilated.h"

#include "sim/model/model_api.h"
