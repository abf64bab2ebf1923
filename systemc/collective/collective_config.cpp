// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/collective_config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/demand/demand_from.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/rounds/names.hpp"
#include "systemc/engines/engine_codecs.hpp"

namespace jacquard::run {
namespace {

using base::ConfigError;
using config::choice;
using config::field;
using config::whole_number;

config::Words<rounds::CollectiveKind> kind_words() {
  config::Words<rounds::CollectiveKind> words;
  for (const std::string& name : rounds::kind_names()) {
    words.emplace_back(name, static_cast<rounds::CollectiveKind>(words.size()));
  }
  return words;
}

using Fields = std::vector<config::Field<CollectiveConfig>>;

Fields what_it_does() {
  return {
      field<CollectiveConfig>(
          "kind", [](auto& c) -> auto& { return c.kind; }, choice(kind_words()),
          "What the NPUs do together."),
      field<CollectiveConfig>(
          "algorithm", [](auto& c) -> auto& { return c.algorithm; },
          config::text(
              "ring, two-way-ring, direct, direct:W, halving-doubling, double-binary-tree, "
              "nvls or sharp; one for all dimensions, or one for each: A,B"),
          "How; direct:4 has at most four messages of an NPU in flight. all: each, ranked."),
      field<CollectiveConfig>(
          "spread", [](auto& c) -> auto& { return c.spread; }, spread_codec(),
          "An all-reduce over several dimensions: whole in each in turn, or reduce-scatter up, "
          "all-reduce in the last, all-gather down (ASTRA-sim's localBWAware). all: both."),
      field<CollectiveConfig>(
          "shape", [](auto& c) -> auto& { return c.shape; },
          config::text("sizes such as 8,2, or nothing for one dimension"),
          "On a graph of links, the dimensions in which ranks are numbered, the one of neighbours "
          "first; blocks have their own."),
      field<CollectiveConfig>(
          "involved", [](auto& c) -> auto& { return c.involved; },
          config::text("dimensions such as 0,2, or nothing for all"),
          "Of a group: NPUs that differ in these only. All groups run at once."),
      field<CollectiveConfig>(
          "bytes", [](auto& c) -> auto& { return c.bytes; },
          config::quantity<base::Bytes>(base::Bytes{1}),
          "What each NPU puts in: all of the data, or its own piece of an all-gather. Several: "
          "1 KB..4 GB by factors of four, or between commas."),
      field<CollectiveConfig>(
          "chunks", [](auto& c) -> auto& { return c.chunks; },
          whole_number(1, collective::kMostChunks),
          "Parts that go through the dimensions one after the other (ASTRA-sim's "
          "preferred-dataset-splits). Several: 1,8,64."),
      field<CollectiveConfig>(
          "root", [](auto& c) -> auto& { return c.root; }, whole_number(0),
          "Member of each group at which a broadcast or send begins."),
      field<CollectiveConfig>(
          "peer", [](auto& c) -> auto& { return c.peer; }, whole_number(0),
          "Member of each group that receives a send."),
      field<CollectiveConfig>(
          "demand", [](auto& c) -> auto& { return c.demand; },
          config::text("a matrix, as jacquard schedule --demand takes it"),
          "An all-to-all of uneven sizes: what each NPU sends to each other."),
  };
}

Fields how_it_is_run() {
  return {
      field<CollectiveConfig>(
          "law", [](auto& c) -> auto& { return c.law; }, systems::law_codec(),
          "reached: NCCL's law inside a node where nothing says how, and a share of the line rate "
          "across nodes; links: every link at its rate; system: reached where --system has nodes "
          "of a device."),
      field<CollectiveConfig>(
          "engine", [](auto& c) -> auto& { return c.engine; }, engine_codec(),
          "Closed forms, discrete events, or SystemC circuits (at most 64 NPUs)."),
      field<CollectiveConfig>(
          "mode", [](auto& c) -> auto& { return c.mode; }, mode_codec(),
          "What is true, or what ASTRA-sim's congestion-unaware or -aware back end prints."),
      field<CollectiveConfig>(
          "symmetry", [](auto& c) -> auto& { return c.symmetry; }, symmetry_codec(),
          "One NPU stands for all where they are alike; the results are equal."),
      field<CollectiveConfig>(
          "endpoint_delay", [](auto& c) -> auto& { return c.rules.endpoint_delay; },
          config::quantity<base::Picoseconds>(),
          "At the beginning of a chunk's phase, and after each message received."),
      field<CollectiveConfig>(
          "local_memory_bandwidth", [](auto& c) -> auto& { return c.rules.local_memory_bandwidth; },
          config::quantity<base::BytesPerSecond>(base::BytesPerSecond{1}),
          "Of which adding a received message takes three passes."),
      field<CollectiveConfig>(
          "active_chunks", [](auto& c) -> auto& { return c.rules.active_chunks; },
          whole_number(1, collective::kMostChunks), "Chunks at once in a dimension of an NPU."),
      field<CollectiveConfig>(
          "order", [](auto& c) -> auto& { return c.rules.order; }, order_codec(),
          "Which of several waiting collectives goes first."),
      field<CollectiveConfig>(
          "forwarding", [](auto& c) -> auto& { return c.rules.forwarding; },
          choice<engine::Forwarding>(
              {{"cut-through", engine::Forwarding::cut_through},
               {"store-and-forward", engine::Forwarding::store_and_forward}}),
          "What a switch, or an NPU on the way, does with a message."),
      field<CollectiveConfig>(
          "disturbance", [](auto& c) -> auto& { return c.disturbance; },
          config::text("a .json file, see docs/engines.md"),
          "Stragglers, slow NPUs and latencies of single links."),
      field<CollectiveConfig>(
          "guard", [](auto& c) -> auto& { return c.guard; }, config::quantity<base::Picoseconds>(),
          "Cycle engine: dead time of a port that changes its partner."),
      field<CollectiveConfig>(
          "most_events", [](auto& c) -> auto& { return c.most_events; },
          whole_number<std::int64_t>(1),
          "What would be more events, or steps of a closed form, is refused before it runs."),
      field<CollectiveConfig>(
          "most_memory", [](auto& c) -> auto& { return c.most_memory; },
          config::quantity<base::Bytes>(base::Bytes{1}),
          "What would need more memory is refused before it runs."),
  };
}

// "0,2" as numbers; throws what is expected for any other text, and for those out of bounds.
std::vector<int> numbers(const std::string& option, const std::string& text, int least, int most,
                         const std::string& expected) {
  std::vector<int> values;
  if (text.empty()) return values;
  for (const std::string& item : base::comma_list(text)) {
    const auto value = base::parse_number<int>(item);
    if (!value || *value < least || *value > most) {
      throw ConfigError({option, "", expected, "'" + text + "'", ""});
    }
    values.push_back(*value);
  }
  return values;
}

std::vector<int> involved(const std::string& text, int dimensions) {
  std::vector<int> values =
      numbers("--involved", text, 0, dimensions - 1,
              "numbers in 0.." + std::to_string(dimensions - 1) + " such as 0,2");
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<int> shape_of(const CollectiveConfig& config, const topology::Network& network) {
  std::vector<int> sizes;
  if (network.fabric) {
    if (!config.shape.empty()) {
      throw ConfigError({"--shape", "", "nothing, as blocks say how NPUs are numbered",
                         "'" + config.shape + "'", "a graph of links takes it"});
    }
    for (const topology::Dimension& d : network.fabric->all()) sizes.push_back(d.size);
    return sizes;
  }
  const int npus = network.npus();
  if (config.shape.empty()) return {npus};
  const std::string expected = "sizes that multiply to the graph's " + std::to_string(npus) +
                               " NPUs, each 2 or more, such as 8,2";
  sizes = numbers("--shape", config.shape, 2, npus, expected);
  std::int64_t product = 1;
  for (const int size : sizes) product = std::min<std::int64_t>(product * size, INT32_MAX);
  if (product != npus) throw ConfigError({"--shape", "", expected, "'" + config.shape + "'", ""});
  return sizes;
}

// Parted by commas or spaces, or both.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& item : base::comma_list(text)) {
    std::istringstream part(item);
    const std::size_t before = words.size();
    for (std::string word; part >> word;) words.push_back(word);
    if (words.size() == before) words.emplace_back();
  }
  return words;
}

// ASTRA-sim's oneRing and its like go round all NPUs whatever the dimensions are: they are the
// algorithm where there is one dimension.
collective::Algorithm algorithm_of(std::string word, int dimensions) {
  static const std::string flat = "one";
  if (word.size() > flat.size() && word.rfind(flat, 0) == 0) {
    if (dimensions > 1) {
      throw ConfigError({"--algorithm", "", "an algorithm within a dimension",
                         "'" + word + "', a flat one across " + std::to_string(dimensions),
                         "a --topology of one block has it"});
    }
    word.erase(0, flat.size());
    word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
  }
  return collective::algorithm_named(word, "--algorithm");
}

std::vector<collective::Algorithm> algorithms_of(const std::string& text, int dimensions) {
  std::vector<collective::Algorithm> algorithms;
  for (const std::string& word : words_of(text)) {
    algorithms.push_back(algorithm_of(word, dimensions));
  }
  if (algorithms.size() != 1 && algorithms.size() != static_cast<std::size_t>(dimensions)) {
    throw ConfigError(
        {"--algorithm", "",
         "one algorithm, or one for each of " + std::to_string(dimensions) + " dimensions",
         "'" + text + "'", ""});
  }
  return algorithms;
}

}  // namespace

const config::FieldTable<CollectiveConfig>& collective_fields() {
  static const config::FieldTable<CollectiveConfig> table = [] {
    Fields all = what_it_does();
    for (auto& f : config::flattened<CollectiveConfig>(
             [](auto& c) -> auto& { return c.network; }, topology::network_fields())) {
      all.push_back(std::move(f));
    }
    for (auto& f : how_it_is_run()) all.push_back(std::move(f));
    return config::FieldTable<CollectiveConfig>(
        "collective", "A collective, the network it runs on, and what runs it.", std::move(all));
  }();
  return table;
}

CollectiveConfig collective_on(const topology::System& system, const config::Place& place) {
  CollectiveConfig config;
  config.network = system.network;
  if (!system.algorithm.empty()) {
    config.algorithm = fmt::format("{}", fmt::join(system.algorithm, ","));
    config.spread = collective::Spread::blueconnect;  // as a step on it
  }
  if (system.npu.memory_bandwidth > base::BytesPerSecond{0}) {
    config.rules.local_memory_bandwidth = system.npu.memory_bandwidth;
  } else if (!system.npu.device.empty()) {
    config.rules.local_memory_bandwidth =
        cost::device_of(system.npu.device, place / "npu" / "device").memory_bandwidth;
  }
  return config;
}

collective::CollectiveRequest request_of(const CollectiveConfig& config,
                                         const topology::Network& network, std::uint64_t seed) {
  collective::CollectiveRequest request;
  request.kind = config.kind;
  request.shape = rounds::Shape(shape_of(config, network));
  request.involved = involved(config.involved, request.shape.digits());
  if (!network.placement.is_identity()) {
    for (int rank = 0; rank < network.npus(); ++rank) {
      request.npus.push_back(network.placement.npu(rank));
    }
  }
  request.algorithms = algorithms_of(config.algorithm, request.shape.digits());
  request.spread = config.spread;
  request.bytes = config.bytes;
  request.chunks = config.chunks;
  request.rounding =
      config.mode == engine::Mode::faithful ? collective::Rounding::up : collective::Rounding::down;
  request.root = config.root;
  request.peer = config.peer;
  if (!config.demand.empty()) {
    request.uneven = demand::demand_from(config.demand, 0, seed, {});
  }
  return request;
}

}  // namespace jacquard::run
