// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/fewest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/plan/layers/duration.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/topology/shape_text.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "sim/plan/knobs/resolve.hpp"
#include "systemc/plan/knobs/space.hpp"
#include "systemc/train/prices.hpp"

namespace jacquard::knobs {
namespace {

// Of a dimension's list that may be one value for all.
template <class Value>
void drop_last(std::vector<Value>& values, std::size_t dimensions) {
  if (values.size() == dimensions && dimensions > 1) values.pop_back();
}

class Fewest {
 public:
  Fewest(const Problem& problem, const Options& options, const OnProgress& progress)
      : problem_(problem), o_(options), progress_(progress) {
    const int npus = npus_of(problem);
    shape_ = topology::read_shape(problem.config.system.network.topology, {"--system", ""});
    most_nodes_ = shape_.back().size;
    if (shape_.size() < 2) {
      throw base::ConfigError({"--fewest", "", "a cluster with a dimension across nodes",
                               problem.config.system.network.topology,
                               "such as \"Switch(8) Switch(128)\""});
    }
    node_ = npus / most_nodes_;
    if (o_.deadline.empty()) {
      if (o_.memory_limit.empty()) {
        throw base::ConfigError({"--fewest", "", "--deadline or --memory-limit beside it", "", ""});
      }
      return;
    }
    deadline_ = planner::seconds_of(o_.deadline, {"--deadline", ""});
    if (problem_.money.training_tokens <= 0) {
      throw base::ConfigError({"--tokens", "", "tokens of the training, for --deadline", "", ""});
    }
  }

  std::vector<DevicesRow> take() {
    for (int nodes = least_nodes(); nodes <= most_nodes_; ++nodes) {
      if (search_nodes(nodes) && rows_.back().meets) break;
    }
    if (rows_.empty()) {
      DevicesRow row;
      row.npus = node_ * most_nodes_;
      row.why_not = "no number of nodes up to this can";
      rows_.push_back(row);
    }
    return std::move(rows_);
  }

 private:
  // With fewer no peak rate meets the deadline.
  int least_nodes() const {
    if (deadline_ <= 0) return 1;
    const train::TrainConfig& config = problem_.config;
    const train::Npu npu = train::npu_of(config.system, problem_.places.of("system"));
    const double flops =
        workload::training_flops(config.model, problem_.money.training_tokens, tokens_of(config));
    const double nodes = flops / (deadline_ * node_ * train::peak_of(npu, config.type).count());
    return static_cast<int>(std::clamp(std::ceil(nodes), 1.0, most_nodes_ + 1.0));
  }

  // Whether any setting splits model and batch on so many.
  bool search_nodes(int nodes) {
    Problem problem = problem_;
    problem.config.system = with_nodes(problem_.config.system, nodes);
    const int npus = node_ * nodes;
    Ranges ranges = ranges_of(problem, npus);
    if (!o_.within.empty()) restrict_to(o_.within, "--within", ranges);
    std::vector<workload::Parallelism> space = all_settings(problem, ranges, npus);
    const auto splits = [&](const workload::Parallelism& p) {
      return problem.config.batch % p.replicas() == 0;
    };
    if (std::none_of(space.begin(), space.end(), splits)) return false;
    Wanted one;
    one.best = 1;
    // How many counts there are to be is not known, so neither is how long they take.
    const std::string what = fmt::format("{} NPUs, {} settings", npus, space.size());
    const OnProgress progress = [&](double, double, const char* part) {
      progress_(1, 0, fmt::format("{}: {}", what, part).c_str());
    };
    const Found found = search(problem, std::move(space), one, progress);
    if (found.order.empty() && found.too_big == 0) return false;
    rows_.push_back(row_of(found, npus));
    return true;
  }

  DevicesRow row_of(const Found& found, int npus) const {
    DevicesRow row;
    row.npus = npus;
    if (found.order.empty()) {
      row.why_not = "no setting fits into memory";
      return row;
    }
    const Setting& best = found.settings[found.order.front()];
    row.parallel = best.parallel;
    row.time = best.time;
    row.memory = best.memory.total();
    row.meets = true;
    if (problem_.money.training_tokens <= 0) return row;
    const double tokens = static_cast<double>(problem_.config.batch) * tokens_of(problem_.config);
    const double seconds =
        base::to_seconds(*best.time).count() * (problem_.money.training_tokens / tokens);
    row.days = seconds / planner::kSecondsOfDay;
    row.gpu_hours = seconds / planner::kSecondsOfHour * npus;
    row.meets = deadline_ <= 0 || seconds <= deadline_;
    if (!row.meets) row.why_not = fmt::format("longer than {}", o_.deadline);
    return row;
  }

  const Problem& problem_;
  const Options& o_;
  const OnProgress& progress_;
  std::vector<topology::BlockSize> shape_;
  int most_nodes_ = 1;
  int node_ = 1;
  double deadline_ = 0;  // seconds; 0: none
  std::vector<DevicesRow> rows_;
};

}  // namespace

topology::System with_nodes(const topology::System& system, int nodes) {
  topology::System smaller = system;
  std::vector<topology::BlockSize> shape =
      topology::read_shape(system.network.topology, {"--system", ""});
  const std::size_t dimensions = shape.size();
  shape.back().size = nodes;
  if (nodes == 1 && dimensions > 1) {
    shape.pop_back();
    drop_last(smaller.network.bandwidth, dimensions);
    drop_last(smaller.network.latency, dimensions);
    drop_last(smaller.algorithm, dimensions);
  }
  smaller.network.topology = topology::show_shape(shape);
  return smaller;
}

std::string words_of(const std::vector<DevicesRow>& rows, const Problem& problem,
                     const Options& options) {
  const std::string& model = problem.config.model.name;
  const DevicesRow& last = rows.back();
  std::string asked = options.memory_limit.empty()
                          ? ""
                          : fmt::format(" in {} of memory each", options.memory_limit);
  if (!options.deadline.empty()) asked = fmt::format(" within {}{}", options.deadline, asked);
  if (!last.meets) {
    return fmt::format("No count of NPUs up to {} trains {}{}.", last.npus, model, asked);
  }
  std::string text =
      fmt::format("{} NPUs are the fewest that train {}{}: {} takes {} a step", last.npus, model,
                  asked, workload::text_of(*last.parallel), report::time_text(*last.time));
  if (last.days) text += fmt::format(", {:.3g} days", *last.days);
  return text + ".";
}

std::vector<DevicesRow> fewest_devices(const Problem& problem, const Options& options,
                                       const OnProgress& progress) {
  return Fewest(problem, options, progress).take();
}

}  // namespace jacquard::knobs
