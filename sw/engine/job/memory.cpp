// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/memory.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace jacquard::engine::job {
namespace {

struct Tensor {
  std::int64_t bytes = 0;
  int writer = -1;  // the first
  std::int64_t written = 0;
  std::int64_t read = -1;  // when the last reader ends; -1: nobody reads it
};

struct Change {
  std::int64_t time = 0;
  bool grows = false;
  int node = 0;
  std::int64_t bytes = 0;
};

}  // namespace

std::optional<Peak> peak_memory(const astra::Trace& trace,
                                const std::vector<Workload::Interval>& intervals) {
  std::map<int, Tensor> tensors;
  for (int n = 0; n < trace.size(); ++n) {
    const auto& interval = intervals[static_cast<std::size_t>(n)];
    for (const astra::TensorUse& use : trace.node(n).writes) {
      Tensor& tensor = tensors[use.tensor];
      tensor.bytes = std::max(tensor.bytes, use.bytes);
      if (tensor.writer >= 0 && tensor.written <= interval.begin.count()) continue;
      tensor.writer = n;
      tensor.written = interval.begin.count();
    }
    for (const astra::TensorUse& use : trace.node(n).reads) {
      Tensor& tensor = tensors[use.tensor];
      tensor.bytes = std::max(tensor.bytes, use.bytes);
      tensor.read = std::max(tensor.read, interval.end.count());
    }
  }
  if (tensors.empty()) return std::nullopt;
  Peak peak;
  peak.node = -1;
  std::vector<Change> changes;
  for (const auto& [number, tensor] : tensors) {
    if (tensor.writer < 0) {
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
