// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::engine::job {
namespace {

struct Tensor {
  std::int64_t bytes = 0;
  int writer = -1;  // the first
  std::int64_t written = 0;
  std::int64_t read = -1;               // when the last reader ends; -1: nobody reads it
  std::int64_t first_read = INT64_MAX;  // when the first begins
};

constexpr double kMostBytes = 4e18;  // what fits 64 bits

struct Change {
  std::int64_t time = 0;
  bool grows = false;
  int node = 0;
  std::int64_t bytes = 0;
};

}  // namespace

std::optional<Peak> peak_memory(const OpGraph& graph,
                                const std::vector<NodeRunner::Interval>& intervals) {
  std::map<int, Tensor> tensors;
  for (int n = 0; n < graph.size(); ++n) {
    const auto& interval = base::at(intervals, n);
    for (const workload::TensorUse& use : graph.node(n).writes) {
      Tensor& tensor = tensors[use.tensor];
      tensor.bytes = std::max(tensor.bytes, use.bytes.count());
      if (tensor.writer >= 0 && tensor.written <= interval.begin.count()) continue;
      tensor.writer = n;
      tensor.written = interval.begin.count();
    }
    for (const workload::TensorUse& use : graph.node(n).reads) {
      Tensor& tensor = tensors[use.tensor];
      tensor.bytes = std::max(tensor.bytes, use.bytes.count());
      tensor.first_read = std::min(tensor.first_read, interval.begin.count());
      tensor.read = std::max(tensor.read, interval.end.count());
    }
  }
  if (tensors.empty()) return std::nullopt;
  double all = 0;
  for (const auto& [number, tensor] : tensors) all += static_cast<double>(tensor.bytes);
  if (all > kMostBytes) {
    throw base::ConfigError({graph.source(), "", "tensors of less than 4e18 bytes in all",
                             fmt::format("{:.3g}", all), ""});
  }
  Peak peak;
  peak.node = -1;
  std::vector<Change> changes;
  for (const auto& [number, tensor] : tensors) {
    if (tensor.writer < 0 || tensor.first_read < tensor.written) {
      peak.bytes += base::Bytes{tensor.bytes};
      continue;
    }
    changes.push_back({tensor.written, true, tensor.writer, tensor.bytes});
    if (tensor.read >= 0) {
      changes.push_back(
          {std::max(tensor.read, tensor.written), false, tensor.writer, tensor.bytes});
    }
  }
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::tie(a.time, a.grows, a.node) < std::tie(b.time, b.grows, b.node);
  });
  std::int64_t bytes = peak.bytes.count();
  for (const Change& change : changes) {
    bytes += change.grows ? change.bytes : -change.bytes;
    if (bytes <= peak.bytes.count()) continue;
    peak = {base::Bytes{bytes}, base::Picoseconds{change.time}, change.node};
  }
  return peak;
}

}  // namespace jacquard::engine::job
