// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/choose_slot.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <optional>
#include <thread>

#include "jacquard/base/error.hpp"
#include "jacquard/engine/event/limits.hpp"
#include "jacquard/stack/composition.hpp"
#include "jacquard/stack/longest_ways.hpp"
#include "jacquard/stack/round_bytes.hpp"

namespace jacquard::stack {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;

constexpr Picoseconds kLeast{1'000'000};
constexpr int kSizes = 6;   // that are cut into pieces
constexpr int kPieces = 6;  // at most
constexpr int kGrid = 12;
constexpr int kRefinements = 2;
constexpr int kBetween = 3;          // T between two neighbours
constexpr double kMostSlots = 4096;  // of one message
// A way counts whole slots, of which the last may end early.
constexpr double kHopeless = 0.9;

// Sizes of messages, those that carry most bytes in all first.
std::vector<Bytes> sizes_by_bytes(const Plan& plan) {
  std::vector<double> uses(plan.templates.size(), 0);
  for (const Call& call : plan.calls) ++base::at(uses, call.of);
  std::map<std::int64_t, double> carried;
  for (std::size_t t = 0; t < plan.templates.size(); ++t) {
    const Template& of = plan.templates[t];
    for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
      const rounds::Round& round = base::at(plan.rounds.rounds, r);
      const std::int64_t bytes = largest_message(round).count();
      if (bytes > 0) carried[bytes] += uses[t] * round.repeat * static_cast<double>(bytes);
    }
  }
  std::vector<std::pair<double, std::int64_t>> ranked;
  for (const auto& [bytes, all] : carried) ranked.emplace_back(-all, bytes);
  std::sort(ranked.begin(), ranked.end());
  std::vector<Bytes> sizes;
  for (const auto& one : ranked) sizes.emplace_back(one.second);
  return sizes;
}

class Search {
 public:
  // `largest`: of all messages.
  Search(const Plan& plan, const Fabric& fabric, const ComposeOptions& options, Bytes largest,
         int threads)
      : precedence_(plan),
        fabric_(fabric),
        options_(options),
        largest_(largest),
        threads_(std::max(1, threads)),
        bound_(static_cast<double>(bound_of(plan, fabric).time().count())) {}

  // Those whose longest way is far beyond the best step of earlier calls are left out.
  void try_all(std::vector<Picoseconds> slots) {
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    slots.erase(std::remove_if(slots.begin(), slots.end(),
                               [&](Picoseconds slot) { return known(slot) || !useful(slot); }),
                slots.end());
    const double most = curve_.empty() ? 0 : static_cast<double>(curve_[best()].step.count());
    std::vector<std::optional<SlotPoint>> found(slots.size());
    std::vector<std::optional<ConfigError>> refused(slots.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t k = next++; k < slots.size(); k = next++) {
        try {
          if (most > 0 && kHopeless * longest_way(slots[k]) > most) continue;
          found[k] = tried(slots[k]);
        } catch (const ConfigError& error) {
          refused[k] = error;
        }
      }
    };
    std::vector<std::thread> others;
    for (int t = 1; t < threads_ && base::index(t) < slots.size(); ++t) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    for (std::size_t k = 0; k < slots.size(); ++k) {
      if (found[k]) curve_.push_back(*found[k]);
      if (refused[k] && !refused_) refused_ = refused[k];
    }
    std::sort(curve_.begin(), curve_.end(),
              [](const SlotPoint& a, const SlotPoint& b) { return a.slot < b.slot; });
    if (curve_.empty() && refused_) throw ConfigError(*refused_);
  }

  std::size_t best() const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < curve_.size(); ++k) {
      if (!(curve_[best].step < curve_[k].step)) best = k;
    }
    return best;
  }

  // T between the best and its neighbours.
  void refine() {
    const std::size_t k = best();
    std::vector<Picoseconds> slots;
    const auto between = [&](std::int64_t low, std::int64_t high) {
      for (int i = 1; i <= kBetween; ++i) {
        const std::int64_t parts = kBetween + 1;
        const std::int64_t apart = high - low;  // times i it may be more than an integer holds
        slots.emplace_back(low + apart / parts * i + apart % parts * i / parts);
      }
    };
    const std::int64_t middle = curve_[k].slot.count();
    if (k > 0) between(curve_[k - 1].slot.count(), middle);
    if (k + 1 < curve_.size()) between(middle, curve_[k + 1].slot.count());
    try_all(std::move(slots));
  }

  // `otherwise`: where no T carries a byte, and none needs to.
  SlotChoice take(Picoseconds otherwise) {
    if (curve_.empty()) return {otherwise, {}};
    const Picoseconds slot = curve_[best()].slot;
    return {slot, std::move(curve_)};
  }

 private:
  bool known(Picoseconds slot) const {
    return std::any_of(curve_.begin(), curve_.end(),
                       [&](const SlotPoint& point) { return point.slot == slot; });
  }
  bool useful(Picoseconds slot) const {
    if (slot < kLeast) return false;
    const double carried = static_cast<double>(clock_of(fabric_, slot).capacity(1, true).count());
    return carried > 0 && static_cast<double>(largest_.count()) / carried < kMostSlots;
  }
  double longest_way(Picoseconds slot) const {
    const SlotClock clock = clock_of(fabric_, slot);
    return static_cast<double>(longest_ways(precedence_, times_by(clock, "--fabric")).step.count());
  }
  SlotPoint tried(Picoseconds slot) const {
    const SlotClock clock = clock_of(fabric_, slot);
    const Timeline timeline = Composition(precedence_, clock, options_).run();
    const auto step = static_cast<double>(timeline.step.count());
    return {slot, timeline.step, timeline.slots, step > 0 ? bound_ / step : 1, options_.passes};
  }

  Precedence precedence_;
  const Fabric& fabric_;
  const ComposeOptions& options_;
  Bytes largest_;
  int threads_;
  double bound_;
  std::vector<SlotPoint> curve_;
  std::optional<ConfigError> refused_;
};

}  // namespace

SlotChoice choose_slot(const Plan& plan, const Fabric& fabric, const ComposeOptions& options,
                       int threads) {
  const std::vector<Bytes> sizes = sizes_by_bytes(plan);
  const Bytes largest = sizes.empty() ? Bytes{0} : *std::max_element(sizes.begin(), sizes.end());
  Search search(plan, fabric, options, largest, threads);
  // What a slot cannot carry, twice.
  const Picoseconds lost = slot_for(fabric, Bytes{0});
  const Picoseconds least = std::max(kLeast, base::times(lost, 2));
  std::vector<Picoseconds> slots{least};
  std::vector<Picoseconds> pieces;
  if (!sizes.empty()) {
    for (std::size_t s = 0; s < sizes.size() && s < base::index(kSizes); ++s) {
      for (int k = 1; k <= kPieces; ++k) {
        pieces.push_back(slot_for(fabric, Bytes{(sizes[s].count() + k - 1) / k}));
        // Data are there t_max later: a ring's next round then begins with the next slot.
        if (fabric.sync == Sync::on_dependency) pieces.push_back(pieces.back() + fabric.flight);
      }
    }
    // No longer message can be placed (compose).
    const Picoseconds longest{engine::kLongestRun};
    const Picoseconds most = std::max(least, std::min(longest, slot_for(fabric, largest)));
    const double ratio = most / least;
    for (int k = 1; k <= kGrid; ++k) {
      slots.emplace_back(static_cast<double>(least.count()) *
                         std::pow(ratio, static_cast<double>(k) / kGrid));
    }
  }
  search.try_all(std::move(slots));
  search.try_all(std::move(pieces));
  if (sizes.empty()) return search.take(least);
  for (int k = 0; k < kRefinements; ++k) search.refine();
  return search.take(least);
}

}  // namespace jacquard::stack
