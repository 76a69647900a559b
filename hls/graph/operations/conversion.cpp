// SPDX-License-Identifier: Apache-2.0
// Between integers and floating point, and between floating-point formats.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/host_float.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

template <bool Signed, typename F> Bits toInteger(F value, unsigned width) {
  if (std::isnan(value))
    return Bits(width);
  value = std::trunc(value);
  const F limit = std::ldexp(F(1), int(width - Signed));  // first value too large
  if (value >= limit)
    return Signed ? Bits::ones(width - 1).zext(width) : Bits::ones(width);
  if (Signed ? value < -limit : value < 0)
    return Signed ? Bits::ones(width - 1).zext(width) + Bits(width, 1) : Bits(width);
  return Bits(width, Signed ? uint64_t(int64_t(value)) : uint64_t(value));
}

template <bool Signed> std::optional<Bits> evaluateToInteger(const Op &, const Operands &in, unsigned width) {
  if (width > 64)
    return std::nullopt;
  return inHostFormat(in, [&](auto value) { return toInteger<Signed>(value, width); });
}

template <typename From> std::optional<Bits> encodeAt(From value, unsigned width) {
  if (width == 16)
    return std::nullopt;
  return width == 32 ? encode<float>(float(value)) : encode<double>(double(value));
}

template <bool Signed> std::optional<Bits> evaluateFromInteger(const Op &, const Operands &in, unsigned width) {
  if (in[0].width() > 64)
    return std::nullopt;
  return Signed ? encodeAt(in[0].signedLow(), width) : encodeAt(in[0].low(), width);
}

std::optional<Bits> evaluateConvert(const Op &, const Operands &in, unsigned width) {
  if (in[0].width() == 16)
    return std::nullopt;
  return in[0].width() == 32 ? encodeAt(decode<float>(in[0]), width) : encodeAt(decode<double>(in[0]), width);
}

std::string fromFloat(const Shape &shape) {
  return isFloatWidth(shape.operands[0]) ? "" : "the operand is no floating-point number";
}

std::string toFloat(const Shape &shape) {
  return isFloatWidth(shape.result) ? "" : std::to_string(shape.result) + " bits are no floating-point width";
}

std::string betweenFloats(const Shape &shape) {
  if (std::string wrong = toFloat(shape); !wrong.empty())
    return wrong;
  return isFloatWidth(shape.operands[0]) && shape.operands[0] != shape.result
             ? ""
             : "converts between no two floating-point widths";
}

std::vector<Setting> integerSettings(unsigned floatWidth, unsigned integerWidth, bool isSigned) {
  std::vector<Setting> settings = formatSettings(floatWidth);
  settings.push_back({"IntW", integerWidth});
  settings.push_back({"Signed", isSigned});
  return settings;
}

std::vector<Setting> convertSettings(const Op &, unsigned result, unsigned operand) {
  const std::vector<Setting> from = formatSettings(operand), to = formatSettings(result);
  return {{"FromExpW", from[0].value}, {"FromSigW", from[1].value}, {"ToExpW", to[0].value}, {"ToSigW", to[1].value}};
}

template <bool Signed> std::vector<Setting> toIntegerSettings(const Op &, unsigned result, unsigned operand) {
  return integerSettings(operand, result, Signed);
}
template <bool Signed> std::vector<Setting> fromIntegerSettings(const Op &, unsigned result, unsigned operand) {
  return integerSettings(result, operand, Signed);
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::FToSI,
     .checkWidths = fromFloat,
     .evaluate = evaluateToInteger<true>,
     .origins = {{"llvm.fptosi.sat"}},
     .settings = toIntegerSettings<true>},
    {.opcode = Opcode::FToUI,
     .checkWidths = fromFloat,
     .evaluate = evaluateToInteger<false>,
     .origins = {{"llvm.fptoui.sat"}},
     .settings = toIntegerSettings<false>},
    {.opcode = Opcode::SIToF,
     .checkWidths = toFloat,
     .evaluate = evaluateFromInteger<true>,
     .origins = {{"sitofp"}},
     .settings = fromIntegerSettings<true>},
    {.opcode = Opcode::UIToF,
     .checkWidths = toFloat,
     .evaluate = evaluateFromInteger<false>,
     .origins = {{"uitofp"}},
     .settings = fromIntegerSettings<false>},
    {.opcode = Opcode::FConvert,
     .checkWidths = betweenFloats,
     .evaluate = evaluateConvert,
     .origins = {{"fpext"}, {"fptrunc"}},
     .settings = convertSettings},
};

}  // namespace

std::span<const Operation> conversionOperations() { return kOperations; }

}  // namespace weft::graph
