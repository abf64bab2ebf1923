// SPDX-License-Identifier: Apache-2.0
// One collective, or a file of rounds, on one network and one engine.
#include "sim/cli/collective/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/cost/network_efficiency.hpp"
#include "jacquard/interop/msccl/msccl.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "jacquard/topology/nccl_topology.hpp"
#include "sim/cli/collective/compare.hpp"
#include "sim/cli/collective/prove.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/graph_notes.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/collective/collective_row.hpp"
#include "sim/collective/compare_rows.hpp"
#include "sim/collective/sentence.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/collective/fit_algorithms.hpp"
#include "systemc/collective/reached.hpp"
#include "systemc/collective/run_collective.hpp"
#include "systemc/collective/tuned.hpp"
#include "systemc/engines/engines.hpp"

namespace jacquard::cli {
namespace {

using run::CollectiveConfig;
using run::Work;

constexpr const char* kSystem = "--system";

struct Options {
  std::string system;
  std::string rounds;
  std::string rounds_out;
  std::string tuner;
  std::string tuner_out;
  bool prove = false;
  int top = 0;
  Option top_given, tuner_given, tuner_out_given;
};

// What a rounds file says itself.
const std::vector<std::string>& keys_of_the_file() {
  static const std::vector<std::string> keys = {"kind",   "algorithm", "spread", "involved",
                                                "bytes",  "chunks",    "root",   "peer",
                                                "demand", "placement", "shape"};
  return keys;
}

// Options beside --rounds that it would override, whether as an option, by --set or in a file.
std::vector<std::string> overridden(const GivenOptions& given, const Common& common,
                                    const CollectiveConfig& config,
                                    const CollectiveConfig& default_config) {
  const auto& table = run::collective_fields();
  const config::Document ours = table.show(config);
  const config::Document usual = table.show(default_config);
  std::vector<std::string> found;
  for (const std::string& key : keys_of_the_file()) {
    const bool was_set = std::any_of(common.set.begin(), common.set.end(), [&](const auto& a) {
      return config::split_assignment(a).path == key;
    });
    if (was_given(given, table.infos(), key) || was_set || ours[key] != usual[key]) {
      found.push_back(option_name(key));
    }
  }
  return found;
}

// An algorithm of MSCCL is of any size, which is cut into any number of chunks.
void refuse_overridden(std::vector<std::string> options, bool has_sizes) {
  const auto is_open = [&](const std::string& option) {
    return !has_sizes && (option == option_name("bytes") || option == option_name("chunks"));
  };
  options.erase(std::remove_if(options.begin(), options.end(), is_open), options.end());
  if (options.empty()) return;
  throw base::ConfigError({"--rounds", "", "no options that say what the file says itself",
                           fmt::format("{}", fmt::join(options, ", ")), "leave them out"});
}

// Whether options leave open how it is done.
bool leave_the_choice(const std::vector<std::string>& said) {
  return std::none_of(said.begin(), said.end(), [](const std::string& option) {
    return option == "--algorithm" || option == "--spread" || option == "--chunks";
  });
}

struct Choice {
  std::string words;                        // to say once it has run; "" of none
  std::optional<base::Picoseconds> closed;  // Work::closed
};

Choice choose(CollectiveConfig& config, const run::Reached& reached,
              const topology::Network& network, const Common& common) {
  const auto way = run::usual_way(config, network, reached, common.threads);
  if (!way) return {};
  config.algorithm = way->algorithm;
  config.spread = way->spread;
  config.chunks = way->chunks;
  return {fmt::format("collective: {} is the fastest usual way for {}; --algorithm all ranks more",
                      run::words_for(*way, run::has_spreads(config, network)),
                      config::show_quantity(config.bytes)),
          run::closed_time(config, network, reached)};
}

// A system's algorithms are those of its all-reduce, and not all can do every kind.
void fit(CollectiveConfig& config, const topology::System& system,
         const topology::Network& network) {
  const std::string fitting = run::fitting_algorithms(config, system, network);
  if (fitting == config.algorithm) return;
  spdlog::info("collective: {} in place of the system's {}, which cannot do {} straight", fitting,
               config.algorithm, rounds::name_of(config.kind));
  config.algorithm = fitting;
}

// What a copy has printed is the command's answer.
struct HandsBack {
  const Common& copy;
  const Common& own;
  ~HandsBack() {
    own.answer = copy.answer;
    own.printed = copy.printed;
  }
};

// --set engine.symmetry is spelt alike for every verb; here it is the key symmetry.
Common with_short_keys(Common common) {
  static const std::string long_key = "engine.symmetry=";
  for (std::string& assignment : common.set) {
    if (assignment.rfind(long_key, 0) == 0) assignment.erase(0, std::string("engine.").size());
  }
  return common;
}

nlohmann::json identity_of(const CollectiveConfig& config, const run::Reached& reached,
                           const topology::Network& network) {
  nlohmann::json identity = run::collective_fields().show(config);
  if (reached.node) {
    identity["device"] = cost::device_fields().show(reached.node->device);
    identity["node"] = reached.node->node;
  }
  if (network.graph) {
    identity["graph"] = topology::graph_text(config.network.topology);
  }
  return identity;
}

int tell(const Common& common, const CollectiveConfig& config, const topology::Network& network,
         const Work& work, const engine::Result& answer, const nlohmann::json& identity) {
  report::Result result("collective", common.seed, identity);
  for (report::Printed& row : collective_rows(config, network, work, answer)) {
    result.add(std::move(row));
  }
  say_answer(run::words_of_run(config, network, work, answer), common);
  print(result, common);
  write_result(result, common, "collective");
  return 0;
}

int run_one(const Options& o, const Common& common, const CollectiveConfig& config,
            const run::Reached& reached, const topology::Network& network, const Choice& choice) {
  Work work = run::make_work(config, network, o.rounds, common.seed);
  work.reached = reached.network.has_value();
  work.closed = choice.closed;
  if (!o.rounds_out.empty()) rounds::write_rounds(o.rounds_out, work.graph);
  tool::Progress progress("collective", "events");
  const engine::Result answer = run::run_collective(
      config, reached.carrier(network), work, [&progress](std::int64_t done, double expected) {
        progress.at(static_cast<double>(done), expected);
      });
  if (!choice.words.empty()) spdlog::info("{}", choice.words);
  nlohmann::json identity = identity_of(config, reached, network);
  if (!o.rounds.empty()) identity["rounds"] = base::read_file(o.rounds);
  return tell(common, config, network, work, answer, identity);
}

// The law was fitted on nodes of eight of four devices; beyond that it extrapolates.
void say_extrapolation(const cost::Device& device, int members) {
  constexpr int kFitted = 8;
  const std::string& a = device.architecture;
  const bool fitted = a == "ampere" || a == "hopper" || a == "blackwell";
  if (fitted && members <= kFitted) return;
  spdlog::info(
      "collective: NCCL's law was measured on up to {} A100, H100, H200 and B200, so {} of {} are "
      "an "
      "extrapolation; --law links has the bare links",
      kFitted, members, device.name);
}

void say_reached(const run::Reached& reached, const topology::Network& network) {
  if (!reached.node || !systems::leaves_nodes(*network.fabric, reached.node->node)) return;
  const int nodes = network.npus() / reached.node->node;
  spdlog::info(
      "collective: links across {} nodes at {:.3g} of their rate, and inside a node as NCCL there, "
      "as collectives reach; --law links has all of it",
      nodes, cost::network_efficiency(nodes));
}

}  // namespace

std::function<int()> add_collective_run(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  add_system_option(app, o->system, "Network, algorithms and memory bandwidth");
  const auto given = add_field_options(app, run::collective_fields().infos(), "", "kind");
  app.alone(app.add_flag("--prove", o->prove, "Move numbers through the file's rounds instead"));
  add_file_option(app, "--rounds,--plan", o->rounds,
                  "Run the rounds of this file, of MSCCL or of MSCCL++, instead of --kind");
  add_file_option(app, "--rounds-out", o->rounds_out, "Write the rounds to this file");
  o->tuner_given = add_file_option(app, "--tuner", o->tuner,
                                   "Go by a table of NCCL's tuner plugin, such as nccl_tuner.conf");
  o->tuner_out_given =
      add_file_option(app, "--tuner-out", o->tuner_out,
                      "Of several ways compared, write those that NCCL has as such a table");
  o->top_given =
      app.add_option("--top", o->top, "Of several ways compared, tables show so many of each size");
  o->top_given.within(1, 1'000'000);
  return [o, given, &common] {
    if (o->prove && o->rounds.empty()) {
      throw base::ConfigError({"--prove", "", "a file of rounds or a plan: --plan FILE", "none",
                               "jacquard collective prove is for algorithms of our own"});
    }
    if (o->prove) return prove_file(o->rounds, common);
    const Common ours = with_short_keys(common);
    const HandsBack answer{ours, common};
    std::optional<topology::System> system;
    config::Place place{kSystem, ""};
    if (!o->system.empty()) {
      systems::FoundSystem found = systems::find_system(o->system, place);
      system = std::move(found.system);
      place = std::move(found.place);
    }
    const topology::System* const known = system ? &*system : nullptr;
    const CollectiveConfig usual = system ? run::collective_on(*system, place) : CollectiveConfig{};
    const bool compares = o->rounds.empty() && o->rounds_out.empty() && asks_to_compare(*given);
    o->top_given.only_if(compares, "one way alone is run; see --algorithm all");
    o->tuner_out_given.only_if(compares, "one way alone is run; see --algorithm all");
    o->tuner_given.only_if(!compares && o->rounds.empty(), "no one collective is asked for");
    if (compares) {
      return run_comparison(*given, ours, usual, {known, place}, {o->top, o->tuner_out});
    }
    CollectiveConfig config = resolve(run::collective_fields(), *given, ours, usual);
    const std::vector<std::string> said = overridden(*given, ours, config, usual);
    if (!o->rounds.empty()) {
      const bool has_sizes = !interop::is_msccl(o->rounds);
      refuse_overridden(said, has_sizes);
      if (!has_sizes && !o->rounds_out.empty()) {
        throw base::ConfigError({"--rounds-out", "", "rounds that say which data they carry",
                                 o->rounds, "GPUs of MSCCL have buffers of their own"});
      }
    }
    const topology::Network network = topology::build_network(config.network);
    if (network.npus() < 2) {
      const char* const of = o->system.empty() ? "--topology" : kSystem;
      throw base::ConfigError({of, "", "two NPUs or more", "one", "such as --system 8xh200"});
    }
    say_graph_notes(network, config.network.topology);
    const run::Reached reached = run::reached_of(config, known, place, network);
    say_reached(reached, network);
    const bool of_system = std::find(said.begin(), said.end(), "--algorithm") == said.end();
    const bool is_made = o->rounds.empty();
    Choice choice;
    if (is_made && system && of_system) fit(config, *system, network);
    o->tuner_given.only_if(leave_the_choice(said), "--algorithm, --spread and --chunks choose too");
    if (is_made && leave_the_choice(said)) {
      const auto request = run::request_of(config, network, common.seed);
      collective::check(request);
      auto law = run::node_time_of(config, reached, network, request);
      bool by_law = law && o->rounds_out.empty() && !run::has_clocks(config.engine);
      run::Tuned tuned;
      if (!o->tuner.empty()) {
        tuned = run::tuned_by(o->tuner, config, reached, network, request);
        spdlog::info("collective: {} {}", o->tuner, tuned.words);
        if (tuned.law) law = tuned.law;
        by_law = by_law && !tuned.messages;
      }
      if (by_law) {
        const run::Work work = run::work_of(*law, request);
        say_extrapolation(reached.node->device, work.request->members());
        return tell(ours, config, network, work, run::result_of(*law),
                    identity_of(config, reached, network));
      }
      if (tuned.messages) {
        config.algorithm = tuned.messages->algorithm;
        config.spread = tuned.messages->spread;
        config.chunks = tuned.messages->chunks;
        return run_one(*o, ours, config, reached, network, choice);
      }
      const bool of_system_too = system && !system->algorithm.empty();
      if (!of_system_too) choice = choose(config, reached, network, ours);
    }
    return run_one(*o, ours, config, reached, network, choice);
  };
}

}  // namespace jacquard::cli
