// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/engine/job/group_place.hpp"
#include "jacquard/engine/job/requests.hpp"

namespace jacquard::engine::job {
namespace {

using collective::Method;
using rounds::CollectiveKind;

constexpr double kPerRound = 200;  // bytes
constexpr double kPerNpu = 100;

struct Work {
  double messages = 0;  // of each member
  double rounds = 0;
};

// A ring's rounds repeat one permutation, others have one each.
double rounds_of(Method method, double messages, CollectiveKind kind) {
  if (method == Method::ring) return kind == CollectiveKind::all_reduce ? 2 : 1;
  if (method == Method::shorter_way_ring) return kind == CollectiveKind::all_reduce ? 8 : 4;
  return method == Method::double_binary_tree ? 4 : messages;
}

class Estimator {
 public:
  Estimator(const JobWork& work, const topology::Fabric& fabric) : work_(work), fabric_(fabric) {}

  Work of(const OpNode& node, int group) {
    const CollectiveKind kind = node.collective;
    const bool broadcast = kind == CollectiveKind::broadcast || kind == CollectiveKind::reduce;
    if (kind == CollectiveKind::permute) return {1, 1};
    const Algorithms& own = work_.algorithms_of(kind);
    const GroupPlace& place = place_of_group(group, own.flat);
    const collective::Way way = work_.way_of(node);
    Work chunk;
    for (int digit = 0; digit < place.shape.digits(); ++digit) {
      const auto d = static_cast<std::size_t>(base::at(place.dimensions, digit));
      const int members = place.shape.radix(digit);
      if (members < 2 || (d < node.involved.size() && !node.involved[d])) continue;
      const Method method = way.algorithm(static_cast<int>(d)).method;
      const double messages = broadcast ? 1 : collective::messages_of(method, kind, members);
      chunk.messages += messages;
      chunk.rounds += broadcast ? members : rounds_of(method, messages, kind);
    }
    const double chunks =
        std::min(static_cast<double>(node.bytes->count()), static_cast<double>(way.chunks));
    return {chunks * chunk.messages, chunks * chunk.rounds};
  }

 private:
  const GroupPlace& place_of_group(int group, bool flat) {
    const auto [at, is_new] = places_.try_emplace({group, flat});
    if (!is_new) return at->second;
    GroupPlace& place = at->second;
    if (group != 0) {
      const std::vector<int> members = work_.job.members(group, 0);
      if (members.size() > 1)
        place = flat ? flat_place(fabric_, members) : place_of(fabric_, members);
      return place;
    }
    std::vector<int> radices;
    if (flat) radices = {fabric_.npus()};
    for (int d = 0; d < fabric_.dimensions() && !flat; ++d) {
      radices.push_back(fabric_.dimension(d).size);
    }
    for (std::size_t d = 0; d < radices.size(); ++d)
      place.dimensions.push_back(static_cast<int>(d));
    place.shape = rounds::Shape(std::move(radices));
    return place;
  }

  const JobWork& work_;
  const topology::Fabric& fabric_;
  std::map<std::pair<int, bool>, GroupPlace> places_;
};

}  // namespace

ExpectedWork estimate(const JobWork& work, const topology::Fabric& fabric, bool of_all) {
  ExpectedWork out;
  Estimator estimator(work, fabric);
  std::vector<int> npus(work.job.graphs.size(), 0);  // of each class
  for (const int c : work.job.class_of) ++base::at(npus, c);
  for (std::size_t c = 0; c < npus.size(); ++c) {
    const bool is_first = static_cast<int>(c) == work.job.class_of.front();
    if (npus[c] == 0 || (!of_all && !is_first)) continue;
    const double simulated = of_all ? npus[c] : 1;
    const OpGraph& graph = work.job.graphs[c];
    for (int n = 0; n < graph.size(); ++n) {
      const OpNode& node = graph.node(n);
      if (node.kind == OpKind::send) out.messages += simulated;
      if (!makes_rounds(node)) continue;
      if (node.bytes.value_or(base::Bytes{0}) < base::Bytes{1}) continue;
      const int group = graph.group(n);
      if (!work.job.has_group(group)) continue;
      const Work each = estimator.of(node, group);
      out.messages += simulated * each.messages;
      // The rounds of a group stand in the graph once.
      const double groups = of_all ? simulated / work.job.size_of(group) : 1;
      out.memory += kPerRound * each.rounds * groups;
    }
  }
  out.memory += kPerNpu * fabric.npus();
  return out;
}

}  // namespace jacquard::engine::job
