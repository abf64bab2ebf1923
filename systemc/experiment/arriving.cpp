// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/arriving.hpp"

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/demand/arrivals.hpp"
#include "jacquard/demand/demand_from.hpp"

namespace jacquard::experiment {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;
using config::field;
using config::quantity;
using config::real_number;
using config::text;
using demand::DemandMatrix;
using demand::SizeLaw;
using A = ArrivingConfig;

constexpr double kMostLoad = 4;  // more than links carry, to see what breaks
constexpr double kMostBurst = 1e6;
constexpr double kMostSkew = 8;

SizeLaw sizes_of(const A& config) {
  if (config.sizes == "fixed") return SizeLaw::fixed(config.size);
  const bool is_path = config.sizes.find_first_of("/.") != std::string::npos;
  const std::string path = is_path ? config.sizes : "configs/sizes/" + config.sizes + ".txt";
  try {
    return demand::read_size_law(base::as_given_or_shipped(path));
  } catch (const ConfigError& error) {
    if (is_path) throw;
    throw ConfigError({"traffic", "/arrivals/sizes",
                       "web_search, data_mining, hadoop, fixed, or a file with a / in its path",
                       "'" + config.sizes + "'", ""});
  }
}

DemandMatrix pairs_of(const A& config, int ports, const demand::ReadOptions& reading,
                      std::uint64_t seed, std::uint64_t index) {
  if (config.pairs == "uniform") return demand::uniform_pairs(ports);
  if (config.pairs == "permutation") return demand::permutation_pairs(ports, seed, index);
  if (config.pairs == "skewed") return demand::skewed_pairs(ports, config.skew, seed, index);
  const bool generated = demand::names_generator(config.pairs);
  DemandMatrix pairs =
      demand::demand_from(generated ? config.pairs : base::as_given_or_shipped(config.pairs),
                          generated ? static_cast<int>(index) : 0, seed, reading);
  if (pairs.ports() == ports) return pairs;
  throw ConfigError({"traffic", "/arrivals/pairs",
                     "a demand of " + std::to_string(ports) + " ports, as the fabric has",
                     std::to_string(pairs.ports()), ""});
}

}  // namespace

const config::FieldTable<A>& arriving_fields() {
  constexpr Bytes largest{std::int64_t{1} << 50};
  static const config::FieldTable<A> table(
      "arrivals", "Flows that arrive while others are sent.",
      {
          field<A>(
              "load", [](auto& a) -> auto& { return a.load; }, real_number(1e-6, kMostLoad),
              "Payload that arrives for the busiest port, either way, over `fabric.rate`."),
          field<A>(
              "time", [](auto& a) -> auto& { return a.time; },
              quantity(Picoseconds{1}, demand::kLatestStart), "In which flows start."),
          field<A>(
              "warm_up", [](auto& a) -> auto& { return a.warm_up; },
              quantity(Picoseconds{0}, demand::kLatestStart),
              "Flows that start before it are left out of the figures of flows."),
          field<A>(
              "sizes", [](auto& a) -> auto& { return a.sizes; },
              text("web_search, data_mining, hadoop, fixed, or a file"),
              "Law of sizes: web_search (DCTCP), data_mining (VL2), hadoop (Facebook), fixed, or a "
              "file of lines \"bytes share\"."),
          field<A>(
              "size", [](auto& a) -> auto& { return a.size; }, quantity(Bytes{1}, largest),
              "fixed: of each flow."),
          field<A>(
              "pairs", [](auto& a) -> auto& { return a.pairs; },
              text("uniform, permutation, skewed, or a demand"),
              "Who sends to whom: uniform, permutation, skewed, or a demand whose entries weigh "
              "pairs (a file, or class:ports)."),
          field<A>(
              "skew", [](auto& a) -> auto& { return a.skew; }, real_number(0, kMostSkew),
              "skewed: a destination's weight is its rank to the power of minus this."),
          field<A>(
              "burst", [](auto& a) -> auto& { return a.burst; }, real_number(1, kMostBurst),
              "Flows that start at once from one port to another, mean of a geometric number; 1: "
              "flows are a Poisson process."),
      });
  return table;
}

std::vector<demand::Flow> draw_flows(const A& config, const systemc::LinkConfig& links,
                                     const demand::ReadOptions& reading, std::uint64_t seed,
                                     std::uint64_t index) {
  if (config.warm_up >= config.time) {
    throw ConfigError({"traffic", "/arrivals/warm_up",
                       "less than arrivals.time, " + config::show_quantity(config.time),
                       config::show_quantity(config.warm_up), ""});
  }
  const SizeLaw sizes = sizes_of(config);
  const DemandMatrix pairs = pairs_of(config, links.ports, reading, seed, index);
  if (pairs.total() == Bytes{0}) {
    throw ConfigError({"traffic", "/arrivals/pairs", "at least one pair that talks", "none", ""});
  }
  auto flows = demand::draw_arrivals({config.load, links.rate, config.time, config.burst}, pairs,
                                     sizes, seed, index);
  if (flows.empty() || flows.back().start < config.warm_up) {
    throw ConfigError({"traffic", "/arrivals/time", "time for a flow to start",
                       config::show_quantity(config.time), "a longer time or a higher load"});
  }
  return flows;
}

}  // namespace jacquard::experiment
