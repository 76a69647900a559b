// SPDX-License-Identifier: Apache-2.0
// What makes the models: one function a component.
#pragma once
#include "sim/instant/components/model.h"

namespace weft::instant {

std::unique_ptr<Model> makeCreditFifo(Wiring &wiring);
std::unique_ptr<Model> makeStreamFifo(Wiring &wiring);

}  // namespace weft::instant
