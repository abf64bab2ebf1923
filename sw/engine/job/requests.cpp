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

using collective::CollectiveKind;

collective::Algorithm algorithm_in(const collective::Way& way, int dimension, CollectiveKind kind,
                                   int members) {
  const collective::Algorithm own = way.algorithm(dimension);
  const bool can = collective::unsupported(own, kind, members).empty();
  const bool as_all_reduce = kind == CollectiveKind::broadcast || kind == CollectiveKind::reduce;
  return can || !as_all_reduce ? own : collective::Algorithm{};
}

// Of the root of a broadcast, the NPU that has its number in the group of the request.
int counterpart(const workload::Job& job, const OpNode& node, int npu,
                const collective::CollectiveRequest& request) {
  const auto has = [](const std::vector<int>& all, int one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  const bool side_by_side = job.partitions.count(node.group) != 0 && npu < job.npus();
  if (request.npus.empty() || has(request.npus, npu) || !side_by_side) return npu;
  const std::vector<int> its = job.members(node.group, npu);
  const auto place = std::find(its.begin(), its.end(), npu) - its.begin();
  return job.members(node.group, request.npus.front())[static_cast<std::size_t>(place)];
}

// The member as which an NPU begins a broadcast.
int root_of(const workload::Job& job, const OpGraph& graph, const OpNode& node,
            const collective::CollectiveRequest& request, int given) {
  const int npu = counterpart(job, node, given, request);
  int rank = npu;
  if (!request.npus.empty()) {
    rank = static_cast<int>(std::find(request.npus.begin(), request.npus.end(), npu) -
                            request.npus.begin());
  }
  if (rank >= request.shape.size()) {
    graph.fail(node, "comm_src: an NPU of the group that broadcasts", std::to_string(npu));
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

// Digits of one dimension are parts of one collective there, which must not send everything once
// for each: it scatters before the next.
collective::Spread spread_of(const collective::CollectiveRequest& request,
                             collective::Spread asked) {
  int last = -1;
  for (int digit = 0; digit < request.shape.digits(); ++digit) {
    if (!request.involves(digit) || request.shape.radix(digit) == 1) continue;
    if (base::at(request.dimensions, digit) == last) return collective::Spread::blueconnect;
    last = base::at(request.dimensions, digit);
  }
  return asked;
}

// A permutation of the job's places, of NPUs that `shape` numbers alike.
rounds::SymbolicPermutation moves_of(const workload::Job& job, const OpGraph& graph,
                                     const OpNode& node, const rounds::Shape& shape) {
  const auto all = static_cast<int>(job.permutations.size());
  if (node.permutation < 0 || node.permutation >= all || !(job.places.count() == shape.count())) {
    graph.fail(node, "a permutation of all NPUs by places of the job",
               std::to_string(node.permutation));
  }
  const rounds::SymbolicPermutation& moves = base::at(job.permutations, node.permutation);
  if (const std::string fault = moves.fault(job.places); !fault.empty()) {
    graph.fail(node, "a permutation of all NPUs by places of the job", fault);
  }
  const bool shifts = moves.rule() == rounds::SymbolicPermutation::Rule::shift;
  for (int digit = 0; shifts && moves.senders().empty() && digit < shape.digits(); ++digit) {
    if (shape.stride(digit) == job.places.stride(moves.digit()) &&
        shape.radix(digit) == job.places.radix(moves.digit())) {
      return rounds::SymbolicPermutation::shift(digit, moves.amount());
    }
  }
  return rounds::SymbolicPermutation::map_ranks(moves.expand(job.places));
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

base::Bytes bytes_of(const OpGraph& graph, const OpNode& node, const Scales& scales) {
  constexpr double kMost = 1e18;
  const base::Bytes own = node.bytes.value_or(base::Bytes{0});
  const double bytes = static_cast<double>(own.count()) * scales.communication;
  if (own < base::Bytes{1} || bytes > kMost) {
    graph.fail(node, "a comm_size of 1 to 10^18 bytes, scaled",
               !node.bytes ? "" : fmt::format("{:.4g}", bytes));
  }
  if (scales.communication == 1) return own;
  return base::Bytes{std::max(std::int64_t{1}, static_cast<std::int64_t>(std::llround(bytes)))};
}

void use_few_rounds(collective::CollectiveRequest& request) {
  const collective::Algorithm halving{collective::Method::halving_doubling};
  for (std::size_t digit = 0; digit < request.algorithms.size(); ++digit) {
    const int members = request.shape.radix(static_cast<int>(digit));
    if (collective::unsupported(halving, request.kind, members).empty()) {
      request.algorithms[digit] = halving;
    }
  }
}

collective::CollectiveRequest request_of(const OpGraph& graph, const OpNode& node,
                                         const JobWork& work, const GroupPlace& place,
                                         std::vector<int> involved, int first) {
  collective::CollectiveRequest request;
  request.kind = node.collective;
  request.shape = place.shape;
  request.involved = std::move(involved);
  request.npus = place.npus;
  request.dimensions = place.dimensions;
  request.algorithms.clear();
  const collective::Way way = work.way_of(node);
  for (int digit = 0; digit < place.shape.digits(); ++digit) {
    request.algorithms.push_back(algorithm_in(way, base::at(place.dimensions, digit), request.kind,
                                              place.shape.radix(digit)));
  }
  request.spread = spread_of(request, way.spread);
  request.bytes = bytes_of(graph, node, work.scales);
  request.chunks =
      static_cast<int>(std::min(request.bytes.count(), static_cast<std::int64_t>(way.chunks)));
  if (request.kind == CollectiveKind::permute) {
    request.moves = moves_of(work.job, graph, node, request.shape);
  }
  if (request.kind == CollectiveKind::broadcast || request.kind == CollectiveKind::reduce) {
    request.root = root_of(work.job, graph, node, request, node.from >= 0 ? node.from : first);
  }
  if (!(work.few_rounds < request.bytes)) use_few_rounds(request);
  return request;
}

collective::CollectiveRequest message_of(const OpGraph& graph, const OpNode& node, int from, int to,
                                         const topology::Fabric& fabric, const Scales& scales) {
  const GroupPlace place = flat_place(fabric, {from, to});
  collective::CollectiveRequest request;
  request.kind = CollectiveKind::send;
  request.shape = place.shape;
  request.npus = place.npus;
  request.dimensions = place.dimensions;
  request.bytes = bytes_of(graph, node, scales);
  return request;
}

void add_rounds(const collective::CollectiveRequest& request, bool whole,
                const topology::Fabric& fabric, const OpGraph& graph, const OpNode& node,
                rounds::RoundGraph& rounds) {
  if (const auto fault = collective::algorithm_fault(request)) {
    graph.fail(node, "an algorithm of the system configuration: " + fault->expected, fault->found,
               fault->hint);
  }
  rounds::RoundGraph more;
  try {
    more = collective::generate(request);
  } catch (const base::ConfigError& error) {
    graph.fail(node, error.fault().expected, error.fault().found, error.fault().hint);
  }
  const int first_round = static_cast<int>(rounds.rounds.size());
  const int collective = static_cast<int>(rounds.collectives.size());
  std::vector<int> channel_of;
  for (rounds::Channel channel : more.channels) {
    if (!whole || is_part(request, fabric, channel.dimension)) {
      channel.direction = rounds::Channel::Direction::any;
    }
    auto at = std::find(rounds.channels.begin(), rounds.channels.end(), channel);
    if (at == rounds.channels.end()) at = rounds.channels.insert(at, channel);
    channel_of.push_back(static_cast<int>(at - rounds.channels.begin()));
  }
  more.collectives.front().protocol = node.protocol;
  rounds.collectives.push_back(std::move(more.collectives.front()));
  for (rounds::Round& round : more.rounds) {
    round.collective = collective;
    round.channel = base::at(channel_of, round.channel);
    round.after = round.after.moved(first_round);
    rounds.rounds.push_back(std::move(round));
  }
}

std::vector<int> involved_digits(const OpNode& node, const std::vector<int>& dimensions) {
  std::vector<int> digits;
  for (std::size_t digit = 0; digit < dimensions.size(); ++digit) {
    const std::size_t d = base::index(dimensions[digit]);
    if (d >= node.involved.size() || node.involved[d]) digits.push_back(static_cast<int>(digit));
  }
  return digits;
}

void repeat_rounds(int collective, int first_round, int past, rounds::RoundGraph& rounds) {
  const int by = static_cast<int>(rounds.rounds.size()) - first_round;
  const int number = static_cast<int>(rounds.collectives.size());
  rounds::Collective again = base::at(rounds.collectives, collective);
  rounds.collectives.push_back(std::move(again));
  for (int r = first_round; r < past; ++r) {
    rounds::Round round = base::at(rounds.rounds, r);
    round.collective = number;
    round.after = round.after.moved(by);
    rounds.rounds.push_back(std::move(round));
  }
}

}  // namespace jacquard::engine::job
