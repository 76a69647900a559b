// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/field_sharing.h"

#include <algorithm>

namespace weft::rtlgen {
namespace {

bool meets(const std::vector<bool> &a, const std::vector<bool> &b) {
  for (size_t e = 0; e < a.size(); ++e)
    if (a[e] && b[e])
      return true;
  return false;
}

bool fits(const SharedField &field, const CarriedValue &value) {
  return field.width == value.width &&
         std::none_of(field.values.begin(), field.values.end(),
                      [&](const CarriedValue &other) { return meets(other.edges, value.edges); });
}

}  // namespace

std::vector<SharedField> shareFields(const std::vector<CarriedValue> &values) {
  std::vector<SharedField> fields;
  const auto place = [&](const CarriedValue &value) {
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const SharedField &f) { return fits(f, value); });
    if (field == fields.end())
      fields.push_back({value.width, {value}});
    else
      field->values.push_back(value);
  };
  const size_t edges = values.empty() ? 0 : values[0].edges.size();
  for (size_t uses = edges; uses > 0; --uses)
    for (const CarriedValue &value : values)
      if (size_t(std::count(value.edges.begin(), value.edges.end(), true)) == uses)
        place(value);
  return fields;
}

}  // namespace weft::rtlgen
