// SPDX-License-Identifier: Apache-2.0
#include "unit/engine/graphs.hpp"

#include <algorithm>

namespace jacquard::tb {
namespace {

using rounds::SymbolicPermutation;
using topology::Block;

int below(base::Rng& rng, int bound) {
  return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound)));
}

std::vector<int> random_map(base::Rng& rng, int size) {
  std::vector<int> to = rng.permutation(size);
  for (int& t : to) {
    if (rng.chance(0.3)) t = rounds::kNobody;
  }
  return to;
}

SymbolicPermutation random_permutation(base::Rng& rng, const rounds::Shape& shape) {
  const int digit = below(rng, shape.digits());
  const int radix = shape.radix(digit);
  switch (below(rng, 6)) {
    case 0:
      return SymbolicPermutation::flip(digit, below(rng, radix));
    case 1:
      return SymbolicPermutation::map(digit, random_map(rng, radix));
    case 2:
      return SymbolicPermutation::map_ranks(random_map(rng, shape.size()));
    case 3: {
      std::vector<SymbolicPermutation::Range> from;
      for (const int r : shape.radices()) {
        const int first = below(rng, r);
        from.push_back({first, first + below(rng, r - first)});
      }
      return SymbolicPermutation::shift(digit, 1).from(std::move(from));
    }
    default:
      return SymbolicPermutation::shift(digit, below(rng, radix));
  }
}

std::vector<int> sizes_of(const topology::Fabric& fabric) {
  std::vector<int> sizes;
  for (const topology::Dimension& d : fabric.all()) sizes.push_back(d.size);
  return sizes;
}

engine::Disturbance disturbed_npus(base::Rng& rng, int npus) {
  engine::Disturbance disturbance;
  for (int npu = 0; npu < npus; ++npu) {
    if (!rng.chance(0.3)) continue;
    disturbance.npus.push_back(
        {npu, base::Picoseconds{100'000 * below(rng, 50)}, 1 + 0.25 * below(rng, 5)});
  }
  return disturbance;
}

}  // namespace

topology::Fabric fabric_of(Block block, int size) {
  return topology::Fabric({{block, size, base::BytesPerSecond{50e9}, base::Picoseconds{500'000}}});
}

rounds::RoundGraph all_reduce(std::vector<int> shape, collective::Method method, std::int64_t bytes,
                              int chunks, collective::Spread spread) {
  collective::CollectiveRequest request;
  request.shape = rounds::Shape(std::move(shape));
  request.algorithms = {{method, 0}};
  request.spread = spread;
  request.bytes = base::Bytes{bytes};
  request.chunks = chunks;
  return collective::generate(request);
}

rounds::RoundGraph beside(rounds::RoundGraph first, const rounds::RoundGraph& second) {
  const auto collectives = static_cast<int>(first.collectives.size());
  const auto channels = static_cast<int>(first.channels.size());
  const auto rounds = static_cast<int>(first.rounds.size());
  first.collectives.insert(first.collectives.end(), second.collectives.begin(),
                           second.collectives.end());
  first.channels.insert(first.channels.end(), second.channels.begin(), second.channels.end());
  for (rounds::Round round : second.rounds) {
    round.collective += collectives;
    round.channel += channels;
    round.after = round.after.moved(rounds);
    first.rounds.push_back(std::move(round));
  }
  return first;
}

topology::Fabric random_fabric(base::Rng& rng) {
  std::vector<topology::Dimension> dimensions;
  const int count = 1 + below(rng, 2);
  for (int d = 0; d < count; ++d) {
    topology::Dimension dimension;
    dimension.block = static_cast<Block>(below(rng, 4));
    dimension.size = 2 + below(rng, count == 1 ? 6 : 3);
    dimension.bandwidth = base::BytesPerSecond{10e9 * (1 + below(rng, 10))};
    dimension.latency = base::Picoseconds{100'000 * below(rng, 10)};
    dimensions.push_back(dimension);
  }
  return topology::Fabric(dimensions);
}

std::unique_ptr<topology::UserGraph> random_graph(base::Rng& rng, int npus) {
  const int switches = below(rng, 5);
  std::vector<topology::UserGraph::Edge> edges;
  const bool alike = rng.chance(0.3);  // in latency
  const auto add = [&](int a, int b) {
    for (const auto& edge : edges) {
      if (edge.link.from == a && edge.link.to == b) return;
    }
    const base::BytesPerSecond bandwidth{10e9 * (1 + below(rng, 3))};
    const base::Picoseconds latency{100'000 * (alike ? 3 : below(rng, 10))};
    edges.push_back({{a, b, bandwidth, latency}, {"graph", ""}});
  };
  const std::vector<int> order = rng.permutation(npus + switches);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const int before = order[rng.below(i)];
    add(order[i], before);
    add(before, order[i]);
  }
  for (int i = below(rng, npus + 1); i > 0; --i) {
    const int a = below(rng, npus + switches);
    const int b = below(rng, npus + switches);
    if (a != b) add(a, b);
  }
  topology::UserGraph::Options options;
  using Equal = topology::UserGraph::EqualRoutes;
  constexpr Equal kinds[] = {Equal::lowest, Equal::spread, Equal::digit, Equal::hash, Equal::spray};
  options.equal_routes = kinds[below(rng, 5)];
  if (npus % 2 == 0 && rng.chance(0.3)) options.pxn_npus_per_host = 2;
  return std::make_unique<topology::UserGraph>(npus, switches, edges, config::Place{"graph", ""},
                                               options);
}

rounds::RoundGraph random_rounds(base::Rng& rng, const topology::Fabric& fabric) {
  rounds::RoundGraph graph;
  const int collectives = 1 + below(rng, 3);
  for (int i = 0; i < collectives; ++i) {
    rounds::Collective& c = graph.collectives.emplace_back();
    c.shape = rounds::Shape(rng.chance(0.5) ? sizes_of(fabric) : std::vector<int>{fabric.npus()});
    if (rng.chance(0.4)) {
      const int members = 2 + below(rng, fabric.npus() - 1);
      c.shape = rounds::Shape({members});
      c.npus = rng.permutation(fabric.npus());
      c.npus.resize(static_cast<std::size_t>(members));
    }
    c.kind = rounds::CollectiveKind::all_reduce;
    c.chunks = 2;
  }
  for (int d = 0; d < fabric.dimensions(); ++d) {
    for (int way = 0; way < 3; ++way) {
      graph.channels.push_back({d, static_cast<rounds::Channel::Direction>(way)});
    }
  }
  const int units = 1 + below(rng, 5);
  std::vector<int> next_phase(static_cast<std::size_t>(collectives) * 2, 0);
  for (int u = 0; u < units; ++u) {
    const int collective = below(rng, collectives);
    const int chunk = below(rng, 2);
    const int phase = next_phase[static_cast<std::size_t>(collective * 2 + chunk)]++;
    const auto first = static_cast<int>(graph.rounds.size());
    const int rounds = 1 + below(rng, 4);
    for (int i = 0; i < rounds; ++i) {
      rounds::Round round;
      round.collective = collective;
      round.chunk = chunk;
      round.phase = phase;
      round.channel = below(rng, static_cast<int>(graph.channels.size()));
      const rounds::Shape& shape = graph.collective_of(round).shape;
      round.permutation = random_permutation(rng, shape);
      round.action = rng.chance(0.5) ? rounds::Action::reduce : rounds::Action::copy;
      round.repeat = rng.chance(0.5) ? 1 : 1 + below(rng, 4);
      round.bytes = base::Bytes{1000 * below(rng, 50)};
      if (rng.chance(0.2)) {
        for (int rank = 0; rank < shape.size(); ++rank) {
          round.uneven.emplace_back(1000 * below(rng, 50));
        }
      }
      for (int before = 0; before < first + i; ++before) {
        if (rng.chance(before < first ? 0.15 : 0.4)) round.after.add(before);
      }
      graph.rounds.push_back(std::move(round));
    }
  }
  return graph;
}

rounds::RoundGraph random_collectives(base::Rng& rng, const topology::Fabric& fabric) {
  rounds::RoundGraph graph;
  const int count = 1 + below(rng, 2);
  const std::vector<collective::CollectiveKind> kinds = {
      collective::CollectiveKind::all_reduce, collective::CollectiveKind::reduce_scatter,
      collective::CollectiveKind::all_gather, collective::CollectiveKind::all_to_all};
  for (int i = 0; i < count; ++i) {
    collective::CollectiveRequest request;
    request.kind = kinds[rng.below(kinds.size())];
    request.shape = rounds::Shape(sizes_of(fabric));
    request.algorithms.clear();
    for (const int size : request.shape.radices()) {
      collective::Algorithm algorithm{static_cast<collective::Method>(below(rng, 5)), 0};
      if (!collective::unsupported(algorithm, request.kind, size).empty()) {
        algorithm.method = collective::Method::ring;
      }
      if (algorithm.method == collective::Method::direct) algorithm.window = below(rng, 3);
      request.algorithms.push_back(algorithm);
    }
    request.spread =
        rng.chance(0.5) ? collective::Spread::blueconnect : collective::Spread::baseline;
    request.bytes = base::Bytes{1 + below(rng, 200'000)};
    request.chunks = 1 + below(rng, 3);
    graph = beside(std::move(graph), collective::generate(request));
  }
  return graph;
}

engine::Rules random_rules(base::Rng& rng) {
  engine::Rules rules;
  rules.endpoint_delay = base::Picoseconds{10'000 * below(rng, 4)};
  rules.local_memory_bandwidth = base::BytesPerSecond{rng.chance(0.5) ? 1.6e12 : 40e9};
  rules.active_chunks = 1 + below(rng, 3);
  rules.order = rng.chance(0.5) ? engine::Order::lifo : engine::Order::fifo;
  rules.forwarding =
      rng.chance(0.7) ? engine::Forwarding::cut_through : engine::Forwarding::store_and_forward;
  return rules;
}

engine::Disturbance random_disturbance(base::Rng& rng, const topology::UserGraph& graph) {
  engine::Disturbance disturbance = disturbed_npus(rng, graph.npus());
  for (topology::LinkNumber number = 0; number < graph.links(); ++number) {
    if (!rng.chance(0.2)) continue;
    const topology::Link link = graph.link(number);
    disturbance.links.push_back({{link.from, engine::Disturbance::kNone},
                                 {link.to, engine::Disturbance::kNone},
                                 base::Picoseconds{100'000 * below(rng, 30)}});
  }
  return disturbance;
}

engine::Disturbance random_disturbance(base::Rng& rng, const topology::Fabric& fabric) {
  engine::Disturbance disturbance = disturbed_npus(rng, fabric.npus());
  for (int npu = 0; npu < fabric.npus(); ++npu) {
    if (!rng.chance(0.3)) continue;
    const int d = below(rng, fabric.dimensions());
    engine::Disturbance::Link link;
    link.from.npu = npu;
    if (topology::has_switch(fabric.dimension(d).block)) {
      link.to.switch_of = d;
    } else {
      link.to.npu =
          fabric.with_digit(npu, d, (fabric.digit(npu, d) + 1) % fabric.dimension(d).size);
    }
    if (rng.chance(0.5)) std::swap(link.from, link.to);
    link.latency = base::Picoseconds{100'000 * below(rng, 30)};
    disturbance.links.push_back(link);
  }
  return disturbance;
}

}  // namespace jacquard::tb
