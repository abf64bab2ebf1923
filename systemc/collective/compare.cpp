// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/compare.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/collective/phases.hpp"
#include "jacquard/engine/step/collective_time.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "systemc/collective/bandwidth.hpp"
#include "systemc/collective/bound.hpp"
#include "systemc/collective/run_collective.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::run {
namespace {

const std::vector<collective::Spread> kSpreads = {collective::Spread::baseline,
                                                  collective::Spread::blueconnect};
const std::vector<int> kUsualChunks = {1, 8, 64};
constexpr double kMostRounds = engine::step::kMostRoundsOfUsual;  // a moment for all ways
constexpr int kMostNpusOfRoot = 1024;  // beyond, some ways take minutes, as NPUs do not do alike
constexpr double kMostRoundsOfPlain = 10 * kMostRounds;

CollectiveConfig with(CollectiveConfig config, const Combination& how, base::Bytes bytes) {
  config.algorithm = how.algorithm;
  config.spread = how.spread;
  config.chunks = how.chunks;
  config.bytes = bytes;
  return config;
}

bool is_own(const CollectiveConfig& config, const Combination& how) {
  return how.spread == config.spread && how.chunks == config.chunks &&
         of_all_dimensions_alike(how.algorithm) == of_all_dimensions_alike(config.algorithm);
}

// Links that a message of the phase passes: on a ring, from all to all, a quarter of the way round.
double hops(const collective::Phase& phase, const topology::Network& network) {
  using collective::Method;
  const Method method = phase.algorithm.method;
  const bool far = method == Method::direct || method == Method::halving_doubling ||
                   method == Method::double_binary_tree;
  if (!far || !network.fabric || phase.digit >= network.fabric->dimensions()) return 1;
  const topology::Dimension& dimension = network.fabric->dimension(phase.digit);
  return dimension.block == topology::Block::ring ? std::max(1.0, dimension.size / 4.0) : 1;
}

// Rounds that take an engine as long. What all ranks do alike is followed once; beside a tree they
// do not, so each message is.
double rounds_to_time(const collective::CollectiveRequest& request,
                      const topology::Network& network) {
  constexpr double kMessagesOfRound = 64;
  const double ranks = request.shape.size();
  double steps = 0;
  double most_hops = 1;
  bool has_tree = false;
  for (const collective::Phase& phase : collective::phases(request, 0)) {
    const double n = request.shape.radix(phase.digit);
    const bool is_tree = phase.algorithm.method == collective::Method::double_binary_tree;
    has_tree = has_tree || is_tree;
    most_hops = std::max(most_hops, hops(phase, network));
    steps += is_tree ? 4 * std::log2(n) : 2 * (n - 1);
  }
  if (!has_tree) return collective::graph_size(request).rounds * most_hops;
  return steps * collective::chunking(request).count * ranks / kMessagesOfRound;
}

// Whether it is a usual algorithm in one piece, of which there are so few that more rounds will do.
bool is_plain(const Combination& how) {
  static const std::vector<std::string> plain = {"ring", "two-way-ring", "direct",
                                                 "halving-doubling"};
  return how.chunks == 1 && std::find(plain.begin(), plain.end(), how.algorithm) != plain.end();
}

// Those of which a round graph can be made. Sizes make no difference to that.
std::vector<Combination> possible(const Asked& asked, const topology::Network& network,
                                  std::uint64_t seed) {
  std::vector<Combination> found;
  std::optional<base::ConfigError> first;
  for (const int chunks : asked.chunks) {
    for (const std::string& algorithm : asked.algorithms) {
      for (const collective::Spread spread : asked.spreads) {
        const Combination how{algorithm, spread, chunks};
        try {
          const auto request =
              request_of(with(asked.config, how, asked.sizes.front()), network, seed);
          collective::check(request);
          double most = chunks == 1 ? asked.most_rounds : asked.most_rounds_in_chunks;
          if (is_plain(how)) most = std::max(most, kMostRoundsOfPlain);
          if (is_own(asked.config, how) || rounds_to_time(request, network) <= most)
            found.push_back(how);
        } catch (const base::ConfigError& error) {
          if (!first) first = error;
        }
      }
    }
  }
  if (found.empty() && first) throw *first;
  return found;
}

std::optional<base::Picoseconds> bound_of(const CollectiveConfig& config,
                                          const topology::Network& network) {
  const bool everyone = config.involved.empty() && config.demand.empty();
  if (!everyone || !network.fabric) return std::nullopt;
  const base::Picoseconds bound = lower_bound(config.kind, config.bytes, *network.fabric);
  return bound > base::Picoseconds{0} ? std::optional(bound) : std::nullopt;
}

void rank(std::vector<Ranked>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Ranked& a, const Ranked& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : a.time < b.time;
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool next = i > 0 && all[i].bytes == all[i - 1].bytes;
    all[i].rank = next ? all[i - 1].rank + 1 : 1;
  }
}

// NCCL's law for each size, where the collective stays in a node.
std::vector<Ranked> ranked_by_law(const Asked& asked, const topology::Network& network,
                                  std::uint64_t seed) {
  std::vector<Ranked> all;
  if (asked.by_law == Asked::ByLaw::no) return all;
  for (const base::Bytes size : asked.sizes) {
    CollectiveConfig config = asked.config;
    config.bytes = size;
    const collective::CollectiveRequest request = request_of(config, network, seed);
    const auto law = node_time_of(config, asked.reached, network, request);
    if (!law) continue;
    // Sums in the switch may be faster than the bound of sums in NPUs.
    const bool in_switch = law->algorithm == "nccl-nvls";
    all.push_back({{law->algorithm, config.spread, 1},
                   size,
                   0,
                   law->time,
                   in_switch ? std::nullopt : bound_of(config, network),
                   algorithm_bandwidth(request, law->time),
                   bus_bandwidth(request, law->time),
                   true});
  }
  return all;
}

}  // namespace

std::string of_all_dimensions_alike(const std::string& algorithm) {
  const std::vector<std::string> names = base::comma_list(algorithm);
  const bool alike = std::all_of(names.begin(), names.end(),
                                 [&](const std::string& name) { return name == names.front(); });
  return alike && !names.empty() ? names.front() : algorithm;
}

std::vector<std::string> every_algorithm(const topology::Network& network) {
  std::vector<std::string> all;
  for (const std::string& name : collective::method_names()) {
    const collective::Method method = collective::algorithm_named(name, "").method;
    if (name != "chain" && !collective::is_in_switch(method)) all.push_back(name);
  }
  const std::vector<std::string> alone = all;
  if (!network.fabric || network.fabric->dimensions() != 2) return all;
  for (const std::string& inner : alone) {
    for (const std::string& outer : alone) {
      if (inner != outer) all.push_back(inner + "," + outer);
    }
  }
  return all;
}

bool has_spreads(const CollectiveConfig& config, const topology::Network& network) {
  return request_of(config, network, 1).shape.digits() > 1;
}

std::vector<std::string> usual_algorithms(const CollectiveConfig& config,
                                          const topology::Network& network) {
  std::vector<std::string> names = {"ring", "two-way-ring", "halving-doubling"};
  const std::vector<topology::Dimension>& all = network.fabric->all();
  const bool near = std::all_of(all.begin(), all.end(), [&](const topology::Dimension& d) {
    return engine::step::goes_straight(config.kind, d.size);
  });
  if (near) names.emplace_back("direct");
  return names;
}

void add_usual_ways(Asked& asked, LeftOpen open, const topology::Network& network) {
  const CollectiveConfig& own = asked.config;
  const auto known = [&](const std::string& name) {
    return std::find(asked.algorithms.begin(), asked.algorithms.end(), name) !=
           asked.algorithms.end();
  };
  asked.usual = true;
  asked.most_rounds = kMostRounds;
  if (!known(of_all_dimensions_alike(own.algorithm))) asked.algorithms.push_back(own.algorithm);
  if (!has_spreads(own, network)) return;
  if (open.spread && own.kind == rounds::CollectiveKind::all_reduce) asked.spreads = kSpreads;
  if (!open.chunks) return;
  asked.chunks = kUsualChunks;
  if (own.chunks != 1) asked.chunks.push_back(own.chunks);
  std::sort(asked.chunks.begin(), asked.chunks.end());
  asked.chunks.erase(std::unique(asked.chunks.begin(), asked.chunks.end()), asked.chunks.end());
  asked.most_rounds_in_chunks = kMostRounds;
}

namespace {

bool is_rooted(rounds::CollectiveKind kind) {
  return kind == rounds::CollectiveKind::broadcast || kind == rounds::CollectiveKind::reduce;
}

// Those that an engine finds to be fastest.
std::optional<Combination> fastest_run(const CollectiveConfig& config,
                                       const topology::Network& network, const Reached& reached,
                                       int threads) {
  Asked q;
  q.config = config;
  q.algorithms = usual_algorithms(config, network);
  q.spreads = {config.spread};
  q.chunks = has_spreads(config, network) ? kUsualChunks : std::vector{config.chunks};
  q.sizes = {config.bytes};
  q.reached = reached;
  q.most_rounds = q.most_rounds_in_chunks = kMostRounds;
  const std::vector<Ranked> all = compare(q, network, 1, threads);
  return all.empty() ? std::nullopt : std::optional(all.front().how);
}

// As a step has it. The fabric outlives it.
engine::step::CollectiveTimes times_on(const CollectiveConfig& config,
                                       const topology::Fabric& fabric) {
  engine::step::CommMachine machine;
  machine.fabric = &fabric;
  machine.rules = config.rules;
  machine.spread = collective::Spread::blueconnect;
  machine.usual = true;
  machine.origin = {"--bytes", "fewer bytes, or a higher bandwidth"};
  return engine::step::CollectiveTimes(machine);
}

std::vector<engine::step::GroupDigit> digits_of(const CollectiveConfig& config,
                                                const topology::Network& network) {
  const topology::Fabric& fabric = *network.fabric;
  const std::vector<int> involved = request_of(config, network, 1).involved;
  std::vector<engine::step::GroupDigit> digits;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const bool in =
        involved.empty() || std::find(involved.begin(), involved.end(), d) != involved.end();
    if (in && fabric.dimension(d).size > 1) digits.push_back({d, 1, fabric.dimension(d).size});
  }
  return digits;
}

std::optional<Combination> fastest_by_closed_forms(const CollectiveConfig& config,
                                                   const topology::Network& network,
                                                   const Reached& reached) {
  const topology::Fabric& fabric = *reached.carrier(network).fabric;
  const std::vector<engine::step::GroupDigit> digits = digits_of(config, network);
  if (digits.empty()) return std::nullopt;
  collective::Way way = times_on(config, fabric).way_of(config.kind, config.bytes, digits);
  way.by_dimension.resize(base::index(fabric.dimensions()));
  for (int d = 0; d < fabric.dimensions(); ++d) {  // where none goes, as where some go
    const bool goes = std::any_of(digits.begin(), digits.end(),
                                  [d](const auto& digit) { return digit.dimension == d; });
    if (!goes) base::at(way.by_dimension, d) = way.algorithm(digits.back().dimension);
  }
  const bool spread = digits.size() > 1 && config.kind == rounds::CollectiveKind::all_reduce;
  return Combination{of_all_dimensions_alike(collective::names_of(way.by_dimension)),
                     spread ? way.spread : config.spread, way.chunks};
}

}  // namespace

bool has_usual_ways(const CollectiveConfig& config, const topology::Network& network) {
  if (config.kind == rounds::CollectiveKind::send || !config.demand.empty() || !network.fabric) {
    return false;
  }
  if (is_rooted(config.kind)) return network.npus() <= kMostNpusOfRoot && config.involved.empty();
  return config.kind <= rounds::CollectiveKind::all_to_all;
}

std::optional<Combination> usual_way(const CollectiveConfig& config,
                                     const topology::Network& network, const Reached& reached,
                                     int threads) {
  const bool uneven =
      !config.demand.empty() && network.fabric && config.kind == rounds::CollectiveKind::all_to_all;
  if (uneven && config.mode == engine::Mode::faithful) {  // straight to each, as libraries do
    return Combination{"direct", config.spread, config.chunks};
  }
  if (!has_usual_ways(config, network) || config.mode != engine::Mode::faithful ||
      !config.disturbance.empty()) {
    return std::nullopt;
  }
  return is_rooted(config.kind) ? fastest_run(config, network, reached, threads)
                                : fastest_by_closed_forms(config, network, reached);
}

std::optional<base::Picoseconds> closed_time(const CollectiveConfig& config,
                                             const topology::Network& network,
                                             const Reached& reached) {
  const bool whole = config.rules.forwarding == engine::Forwarding::cut_through &&
                     config.rules.active_chunks == 1 && config.guard.count() == 0 &&
                     network.placement.is_identity();
  if (!is_closed_form(config.engine) || is_rooted(config.kind) || !whole) return std::nullopt;
  return times_on(config, *reached.carrier(network).fabric)
      .of(config.kind, config.bytes, digits_of(config, network))
      .time;
}

namespace {

struct Way {
  Combination how;
  base::Bytes bytes{0};
  std::optional<base::Picoseconds> closed = {};
};

// By size. A library's own way for each size stands behind those that are asked for.
std::vector<Way> ways_of(const Asked& asked, const topology::Network& network, std::uint64_t seed,
                         int threads) {
  std::vector<Combination> all;
  if (!asked.algorithms.empty()) all = possible(asked, network, seed);
  std::vector<Way> ways;
  for (const base::Bytes size : asked.sizes) {
    for (const Combination& how : all) ways.push_back({how, size});
    if (!asked.usual) continue;
    CollectiveConfig config = asked.config;
    config.bytes = size;
    const auto usual = usual_way(config, network, asked.reached, threads);
    if (!usual) {
      if (all.empty()) ways.push_back({{config.algorithm, config.spread, config.chunks}, size});
      continue;
    }
    config = with(config, *usual, size);
    const auto closed = closed_time(config, network, asked.reached);
    const auto known =
        std::find_if(ways.end() - static_cast<std::ptrdiff_t>(all.size()), ways.end(),
                     [&](const Way& way) { return is_own(config, way.how); });
    if (known != ways.end()) {
      known->closed = closed;
    } else {
      ways.push_back({*usual, size, closed});
    }
  }
  return ways;
}

}  // namespace

std::vector<Ranked> compare(const Asked& asked, const topology::Network& network,
                            std::uint64_t seed, int threads,
                            const std::function<void(double, double)>& done) {
  std::vector<Ranked> by_law = ranked_by_law(asked, network, seed);
  if (asked.by_law == Asked::ByLaw::alone && !by_law.empty()) {
    rank(by_law);
    return by_law;
  }
  const std::vector<Way> ways = ways_of(asked, network, seed, threads);
  const std::size_t count = ways.size();
  std::vector<std::optional<Ranked>> timed(count);
  std::mutex mutex;
  std::optional<std::pair<std::size_t, base::ConfigError>> first;  // of what an engine refuses
  std::size_t finished = 0;
  const auto evaluate = [&](std::int64_t index) {
    const auto i = static_cast<std::size_t>(index);
    const Combination& how = ways[i].how;
    const CollectiveConfig config = with(asked.config, how, ways[i].bytes);
    std::optional<base::ConfigError> refused;
    try {
      Work work = make_work(config, network, "", seed);
      work.closed = ways[i].closed;
      const base::Picoseconds time =
          run_collective(config, asked.reached.carrier(network), work).time;
      timed[i] = Ranked{how,
                        config.bytes,
                        0,
                        time,
                        bound_of(config, network),
                        algorithm_bandwidth(*work.request, time),
                        bus_bandwidth(*work.request, time),
                        asked.reached.network.has_value()};
    } catch (const base::ConfigError& error) {
      refused = error;
    }
    const std::lock_guard<std::mutex> lock(mutex);
    if (refused && (!first || i < first->first)) first.emplace(i, *refused);
    if (done) done(static_cast<double>(++finished), static_cast<double>(count));
  };
  tool::run_in_threads(static_cast<std::int64_t>(count), threads, evaluate);
  std::vector<Ranked> all;
  for (std::optional<Ranked>& one : timed) {
    if (one) all.push_back(std::move(*one));
  }
  if (all.empty() && first) throw first->second;
  all.insert(all.end(), by_law.begin(), by_law.end());
  rank(all);
  return all;
}

}  // namespace jacquard::run
