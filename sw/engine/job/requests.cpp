// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"

namespace jacquard::engine::job {
namespace {

using astra::Node;
using collective::CollectiveKind;

CollectiveKind kind_of(Node::Collective kind) {
  switch (kind) {
    case Node::Collective::all_reduce:
      return CollectiveKind::all_reduce;
    case Node::Collective::reduce_scatter:
      return CollectiveKind::reduce_scatter;
    case Node::Collective::all_gather:
      return CollectiveKind::all_gather;
    case Node::Collective::all_to_all:
      return CollectiveKind::all_to_all;
    case Node::Collective::broadcast:
      break;
  }
  return CollectiveKind::broadcast;
}

const std::vector<astra::Implementation>& implementations(const astra::System& system,
                                                          Node::Collective kind) {
  const bool has_own = kind != Node::Collective::broadcast;
  return system.implementations[has_own ? static_cast<std::size_t>(kind) : 0];
}

collective::Algorithm algorithm_in(const std::vector<astra::Implementation>& all, int dimension,
                                   CollectiveKind kind, int members) {
  if (all.empty()) return {};
  const std::size_t at = std::min(all.size() - 1, static_cast<std::size_t>(dimension));
  const collective::Algorithm algorithm{all[at].method, std::max(all[at].window, 0)};
  const bool can = collective::unsupported(algorithm, kind, members).empty();
  return can || kind != CollectiveKind::broadcast ? algorithm : collective::Algorithm{};
}

// The member as which an NPU begins a broadcast.
int root_of(const astra::Trace& trace, const Node& node,
            const collective::CollectiveRequest& request, int npu) {
  int rank = npu;
  if (!request.npus.empty()) {
    rank = static_cast<int>(std::find(request.npus.begin(), request.npus.end(), npu) -
                            request.npus.begin());
  }
  if (rank >= request.shape.size()) {
    throw base::ConfigError({trace.source(), astra::described(node),
                             "comm_src: an NPU of the group that broadcasts", std::to_string(npu),
                             ""});
  }
  int member = 0;
  int members = 1;
  for (int digit = 0; digit < request.shape.digits(); ++digit) {
    if (!request.involves(digit)) continue;
    member += request.shape.digit(rank, digit) * members;
    members *= request.shape.radix(digit);
  }
  return member;
}

bool is_part(const collective::CollectiveRequest& request, const topology::Fabric& fabric,
             int dimension) {
  for (int digit = 0; digit < request.shape.digits(); ++digit) {
    if (base::at(request.dimensions, digit) != dimension) continue;
    return request.shape.radix(digit) != fabric.dimension(dimension).size;
  }
  return false;
}

}  // namespace

base::Bytes bytes_of(const astra::Trace& trace, const Node& node, const Scales& scales) {
  constexpr double kMost = 1e18;
  const double bytes = static_cast<double>(node.bytes) * scales.communication;
  if (node.bytes < 1 || bytes > kMost) {
    throw base::ConfigError({trace.source(), astra::described(node),
                             "a comm_size of 1 to 10^18 bytes, scaled",
                             node.bytes < 0 ? "" : fmt::format("{:.4g}", bytes), ""});
  }
  if (scales.communication == 1) return base::Bytes{node.bytes};
  return base::Bytes{std::max(std::int64_t{1}, static_cast<std::int64_t>(std::llround(bytes)))};
}

bool is_flat(const astra::System& system, Node::Collective kind) {
  const auto& all = implementations(system, kind);
  return !all.empty() && all[0].flat;
}

collective::CollectiveRequest request_of(const astra::Trace& trace, const Node& node,
                                         const astra::Input& input, const GroupPlace& place,
                                         std::vector<int> involved, int first,
                                         const Scales& scales) {
  collective::CollectiveRequest request;
  request.kind = kind_of(node.collective);
  request.shape = place.shape;
  request.involved = std::move(involved);
  request.npus = place.npus;
  request.dimensions = place.dimensions;
  request.algorithms.clear();
  for (int digit = 0; digit < place.shape.digits(); ++digit) {
    request.algorithms.push_back(algorithm_in(implementations(input.system, node.collective),
                                              base::at(place.dimensions, digit), request.kind,
                                              place.shape.radix(digit)));
  }
  request.spread =
      input.system.blueconnect ? collective::Spread::blueconnect : collective::Spread::baseline;
  request.bytes = bytes_of(trace, node, scales);
  request.chunks = static_cast<int>(
      std::min(request.bytes.count(), static_cast<std::int64_t>(input.system.splits)));
  if (request.kind == CollectiveKind::broadcast) {
    request.root = root_of(trace, node, request, node.from >= 0 ? node.from : first);
  }
  return request;
}

collective::CollectiveRequest message_of(const astra::Trace& trace, const Node& node, int from,
                                         int to, const topology::Fabric& fabric,
                                         const Scales& scales) {
  const GroupPlace place = flat_place(fabric, {from, to});
  collective::CollectiveRequest request;
  request.kind = CollectiveKind::send;
  request.shape = place.shape;
  request.npus = place.npus;
  request.dimensions = place.dimensions;
  request.bytes = bytes_of(trace, node, scales);
  return request;
}

void add_rounds(const collective::CollectiveRequest& request, bool whole,
                const topology::Fabric& fabric, const astra::Trace& trace, const Node& node,
                rounds::RoundGraph& graph) {
  rounds::RoundGraph more;
  try {
    more = collective::generate(request);
  } catch (const base::ConfigError& error) {
    const base::InputFault& fault = error.fault();
    throw base::ConfigError({trace.source(), astra::described(node),
                             fault.source == "--algorithm"
                                 ? "an algorithm of the system configuration: " + fault.expected
                                 : fault.expected,
                             fault.found, fault.hint});
  }
  const int first_round = static_cast<int>(graph.rounds.size());
  const int collective = static_cast<int>(graph.collectives.size());
  std::vector<int> channel_of;
  for (rounds::Channel channel : more.channels) {
    if (!whole || is_part(request, fabric, channel.dimension)) {
      channel.direction = rounds::Channel::Direction::any;
    }
    auto at = std::find(graph.channels.begin(), graph.channels.end(), channel);
    if (at == graph.channels.end()) at = graph.channels.insert(at, channel);
    channel_of.push_back(static_cast<int>(at - graph.channels.begin()));
  }
  graph.collectives.push_back(std::move(more.collectives.front()));
  for (rounds::Round& round : more.rounds) {
    round.collective = collective;
    round.channel = base::at(channel_of, round.channel);
    round.after = round.after.moved(first_round);
    graph.rounds.push_back(std::move(round));
  }
}

}  // namespace jacquard::engine::job
