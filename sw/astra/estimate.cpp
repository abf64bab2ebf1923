// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "jacquard/astra/lines.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {
namespace {

using collective::Method;
using engine::ExpectedWork;

// What things take, measured and rounded down.
constexpr double kPerNpu = 280;      // of the cluster, simulated or not
constexpr double kPerChunk = 300;    // of an NPU's collective under way
constexpr double kPerPhase = 24;     // of a chunk
constexpr double kPerMessage = 80;   // in flight
constexpr double kPerLink = 20;      // of a simulated NPU
constexpr double kPerSetting = 100;  // a direct algorithm lists whom it sends to

struct Work {
  double messages = 0;
  double memory = 0;
};

// As Collectives cuts them, without its checks.
double chunks_of(std::int64_t bytes, CollectiveKind kind, int splits, int npus) {
  const std::int64_t each = bytes / std::max(1, splits);
  if (kind != CollectiveKind::all_gather && each < npus) return splits;
  if (each == 0) return 0;
  return static_cast<double>(bytes / each + (bytes % each != 0));
}

class Estimator {
 public:
  Estimator(const Input& input, const Places& places) : input_(input), places_(places) {}

  // Of an NPU that runs this trace.
  Work of(const OpGraph& trace) {
    Work all;
    for (int n = 0; n < trace.size(); ++n) {
      const OpNode& node = trace.node(n);
      if (node.kind == OpKind::send) all.messages += 1;
      if (node.kind != OpKind::collective || node.collective == CollectiveKind::broadcast) continue;
      const CustomCollective& custom = base::at(input_.custom, node.collective);
      if (!custom.empty()) {
        all.messages += custom.front().size();  // at most
        continue;
      }
      if (node.bytes.value_or(base::Bytes{0}) <= base::Bytes{0}) continue;
      const int group = trace.group(n);
      if (!input_.job.has_group(group)) continue;
      const Work own = of_collective(node, group);
      all.messages += own.messages;
      all.memory = std::max(all.memory, own.memory);
    }
    return all;
  }

 private:
  Work of_collective(const OpNode& node, int group) {
    double per_chunk = 0;
    double at_once = 0;
    double phases = 0;
    const CollectiveKind kind = node.collective;
    const bool twice = kind == CollectiveKind::all_reduce && input_.system.blueconnect;
    const std::vector<Line>& all = lines(node.collective, group);
    for (std::size_t d = 0; d < all.size(); ++d) {
      const bool involved = group != 0 || d >= node.involved.size() || node.involved[d];
      if (all[d].members < 2 || !involved) continue;
      const Method method = all[d].implementation.method;
      per_chunk += collective::messages_of(method, kind, all[d].members);
      phases += twice ? 2 : 1;
      at_once = std::max(at_once, method == Method::direct ? all[d].members - 1.0 : 1.0);
    }
    const double chunks =
        chunks_of(node.bytes->count(), kind, input_.system.splits, places_.npus());
    const double active = std::min(chunks, static_cast<double>(input_.system.active_chunks));
    return {chunks * per_chunk,
            chunks * (kPerChunk + kPerPhase * phases) + active * at_once * kPerMessage};
  }

  const std::vector<Line>& lines(CollectiveKind kind, int group) {
    auto& known = lines_[{kind, group}];
    if (known.empty()) known = lines_of(input_, places_, kind, group);
    return known;
  }

  const Input& input_;
  const Places& places_;
  std::map<std::pair<CollectiveKind, int>, std::vector<Line>> lines_;
};

double links_of(const Input& input, double simulated) {
  if (input.mode != Mode::aware && !input.measure_links) return 0;
  double links = 0;
  for (const Dimension& d : input.network) {
    links += simulated * (d.block == topology::Block::fully_connected ? d.npus : 2);
  }
  return links;
}

}  // namespace

ExpectedWork estimate(const Input& input, const Places& places, const std::vector<int>& ranks) {
  ExpectedWork out;
  Estimator estimator(input, places);
  const OpGraph* last = nullptr;
  Work work;
  for (const int rank : ranks) {
    const OpGraph* trace = &input.job.graph(rank);
    if (trace != last) work = estimator.of(*trace);
    last = trace;
    out.messages += work.messages;
    out.memory += work.memory;
  }
  for (const Dimension& d : input.network) out.memory += kPerSetting * d.npus;
  out.memory += kPerNpu * places.npus();
  out.memory += kPerLink * links_of(input, static_cast<double>(ranks.size()));
  return out;
}

}  // namespace jacquard::astra
