// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/verify_sites.h"

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

namespace weft::graph {
namespace {

class SitesVerifier {
public:
  SitesVerifier(const Kernel &kernel, const std::function<void(const std::string &, const std::string &)> &found)
      : kernel_(kernel), found_(found) {}

  void run() {
    for (size_t i = 0; i < kernel_.sites.size(); ++i) {
      where_ = "site " + std::to_string(i);
      checkSite(kernel_.sites[i]);
    }
    checkLineCaches();
  }

private:
  void require(bool condition, const std::string &message) const {
    if (!condition)
      found_(where_, message);
  }

  void checkSite(const Site &s) {
    const Kernel &k = kernel_;
    require(std::has_single_bit(s.bytes), "bytes is no power of two");
    require(std::is_sorted(s.arguments.begin(), s.arguments.end()) &&
                std::adjacent_find(s.arguments.begin(), s.arguments.end()) == s.arguments.end(),
            "arguments are not sorted and unique");
    require(!s.arguments.empty(), "may reach no argument");
    for (uint32_t a : s.arguments)
      require(a < k.arguments.size() && k.arguments[a].kind == Argument::Kind::Buffer,
              "argument " + std::to_string(a) + " is no buffer");
    require(s.kind != Site::Kind::Atomic || s.unit == Site::Unit::Scatter || s.unit == Site::Unit::Lanes,
            "atomics are not streams");
    require(!s.isVolatile || (s.kind == Site::Kind::Load && s.unit == Site::Unit::Scatter),
            "only a load that is no stream is volatile");
    const bool cached = s.unit == Site::Unit::Cached, shares = s.lineCache != kNone;
    require(
        (cached || shares) == (s.cacheLines != 0) &&
            (s.cacheLines == 0 || (std::has_single_bit(s.cacheLines) && s.cacheLines >= 2 * (shares ? 1 : k.lanes))),
        "a cache has no two rows of lines, or no power of two of them");
    require(s.cacheLines == 0 || s.kind == Site::Kind::Load, "only loads have a cache");
    require(!shares || (s.unit != Site::Unit::Scatter && !cached), "shares lines, but asks for none that others need");
    require(!s.aligned || s.unit == Site::Unit::Packet, "is aligned, but no packet");
    checkOrder(s);
    require(s.taps == 1 || (s.taps % 2 == 1 && s.kind == Site::Kind::Load && !s.aligned &&
                            s.unit != Site::Unit::Scatter && (hasLaneAddresses(s.unit) || elementsOf(s) < 32)),
            "has taps, but is no load of elements from its first tap on");
    require(!s.tapMasks || s.taps != 1, "has masks for taps, but no taps");
    const bool chosen = s.reason.kind != UnitReason::Kind::None;
    require(!chosen || s.kind != Site::Kind::Atomic, "a reason for the unit of an atomic");
    require(!chosen || hasLaneAddresses(s.unit) || s.taps != 1 ||
                (s.unit != Site::Unit::Scatter) ==
                    (s.reason.kind == UnitReason::Kind::Neighbours || s.reason.kind == UnitReason::Kind::Border),
            "its unit is not the one that there is a reason for");
  }

  /// Each pair is of one of the site's arguments and of another, which may overlap it.
  void checkOrder(const Site &s) {
    const SiteOrder &order = s.order;
    require(order.kind == SiteOrder::Kind::Free || s.kind != Site::Kind::Atomic, "an order of an atomic");
    require(order.kind != SiteOrder::Kind::Fence || s.kind == Site::Kind::Load, "only loads are behind a fence");
    require((order.kind == SiteOrder::Kind::IfOverlap) == !order.pairs.empty(),
            "pairs of arguments decide an order, or there are none");
    require(std::is_sorted(order.pairs.begin(), order.pairs.end()) &&
                std::adjacent_find(order.pairs.begin(), order.pairs.end()) == order.pairs.end(),
            "pairs of arguments are not sorted and unique");
    const auto reaches = [&](uint32_t a) { return std::binary_search(s.arguments.begin(), s.arguments.end(), a); };
    const auto mayOverlap = [&](uint32_t a) {
      return a < kernel_.arguments.size() && kernel_.arguments[a].kind == Argument::Kind::Buffer &&
             !kernel_.arguments[a].noAlias;
    };
    for (const auto &[a, b] : order.pairs)
      require(a < b && mayOverlap(a) && mayOverlap(b) && (reaches(a) || reaches(b)),
              "arguments " + std::to_string(a) + " and " + std::to_string(b) + " decide no order of the site");
  }

  /// Loads of one buffer that share a line cache; the caches are numbered from 0 on.
  void checkLineCaches() {
    std::map<uint32_t, std::vector<const Site *>> caches;
    for (const Site &s : kernel_.sites)
      if (s.lineCache != kNone)
        caches[s.lineCache].push_back(&s);
    for (const auto &[number, sites] : caches) {
      where_ = "line cache " + std::to_string(number);
      require(number < caches.size(), "the numbers before are missing");
      require(sites.size() >= 2 && sites.size() <= kMostLineSharers, "so many loads do not share one");
      for (const Site *s : sites)
        require(s->cacheLines == sites[0]->cacheLines && s->arguments == sites[0]->arguments,
                "loads of several buffers share it, or it has several sizes");
    }
  }

  const Kernel &kernel_;
  const std::function<void(const std::string &, const std::string &)> &found_;
  std::string where_;
};

}  // namespace

void verifySites(const Kernel &kernel,
                 const std::function<void(const std::string &where, const std::string &message)> &found) {
  SitesVerifier(kernel, found).run();
}

}  // namespace weft::graph
