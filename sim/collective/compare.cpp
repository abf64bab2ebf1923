// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/compare.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/collective/phases.hpp"
#include "sim/collective/bandwidth.hpp"
#include "sim/collective/bound.hpp"
#include "sim/collective/run_collective.hpp"
#include "sim/tool/run_cases.hpp"

namespace jacquard::run {
namespace {

const std::vector<collective::Spread> kSpreads = {collective::Spread::baseline,
                                                  collective::Spread::blueconnect};
const std::vector<int> kUsualChunks = {1, 8, 64};
constexpr double kMostRounds = 50'000;  // a moment for all ways
// Beyond, some ways take minutes: where messages go far, or NPUs do not do alike, sooner.
constexpr int kMostNpus = 8192;
constexpr int kMostNpusApart = 1024;
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
  const std::vector<std::string>& usual = usual_algorithms();
  return how.chunks == 1 && std::find(usual.begin(), usual.end(), how.algorithm) != usual.end();
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
                   bus_bandwidth(request, law->time)});
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
    if (name != "chain") all.push_back(name);
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

const std::vector<std::string>& usual_algorithms() {
  static const std::vector<std::string> names = {"ring", "two-way-ring", "direct",
                                                 "halving-doubling"};
  return names;
}

void add_usual_ways(Asked& asked, LeftOpen open, const topology::Network& network) {
  const CollectiveConfig& own = asked.config;
  const auto known = [&](const std::string& name) {
    return std::find(asked.algorithms.begin(), asked.algorithms.end(), name) !=
           asked.algorithms.end();
  };
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

bool has_usual_ways(const CollectiveConfig& config, const topology::Network& network) {
  using rounds::CollectiveKind;
  if (config.kind == CollectiveKind::send || !config.demand.empty() || !config.involved.empty() ||
      !network.fabric) {
    return false;
  }
  if (config.kind == CollectiveKind::all_reduce && has_spreads(config, network)) return true;
  const std::vector<topology::Dimension>& all = network.fabric->all();
  const bool has_ring = std::any_of(all.begin(), all.end(), [](const topology::Dimension& d) {
    return d.block == topology::Block::ring;
  });
  const bool rooted =
      config.kind == CollectiveKind::broadcast || config.kind == CollectiveKind::reduce;
  return network.npus() <= (has_ring || rooted ? kMostNpusApart : kMostNpus);
}

std::optional<Ranked> usual_choice(const CollectiveConfig& config, const topology::Network& network,
                                   const Reached& reached, int threads) {
  if (!has_usual_ways(config, network) || config.mode != engine::Mode::faithful ||
      config.engine == "cycle" || !config.disturbance.empty()) {
    return std::nullopt;
  }
  const bool in_several = has_spreads(config, network);
  const bool in_two_ways = in_several && config.kind == rounds::CollectiveKind::all_reduce;
  Asked q;
  q.config = config;
  q.algorithms = usual_algorithms();
  q.spreads = in_two_ways ? kSpreads : std::vector{config.spread};
  q.chunks = in_several ? kUsualChunks : std::vector{config.chunks};
  q.sizes = {config.bytes};
  q.reached = reached;
  q.most_rounds = q.most_rounds_in_chunks = kMostRounds;
  const std::vector<Ranked> all = compare(q, network, 1, threads);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<Ranked> compare(const Asked& asked, const topology::Network& network,
                            std::uint64_t seed, int threads,
                            const std::function<void(double, double)>& done) {
  std::vector<Ranked> by_law = ranked_by_law(asked, network, seed);
  if (asked.by_law == Asked::ByLaw::alone && !by_law.empty()) {
    rank(by_law);
    return by_law;
  }
  const std::vector<Combination> ways = possible(asked, network, seed);
  const std::size_t count = ways.size() * asked.sizes.size();
  std::vector<std::optional<Ranked>> timed(count);
  std::mutex mutex;
  std::optional<std::pair<std::size_t, base::ConfigError>> first;  // of what an engine refuses
  std::size_t finished = 0;
  const auto evaluate = [&](std::int64_t index) {
    const auto i = static_cast<std::size_t>(index);
    const Combination& how = ways[i % ways.size()];
    const CollectiveConfig config = with(asked.config, how, asked.sizes[i / ways.size()]);
    std::optional<base::ConfigError> refused;
    try {
      const Work work = make_work(config, network, "", seed);
      const base::Picoseconds time =
          run_collective(config, asked.reached.carrier(network), work).time;
      timed[i] = Ranked{how,
                        config.bytes,
                        0,
                        time,
                        bound_of(config, network),
                        algorithm_bandwidth(*work.request, time),
                        bus_bandwidth(*work.request, time)};
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
