// SPDX-License-Identifier: Apache-2.0
// Test vectors from standard input against RTL and fast bodies of one format: one case a line, as testfloat_gen of
// Berkeley TestFloat writes them, operands, result and flags in hexadecimal. usage:
//   testfloat_gen -rmin f32_add | operators_vectors32 f32_add [near_even | minMag | min | max | near_maxMag]
// Flags are not compared, since the operators have none. Any NaN of the vectors stands for the canonical one. Of
// conversions to integers, NaN operands are left out: what they give differs from machine to machine.
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "fp_sets.h"
#include "rtl/fp/fp_fast.h"

// WEFT_TABLE_RTL, WEFT_TABLE_FAST, WEFT_MODES_RTL, WEFT_MODES_FAST: the Verilated classes of the two sets;
// WEFT_EXP_W, WEFT_SIG_W: the format.
#define WEFT_STRING2(x) #x
#define WEFT_STRING(x) WEFT_STRING2(x)
#include WEFT_STRING(WEFT_TABLE_RTL.h)
#include WEFT_STRING(WEFT_TABLE_FAST.h)
#include WEFT_STRING(WEFT_MODES_RTL.h)
#include WEFT_STRING(WEFT_MODES_FAST.h)

namespace {

constexpr FpFormat kFormat{WEFT_EXP_W, WEFT_SIG_W};
constexpr unsigned kRing = 128;  // cycles; more than every latency

/// A function of TestFloat.
struct Function {
  FpOperation operation;
  unsigned operands;
  FpFormat result = {};  // none: an integer
};

std::optional<FpFormat> formatOf(std::string_view name) {
  for (const FpFormat &format : {kHalf, kFloat, kDouble})
    if (name == nameOf(format))
      return format;
  return std::nullopt;
}

/// i32, ui32, i64, ui64.
bool integerOf(std::string_view name, FpOperation &operation) {
  operation.isSigned = name.substr(0, 1) == "i";
  if (!operation.isSigned && name.substr(0, 1) == "u")
    name.remove_prefix(1);
  operation.intW = name == "i32" ? 32 : name == "i64" ? 64 : 0;
  return operation.intW != 0;
}

std::optional<Function> functionOf(std::string_view name, unsigned rounding) {
  const size_t underscore = name.find('_');
  if (underscore == name.npos)
    return std::nullopt;
  const std::string_view source = name.substr(0, underscore), what = name.substr(underscore + 1);
  Function function{{FpCode::Add, kFormat, rounding}, 2, kFormat};
  FpOperation &operation = function.operation;
  static constexpr struct {
    const char *name;
    FpCode code;
    unsigned operands;
  } codes[] = {{"add", FpCode::Add, 2},         {"sub", FpCode::Sub, 2},   {"mul", FpCode::Mul, 2},
               {"div", FpCode::Div, 2},         {"sqrt", FpCode::Sqrt, 1}, {"mulAdd", FpCode::Fma, 3},
               {"roundToInt", FpCode::Round, 1}};
  static constexpr struct {
    const char *name;
    unsigned predicate;
  } predicates[] = {{"eq", 0}, {"lt", 3}, {"le", 4}};
  const std::optional<FpFormat> from = formatOf(source);
  if (from == kFormat) {
    for (const auto &code : codes)
      if (what == code.name) {
        operation.code = code.code;
        function.operands = code.operands;
        return function;
      }
    for (const auto &predicate : predicates)
      if (what == predicate.name) {
        operation = {.code = FpCode::Compare, .format = kFormat, .choice = predicate.predicate};
        function.result = {};
        return function;
      }
  }
  if (what.substr(0, 3) != "to_")
    return std::nullopt;
  const std::string_view target = what.substr(3);
  const std::optional<FpFormat> to = formatOf(target);
  function.operands = 1;
  if (from == kFormat && to) {
    operation.code = FpCode::Convert;
    operation.to = function.result = *to;
    return function;
  }
  if (from == kFormat && integerOf(target, operation)) {
    operation.code = FpCode::ToInt;
    function.result = {};
    return function;
  }
  if (to == kFormat && integerOf(source, operation)) {
    operation.code = FpCode::FromInt;
    return function;
  }
  return std::nullopt;
}

/// The pipeline of the operation in one model: a case a cycle in, after its latency a result out.
class Pipeline {
public:
  virtual ~Pipeline() = default;
  virtual uint64_t step(uint64_t a, uint64_t b, uint64_t c) = 0;
};
template <typename Model> class ModelPipeline : public Pipeline {
public:
  explicit ModelPipeline(size_t instance) : instance(instance) {}
  __attribute__((noinline)) uint64_t step(uint64_t a, uint64_t b, uint64_t c) override {
    WeftFpGuard guard;
    model.a_i = a & kFormat.mask();
    model.b_i = b;
    model.c_i = c;
    model.int_i = a;
    model.clk_i = 0;
    model.eval();
    const uint64_t result = model.results_o[instance];
    model.clk_i = 1;
    model.eval();
    return result;
  }

private:
  Model model;
  const size_t instance;
};

struct Case {
  std::string line;
  uint64_t expected;
  bool compared;
};

}  // namespace

int main(int argc, char **argv) {
  static constexpr const char *roundings[] = {"near_even", "near_maxMag", "minMag", "max", "min"};
  unsigned rounding = 0;
  while (rounding < 5 && std::strcmp(argc > 2 ? argv[2] : "near_even", roundings[rounding]) != 0)
    rounding++;
  const std::optional<Function> function = argc > 1 && rounding < 5 ? functionOf(argv[1], rounding) : std::nullopt;
  if (!function) {
    std::fprintf(stderr, "usage: testfloat_gen [options] FUNCTION | %s FUNCTION [rounding], functions of %s\n", argv[0],
                 nameOf(kFormat).c_str());
    return 2;
  }
  std::vector<std::pair<const char *, std::unique_ptr<Pipeline>>> models;
  unsigned latency = 0;
  for (const char *set : {"table", "modes"}) {
    const std::vector<FpInstance> instances = fpInstances(set, kFormat);
    for (size_t i = 0; i < instances.size() && models.empty(); i++) {
      if (!(instances[i].operation == function->operation))
        continue;
      latency = instances[i].latency;
      if (*set == 't') {
        models.emplace_back("rtl", std::make_unique<ModelPipeline<WEFT_TABLE_RTL>>(i));
        models.emplace_back("fast", std::make_unique<ModelPipeline<WEFT_TABLE_FAST>>(i));
      } else {
        models.emplace_back("rtl", std::make_unique<ModelPipeline<WEFT_MODES_RTL>>(i));
        models.emplace_back("fast", std::make_unique<ModelPipeline<WEFT_MODES_FAST>>(i));
      }
    }
  }
  if (models.empty()) {
    std::fprintf(stderr, "no operator for %s in mode %s\n", argv[1], roundings[rounding]);
    return 2;
  }

  std::vector<Case> ring(kRing);
  uint64_t cases = 0, compared = 0, wrong = 0;
  bool end = false;
  char line[256];
  for (uint64_t cycle = 0; !end || cycle < cases + latency; cycle++) {
    uint64_t operands[3] = {}, expected = 0;
    Case &now = ring[cycle % kRing];
    if (!end && std::fgets(line, sizeof line, stdin)) {
      char *at = line;
      for (unsigned i = 0; i < function->operands; i++)
        operands[i] = std::strtoull(at, &at, 16);
      char *const before = at;
      expected = std::strtoull(at, &at, 16);
      if (at == before) {
        std::fprintf(stderr, "no case: %s", line);
        return 2;
      }
      cases++;
      const bool integral = function->operation.code == FpCode::ToInt;
      now.compared = !(integral && kFormat.isNan(operands[0]));
      compared += now.compared;
      if (function->result.sigW && function->result.isNan(expected))
        expected = function->result.quietNan();
      now.expected = expected;
      now.line = line;
    } else {
      end = true;
    }
    for (auto &[name, model] : models) {
      const uint64_t result = model->step(operands[0], operands[1], operands[2]);
      if (cycle < latency || cycle - latency >= cases)
        continue;
      const Case &then = ring[(cycle - latency) % kRing];
      if (then.compared && result != then.expected && wrong++ < 20)
        std::printf("%s %s %s: %" PRIx64 " for %s", name, argv[1], roundings[rounding], result, then.line.c_str());
    }
  }
  std::printf("%s %s: %" PRIu64 " cases, %" PRIu64 " compared, %" PRIu64 " wrong\n", argv[1], roundings[rounding],
              cases, compared, wrong);
  return wrong != 0 || cases == 0;
}
