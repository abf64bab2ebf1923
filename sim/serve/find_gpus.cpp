// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "jacquard/serve/slo_failed.hpp"
#include "sim/serve/find.hpp"

namespace jacquard::serve {
namespace {

constexpr int kMostTimes = 4;  // NPUs of a split over those that all do the same work

struct Candidate {
  Layout layout;  // of one instance
  Setup setup;
  int fewest = kMostTried + 1;  // NPUs that keep the limits, all doing the same work
  double share = 0;             // of requests that kept them, at most

  int npus() const { return layout.npus(); }
};

std::int64_t longest(const TrafficSpec& traffic) {
  std::int64_t most = 0;
  const auto see = [&](const Request& r) {
    most = std::max(most, std::int64_t{r.input} + r.output);
  };
  for (const Request& r : traffic.requests) see(r);
  for (const LaterTurn& turn : traffic.later) see(turn.request);
  return most;
}

// The least of 1..most that `keeps`; 0 where none does. Doubles before it bisects, as few instances
// take fewer steps to simulate than many.
template <class Keeps>
int least(int most, const Keeps& keeps) {
  int low = 0;
  int high = std::min(1, most);
  while (high > low && !keeps(high)) {
    low = high;
    high = std::min(2 * high, most);
  }
  if (high == low) return 0;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (keeps(middle) ? high : low) = middle;
  }
  return high;
}

class Search {
 public:
  Search(const ServeConfig& config, const std::vector<Layout>& layouts, const Slo& slo,
         const TrafficSpec& traffic, const std::function<void(const std::string&)>& tell)
      : slo_(slo), traffic_(traffic), tell_(tell) {
    for (const Layout& layout : layouts) {
      candidates_.push_back({layout, setup_of_instance(config, layout), kMostTried + 1, 0});
    }
    prompts_ = traffic;
    for (Request& r : prompts_.requests) r.output = 1;
    to_first_.ttft = slo.ttft;
  }

  FoundGpus found() {
    int most = kMostTried;
    for (Candidate& c : candidates_) try_aggregated(c, most);
    keep_best();
    most = found_.aggregated ? std::min(kMostTried, kMostTimes * found_.aggregated->row.npus + 1)
                             : kMostTried;
    for (const Candidate& c : candidates_) try_prefill(c, most);
    if (found_.aggregated || found_.disaggregated) return std::move(found_);
    fail_slo(fmt::format("limits that {} NPUs keep", kMostTried), best_share_, slo_);
  }

 private:
  // Both lower `most`, which the NPUs of an answer must stay below, to those of what they found.
  void try_aggregated(Candidate& c, int& most) {
    TrafficRun last;
    const auto keeps = [&](int instances) {
      TrafficRun run = run_traffic(c.setup, instances, traffic_);
      const bool does = kept(run, text_of(times(c.layout, instances)));
      const double share = slo_.kept(run.run.records);
      found_.tried.push_back({text_of(c.layout), double(instances) * c.npus(), share});
      c.share = std::max(c.share, share);
      if (!does) return false;
      last = std::move(run);
      return true;
    };
    // An instance for each request is as good as more.
    const int high = std::min<int>((most - 1) / c.npus(), largest_use());
    const int instances = least(high, keeps);
    if (instances == 0) return;
    found_.aggregated = FoundLayout{{times(c.layout, instances)}, traffic_row(last, slo_)};
    most = c.fewest = instances * c.npus();
  }

  // Every pair of layouts is too many to try.
  void keep_best() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return a.fewest != b.fewest ? a.fewest < b.fewest : a.share > b.share;
                     });
    if (candidates_.size() > kSplit)
      candidates_.erase(candidates_.begin() + kSplit, candidates_.end());
  }

  void try_prefill(const Candidate& prefill, int& most) {
    const int high = std::min<int>((most - 1) / prefill.npus(), largest_use());
    // First tokens do not depend on who decodes, so these are the fewest that can do.
    const auto keeps = [&](int instances) {
      tell_(text_of(times(prefill.layout, instances)) + " for prompts");
      const TrafficRun run = run_traffic(prefill.setup, instances, prompts_);
      return to_first_.kept(run.run.records) >= slo_.share;
    };
    const int fewest = least(high, keeps);
    if (fewest == 0) return;
    for (const Candidate& decode : candidates_) {
      for (int extra = 0; extra < 3; ++extra) {
        if (try_split(prefill, fewest + extra, decode, most)) break;
      }
    }
  }

  bool try_split(const Candidate& prefill, int prefills, const Candidate& decode, int& most) {
    TrafficRun last;
    const auto keeps = [&](int decodes) {
      TrafficRun run = run_disaggregated(prefill.setup, prefills, decode.setup, decodes, traffic_);
      if (!kept(run, fmt::format("prefill={},decode={}", text_of(times(prefill.layout, prefills)),
                                 text_of(times(decode.layout, decodes))))) {
        return false;
      }
      last = std::move(run);
      return true;
    };
    const int left = most - 1 - prefills * prefill.npus();
    const int high = std::min<int>(left / decode.npus(), largest_use());
    const int decodes = left > 0 ? least(high, keeps) : 0;
    if (decodes == 0) return false;
    found_.disaggregated = FoundLayout{
        {times(prefill.layout, prefills), times(decode.layout, decodes)}, traffic_row(last, slo_)};
    most = prefills * prefill.npus() + decodes * decode.npus();
    return true;
  }

  bool kept(const TrafficRun& run, const std::string& what) {
    tell_(what);
    const double share = slo_.kept(run.run.records);
    best_share_ = std::max(best_share_, share);
    return share >= slo_.share;
  }

  int largest_use() const {
    return static_cast<int>(std::min<std::size_t>(traffic_.requests.size(), kMostTried));
  }

  static Layout times(Layout layout, int instances) {
    layout.instances = instances;
    return layout;
  }

  const Slo& slo_;
  const TrafficSpec& traffic_;
  const std::function<void(const std::string&)>& tell_;
  std::vector<Candidate> candidates_;
  TrafficSpec prompts_;  // the same, one token each
  Slo to_first_;
  double best_share_ = 0;
  FoundGpus found_;
};

}  // namespace

std::optional<double> FoundGpus::ratio() const {
  if (!aggregated || !disaggregated) return std::nullopt;
  return static_cast<double>(disaggregated->row.npus) / aggregated->row.npus;
}

std::vector<Layout> instance_layouts(const ServeConfig& config, const TrafficSpec& traffic) {
  constexpr int kNodes = 4;  // of one instance
  const int node = system_named(config.system, {"--system", ""}).node;
  std::vector<Layout> tried;
  if (is_open(config)) tried = open_layouts(config, kNodes * node);
  const bool open = !tried.empty();
  for (int tp = 1; !open && tp <= node; tp *= 2) {
    tried.push_back(
        {1, config.tp > 0 ? config.tp : tp, std::max(config.pp, 1), config.dp, config.ep});
    if (config.tp > 0) break;
  }
  std::vector<Layout> all;
  std::optional<base::ConfigError> refused;
  for (const Layout& layout : tried) {
    try {
      const RequestLimit limit = request_limit(setup_of_instance(config, layout));
      if (longest(traffic) > limit.tokens) {
        throw base::ConfigError(
            {"--requests", "",
             fmt::format("requests of at most {} tokens, {}", limit.tokens, limit.why),
             std::to_string(longest(traffic)), ""});
      }
      all.push_back(layout);
    } catch (const base::ConfigError& error) {
      refused = error;
    }
  }
  if (all.empty() && refused) throw base::ConfigError(refused->fault());
  return all;
}

FoundGpus find_gpus(const ServeConfig& config, const std::vector<Layout>& layouts, const Slo& slo,
                    const TrafficSpec& traffic,
                    const std::function<void(const std::string&)>& tell) {
  return Search(config, layouts, slo, traffic, tell).found();
}

}  // namespace jacquard::serve
