// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/components/models.h"

namespace weft::instant {

MakeModel findModel(std::string_view component) {
  static const std::map<std::string_view, MakeModel> models = {
      {"credit_fifo", makeCreditFifo},
      {"stream_fifo", makeStreamFifo},
  };
  const auto found = models.find(component);
  return found == models.end() ? nullptr : found->second;
}

}  // namespace weft::instant
