// SPDX-License-Identifier: Apache-2.0
#include "hls/generate_fitting.h"

#include <bit>
#include <fmt/format.h>
#include <optional>

#include "board/fpga_part.h"
#include "hls/attempt.h"
#include "hls/llvm_diagnostic.h"
#include "hls/stages.h"
#include "hls/transforms/unrolled.h"

namespace weft::hls {
namespace {

/// Why packets had better be narrower: the kernel is very large.
std::string tooLarge(const rtlgen::Fit &fit) {
  if (!fit.isLarge())
    return "";
  if (!fit.isOfKnownPart())
    return "the kernel would be very large (-weft-lanes)";
  return fmt::format("over {:.0f} % of {} would be taken (-weft-lanes)", 100 * fit.largeShare(),
                     fit.isOfBoard() ? "the FPGA" : fit.place());
}

/// Whether a kernel that is too large for an FPGA, but is not refused, is hardly smaller for what it gives up.
bool gainsNothing(const Attempt &first, const Attempt &last) {
  constexpr double kGain = 0.1;
  const rtlgen::Need &before = first.estimate.fit->blockRams, &after = last.estimate.fit->blockRams;
  return !last.estimate.fit->isOfBoard() && after.exceeded() && after.likely > (1 - kGain) * before.likely;
}

std::string less(const Attempt &first, const Attempt &last) {
  const unsigned before = first.image.interface.slots, after = last.image.interface.slots;
  std::string text;
  if (after != before)
    text = fmt::format("{} {} in flight instead of {}", after,
                       last.image.interface.lanes > 1 ? "packets" : "work-items", before);
  if (last.image.localMemoryBytes && last.image.localCopies != first.image.localCopies)
    text += fmt::format("{}local memory for {} work-group{} at a time instead of {}", text.empty() ? "" : " and ",
                        last.image.localCopies, last.image.localCopies == 1 ? "" : "s", first.image.localCopies);
  return text.empty() ? "local memory that takes one store of a packet at a time" : text;
}

Diagnostic changed(const Attempt &first, const Attempt &last) {
  const kernel::Interface &before = first.image.interface, &after = last.image.interface;
  const rtlgen::Fit &fit = *first.estimate.fit;
  std::string message;
  if (last.lanes != first.lanes)
    message = fmt::format("kernel '{}' does not fit {} with packets of {} work-items: it is built with packets of "
                          "{}, and {} of them in flight instead of {}",
                          after.name, fit.place(), first.lanes, last.lanes, after.slots, before.slots);
  else
    message = fmt::format("kernel '{}' would need {:.0f} block RAMs of {}, which has {}: it is built with ", after.name,
                          fit.blockRams.likely, fit.place(), fit.blockRams.available) +
              less(first, last);
  if (after.maxWorkGroupSize != before.maxWorkGroupSize)
    message += fmt::format(", and its work-groups have at most {} instead of {} (CL_KERNEL_WORK_GROUP_SIZE)",
                           after.maxWorkGroupSize, before.maxWorkGroupSize);
  Diagnostic warning = userError({}, std::move(message), "it may be slower; smaller arrays leave room for more");
  warning.severity = Diagnostic::Severity::Warning;
  return warning;
}

/// The program asks for more than the kernel allows.
std::optional<Diagnostic> fewerLanes(const llvm::Function &function, const Attempt &built) {
  const Wanted wanted = wantedLanes(function);
  if (wanted.count <= built.lanes || built.lanesReason.what.empty())
    return std::nullopt;
  Diagnostic warning =
      userError(built.lanesReason.location,
                fmt::format("kernel '{}' has packets of {} instead of {} work-items ({}): {}",
                            built.image.interface.name, built.lanes, wanted.count, wanted.by, built.lanesReason.what));
  warning.severity = Diagnostic::Severity::Warning;
  return warning;
}

/// Whether it is too large by its block memories, and by these alone.
bool hasTooManyBlocks(const rtlgen::Fit &fit) {
  return fit.isLarge(fit.blockRams) && !fit.isLarge(fit.luts) && !fit.isLarge(fit.multipliers);
}

/// Clocks are known for families whose parts are.
bool missesClock(const board::Description &board, const rtlgen::Estimate &estimate) {
  return estimate.fit->isOfKnownPart() && estimate.mhz < board.clockMhz;
}

bool isRight(const board::Description &board, const Attempt &built) {
  return !built.estimate.fit->isLarge() && !missesClock(board, built.estimate);
}

/// Without what makes a kernel faster at the cost of its clock and area, and less than lanes do: without halves of
/// local memory, then without caches, too.
std::vector<Settings> plainerThan(const Settings &settings, const Attempt &last) {
  std::vector<Settings> plainer;
  if (last.estimate.halves > 1) {
    plainer.push_back(settings);
    plainer.back().limits.halves = 1;
  }
  if (last.caches && !last.estimate.fit->isLarge()) {
    plainer.push_back(plainer.empty() ? settings : plainer.back());
    plainer.back().bounds.cacheBytes = 0;
  }
  return plainer;
}

/// A kernel that is right, and what makes it so.
struct Candidate {
  Attempt built;
  Settings settings;
};

/// The first of those plainer than `last` that is right.
llvm::Expected<std::optional<Candidate>> plainCandidate(GraphMaker &graphs, const Settings &settings,
                                                        const Attempt &last) {
  for (Settings &plain : plainerThan(settings, last)) {
    auto next = attempt(graphs, plain, TooWide::Skip);
    if (!next)
      return next.takeError();
    plain.bounds.lanes = next->lanes;
    if (isRight(settings.board, *next))
      return Candidate{std::move(*next), std::move(plain)};
  }
  return std::nullopt;
}

/// The most lanes with which the kernel is not too large and reaches the board's clock, with halves of local memory and
/// caches or, where these are too slow or too large, without, and with fewer copies of local memory where block
/// memories are short; where it never does, those with the highest clock. Fewer lanes with caches where these are
/// faster than more without.
llvm::Expected<Attempt> chooseLanes(GraphMaker &graphs, Settings &settings, Attempt first) {
  const board::Description &board = settings.board;
  std::optional<Candidate> plain;
  Attempt best = std::move(first), last = best;
  while (!isRight(board, last)) {
    const std::string large = tooLarge(*last.estimate.fit);
    auto next = plainCandidate(graphs, settings, last);
    if (!next)
      return next.takeError();
    if (*next && (!plain || (*next)->built.rate() > plain->built.rate()))
      plain = std::move(*next);
    if (plain && plain->built.rate() >= last.rate())
      break;
    if (!hasTooManyBlocks(*last.estimate.fit) || !makeFewerCopies(settings, last)) {
      if (last.lanes == 1)
        break;
      makeNarrower(settings, last);
      settings.whyNoMoreLanes =
          large.empty() ? fmt::format("{:g} MHz would not be reached (-weft-lanes)", board.clockMhz) : large;
    }
    auto narrower = attempt(graphs, settings, large.empty() ? TooWide::Build : TooWide::Skip);
    if (!narrower)
      return narrower.takeError();
    last = std::move(*narrower);
    if (!large.empty() || last.estimate.mhz > best.estimate.mhz)
      best = last;
  }
  if (plain && (!isRight(board, best) || plain->built.rate() >= best.rate())) {
    settings = std::move(plain->settings);
    return std::move(plain->built);
  }
  settings.bounds.lanes = best.lanes;
  return best;
}

/// As many compute units as the board has memory ports, fewer where these cannot be built: the report says why. One
/// that is refused alone is refused.
llvm::Expected<Attempt> firstAttempt(GraphMaker &graphs, Settings &settings) {
  const bool chosen = wantedUnits(graphs.function()).count == 0;
  settings.bounds.units = settings.board.ports;
  // What refuses several units is found when they are built.
  const bool skips = wantedLanes(graphs.function()).count == 0 && (!chosen || settings.bounds.units == 1);
  const TooWide tooWide = skips ? TooWide::Skip : TooWide::Build;
  for (;;) {
    auto built = attempt(graphs, settings, tooWide);
    if (built || !chosen || settings.bounds.units == 1)
      return built;
    std::vector<Diagnostic> refused = takeDiagnostics(built.takeError());
    const Diagnostic &first = refused.front();
    if (first.severity == Diagnostic::Severity::InternalError)
      return toError(std::move(refused));
    settings.whyNoMoreUnits = {fmt::format("{} are refused: {}", settings.bounds.units, first.message), first.location};
    settings.bounds.units /= 2;
  }
}

bool isMoreThanACard(const components::Cost &area) {
  const board::FpgaPart &room = board::kRoomOfCard;
  return area.lut > board::kRoomsOfCard * room.luts || area.bram > board::kRoomsOfCard * room.blockRams;
}

/// Fewer compute units where these are too many for a large card, if the program leaves it to the compiler.
llvm::Expected<Attempt> chooseUnits(GraphMaker &graphs, Settings &settings, Attempt first) {
  Attempt last = std::move(first);
  while (wantedUnits(graphs.function()).count == 0 && settings.bounds.units > 1 &&
         isMoreThanACard(last.estimate.area)) {
    settings.whyNoMoreUnits = {"more than a large card has would be taken (-weft-compute-units)", {}};
    settings.bounds.units /= 2;
    auto next = attempt(graphs, settings);
    if (!next)
      return next.takeError();
    last = std::move(*next);
  }
  return last;
}

/// A kernel that is built.
struct Fitted {
  Attempt built;
  std::vector<Diagnostic> warnings;
  bool narrowed = false;  // there is no room, or no time in a cycle, for as many lanes as memory could feed
};

llvm::Expected<Fitted> fit(const llvm::Function &function, const board::Description &board,
                           const graph::LimitReason &whyNoMoreCopies) {
  GraphMaker graphs(function);
  Settings settings{board};
  settings.whyNoMoreCopies = whyNoMoreCopies;
  std::vector<Diagnostic> warnings;
  auto first = firstAttempt(graphs, settings);
  if (!first)
    return first.takeError();
  if (const std::optional<Diagnostic> warning = fewerLanes(function, *first))
    warnings.push_back(*warning);
  if (wantedLanes(function).count == 0) {
    first = chooseLanes(graphs, settings, std::move(*first));
    if (!first)
      return first.takeError();
  }
  first = chooseUnits(graphs, settings, std::move(*first));
  if (!first)
    return first.takeError();
  std::optional<Attempt> smaller;
  const auto last = [&]() -> Attempt & { return smaller ? *smaller : *first; };
  const auto lacksRoom = [&] {
    return last().lanes > 1 ? last().estimate.fit->diagnostic().has_value() : last().estimate.fit->blockRams.exceeded();
  };
  while (lacksRoom() && makeSmaller(settings, board.maxWorkGroupSize, last())) {
    auto next = attempt(graphs, settings);
    if (!next) {  // what asks for more cannot have less
      llvm::consumeError(next.takeError());
      break;
    }
    smaller = std::move(*next);
  }
  if (smaller && gainsNothing(*first, *smaller))
    smaller.reset();
  const std::optional<Diagnostic> diagnostic = last().estimate.fit->diagnostic();
  if (last().estimate.fit->isRefused())
    return toError(*diagnostic);
  const bool asked = wantedLanes(function).count != 0 || settings.limits.slots != rtlgen::kAny;
  if (smaller && asked)  // fewer lanes than there could be are nothing to warn of
    warnings.push_back(changed(*first, *smaller));
  if (diagnostic)
    warnings.push_back(*diagnostic);
  if (last().estimate.slow)
    warnings.push_back(*last().estimate.slow);
  return Fitted{std::move(last()), std::move(warnings), !settings.whyNoMoreLanes.empty()};
}

/// A kernel with some of the copies that its source asks for.
struct Choice {
  unsigned copies = 1;
  std::optional<Fitted> fitted;
  std::vector<Diagnostic> refused;  // why it is not

  /// Passes of the loop in a cycle. 0: it does not fit.
  double rate() const { return fitted ? fitted->built.rate() * copies : 0; }
  bool isTight() const { return !fitted || fitted->narrowed; }
  bool isDefect() const { return !fitted && refused.front().severity == Diagnostic::Severity::InternalError; }
};

Choice withCopies(unsigned copies, const llvm::Function &function, const board::Description &board,
                  const graph::LimitReason &why) {
  auto fitted = fit(function, board, why);
  if (!fitted)
    return {copies, std::nullopt, takeDiagnostics(fitted.takeError())};
  return {copies, std::move(*fitted), {}};
}

graph::LimitReason whyNoMoreCopies(const transforms::UnrolledLoop &loop, const Choice &all) {
  const std::string otherwise =
      all.fitted ? fmt::format("packets have {} work-items", all.fitted->built.lanes) : "the kernel does not fit";
  return {fmt::format("with {} copies of the loop {} (-weft-lanes)", loop.copies, otherwise), loop.location};
}

Diagnostic fewerCopies(const transforms::UnrolledLoop &loop, const Choice &all, const Choice &chosen,
                       const board::Description &board) {
  const kernel::Interface &kernel = chosen.fitted->built.image.interface;
  const auto timesOf = [](unsigned copies) {
    return copies == 1 ? std::string("not unrolled") : fmt::format("unrolled {} times", copies);
  };
  const std::string otherwise =
      all.fitted ? fmt::format("rather than {}", all.fitted->built.lanes) : "and does not fit otherwise";
  const std::string hint = all.fitted ? fmt::format("-weft-lanes={} leaves it as it is", all.fitted->built.lanes)
                                      : "unroll it less in the source, or build for a larger board";
  Diagnostic warning = userError(
      loop.location,
      fmt::format("the loop is {} instead of {}: so kernel '{}' has packets of {} work-items on board {}, {}",
                  timesOf(chosen.copies), loop.copies, kernel.name, chosen.fitted->built.lanes, board.name, otherwise),
      hint);
  warning.severity = Diagnostic::Severity::Warning;
  return warning;
}

Diagnostic notUnrolled(const transforms::UnrolledLoop &loop, const Choice &chosen, const board::Description &board) {
  Diagnostic warning = userError(
      loop.location,
      fmt::format("the loop's {} iterations are not unrolled: kernel '{}' would not fit board {}, and is built without "
                  "unrolling what the source does not ask for",
                  loop.copies, chosen.fitted->built.image.interface.name, board.name),
      "it may be slower, as a work-item takes a turn for each iteration; #pragma unroll asks for the copies all the "
      "same");
  warning.severity = Diagnostic::Severity::Warning;
  return warning;
}

/// The kernel without the unrolling that nobody asked for, if that makes it fit.
llvm::Expected<std::optional<Choice>> withoutUnasked(const Choice &all, const board::Description &board,
                                                     const LessUnrolled &lessUnrolled) {
  auto function = lessUnrolled({.unasked = false});
  if (!function)
    return function.takeError();
  Choice choice = withCopies(all.copies, **function, board, {});
  if (!choice.fitted)
    return std::nullopt;
  return choice;
}

}  // namespace

llvm::Expected<kernel::Image> generateFitting(const llvm::Function &function, const board::Description &board,
                                              const LessUnrolled &lessUnrolled, std::vector<Diagnostic> &warnings) {
  const transforms::UnrolledLoop loop = transforms::unrolledLoop(function);
  const Choice all = withCopies(loop.copies, function, board, {});
  Choice chosen = all;
  const bool asked = wantedLanes(function).count != 0;
  for (unsigned copies = loop.copies; !asked && copies > 1 && chosen.isTight() && !all.isDefect();) {
    copies = std::bit_floor(copies - 1);
    auto less = lessUnrolled({.mostCopies = copies});
    if (!less)
      return less.takeError();
    Choice next = withCopies(copies, **less, board, whyNoMoreCopies(loop, all));
    if (next.rate() > chosen.rate())
      chosen = std::move(next);
  }
  const transforms::UnrolledLoop unasked = transforms::unaskedLoop(function);
  if (!chosen.fitted && unasked.copies > 1 && !all.isDefect()) {
    auto small = withoutUnasked(all, board, lessUnrolled);
    if (!small)
      return small.takeError();
    if (*small) {
      chosen = std::move(**small);
      warnings.push_back(notUnrolled(unasked, chosen, board));
    }
  }
  if (!chosen.fitted)
    return toError(all.refused);
  warnings.insert(warnings.end(), chosen.fitted->warnings.begin(), chosen.fitted->warnings.end());
  if (chosen.copies != all.copies)
    warnings.push_back(fewerCopies(loop, all, chosen, board));
  return std::move(chosen.fitted->built.image);
}

}  // namespace weft::hls
