// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::astra {
namespace {

using collective::Method;
using config::Json;
using config::Place;

constexpr double kTera = 1e12;  // of peak-perf
constexpr double kGiga = 1e9;   // of local-mem-bw

constexpr const char* kAlgorithms =
    "ring, direct, direct<window>, halvingDoubling, doubleBinaryTree, oneRing, oneDirect, "
    "oneDirect<window> or oneHalvingDoubling";

std::string shown_algorithm(const Implementation& algorithm) {
  std::string name = algorithm.method == Method::ring               ? "ring"
                     : algorithm.method == Method::direct           ? "direct"
                     : algorithm.method == Method::halving_doubling ? "halvingDoubling"
                                                                    : "doubleBinaryTree";
  if (algorithm.flat) {
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    name = "one" + name;
  }
  return algorithm.window < 0 ? name : name + std::to_string(algorithm.window);
}

// "direct4" -> window 4; false if the rest is no number of up to five digits above 0.
bool read_window(const std::string& digits, int& window) {
  if (digits.empty() || digits == "-1") return true;
  if (digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos) {
    return false;
  }
  window = std::stoi(digits);
  return window > 0;
}

Implementation read_algorithm(const Json& json, const Place& place) {
  if (!json.is_string()) place.fail(kAlgorithms, config::brief(json));
  const std::string name = json.get<std::string>();
  if (name == "ring") return {Method::ring};
  if (name == "oneRing") return {Method::ring, -1, true};
  if (name == "halvingDoubling") return {Method::halving_doubling};
  if (name == "oneHalvingDoubling") return {Method::halving_doubling, -1, true};
  if (name == "doubleBinaryTree") return {Method::double_binary_tree};
  for (const bool flat : {false, true}) {
    const std::string stem = flat ? "oneDirect" : "direct";
    Implementation algorithm{Method::direct, -1, flat};
    if (name.compare(0, stem.size(), stem) == 0 &&
        read_window(name.substr(stem.size()), algorithm.window)) {
      return algorithm;
    }
  }
  const std::string nearest =
      base::nearest(name, {"ring", "direct", "halvingDoubling", "doubleBinaryTree", "oneRing",
                           "oneDirect", "oneHalvingDoubling"});
  place.fail(kAlgorithms, config::brief(name.substr(0, 60)),
             nearest.empty() ? "" : "did you mean '" + nearest + "'?");
}

config::Codec<std::vector<Implementation>> algorithms() {
  return config::list<Implementation>(
      {"an algorithm",
       {{"type", "string"}},
       config::TextForm::string,
       read_algorithm,
       [](const Implementation& a) { return config::Document(shown_algorithm(a)); }});
}

// A number in 0..most, of which ASTRA-sim drops the fraction.
config::Codec<int> truncated(int least, int most) {
  const std::string expected = "a number in " + std::to_string(least) + ".." + std::to_string(most);
  return {expected,
          {{"type", "number"}},
          config::TextForm::json,
          [least, most, expected](const Json& json, const Place& place) {
            if (!json.is_number()) place.fail(expected, config::brief(json));
            const double value = json.get<double>();
            if (!(value >= least && value <= most)) place.fail(expected, config::brief(json));
            return static_cast<int>(value);
          },
          [](const int& value) { return config::Document(value); }};
}

// 0 is off; any other number, and true, is on.
config::Codec<bool> on_or_off() {
  return {"0 or 1",
          {{"type", "integer"}},
          config::TextForm::json,
          [](const Json& json, const Place& place) {
            if (json.is_boolean()) return json.get<bool>();
            if (!json.is_number()) place.fail("0 or 1", config::brief(json));
            return json.get<double>() != 0;
          },
          [](const bool& value) { return config::Document(value ? 1 : 0); }};
}

const config::FieldTable<SystemFile>& fields() {
  using config::field;
  using S = SystemFile;
  constexpr int many = 1'000'000'000;
  static const config::FieldTable<S> table(
      "astra-system", "ASTRA-sim's system.json.",
      {
          field<S>(
              "scheduling-policy", [](auto& s) -> auto& { return s.system.policy; },
              config::choice<System::Policy>({{"LIFO", System::Policy::lifo},
                                              {"FIFO", System::Policy::fifo},
                                              {"EXPLICIT", System::Policy::by_priority}}),
              "Order of collectives that wait."),
          field<S>(
              "all-reduce-implementation",
              [](auto& s) -> auto& { return s.system.implementations[0]; }, algorithms(),
              "Per dimension."),
          field<S>(
              "all-gather-implementation",
              [](auto& s) -> auto& { return s.system.implementations[2]; }, algorithms(),
              "Per dimension."),
          field<S>(
              "reduce-scatter-implementation",
              [](auto& s) -> auto& { return s.system.implementations[1]; }, algorithms(),
              "Per dimension."),
          field<S>(
              "all-to-all-implementation",
              [](auto& s) -> auto& { return s.system.implementations[3]; }, algorithms(),
              "Per dimension."),
          field<S>(
              "collective-optimization", [](auto& s) -> auto& { return s.system.blueconnect; },
              config::choice<bool>({{"baseline", false}, {"localBWAware", true}}),
              "Of all-reduces over several dimensions."),
          field<S>(
              "endpoint-delay", [](auto& s) -> auto& { return s.system.endpoint_delay; },
              truncated(0, many), "In ns."),
          field<S>(
              "local-reduction-delay", [](auto& s) -> auto& { return s.local_reduction_delay; },
              truncated(0, many), "In ns."),
          field<S>(
              "active-chunks-per-dimension",
              [](auto& s) -> auto& { return s.system.active_chunks; }, truncated(1, many),
              "Chunks under way at once in a dimension."),
          field<S>(
              "preferred-dataset-splits", [](auto& s) -> auto& { return s.system.splits; },
              truncated(1, many), "Chunks of a collective."),
          field<S>(
              "peak-perf", [](auto& s) -> auto& { return s.system.peak_perf; },
              config::real_number(0, 1e15), "In 1e12 operations a second."),
          field<S>(
              "local-mem-bw", [](auto& s) -> auto& { return s.system.local_mem_bw; },
              config::real_number(0, 1e15), "In 1e9 B/s."),
          field<S>(
              "roofline-enabled", [](auto& s) -> auto& { return s.system.roofline; }, on_or_off(),
              "Compute nodes take what the roofline says."),
          field<S>(
              "replay-only", [](auto& s) -> auto& { return s.system.replay_only; }, on_or_off(),
              "All nodes take their recorded time."),
          field<S>(
              "track-local-mem", [](auto& s) -> auto& { return s.track_local_mem; }, on_or_off(),
              "Report the memory in use."),
      });
  return table;
}

const std::vector<std::string>& ignored_keys() {
  static const std::vector<std::string> keys = {"boost-mode",
                                                "L",
                                                "o",
                                                "g",
                                                "G",
                                                "trace-enabled",
                                                "local-mem-trace-filename",
                                                "intra-dimension-scheduling",
                                                "inter-dimension-scheduling",
                                                "seprate-log"};
  return keys;
}

void refuse_what_cannot_be_had(const Json& json, const Place& place) {
  for (const auto& [key, value] : json.items()) {
    if (key == "per-node-custom-implementation") {
      (place / key)
          .fail("one custom collective of a kind (all-reduce-implementation-custom, ...)",
                "one for single nodes of the trace");
    }
    if (key == "model-shared-bus" && value != 0 && value != false) {
      (place / key).fail("0", config::brief(value), "the shared bus inside an NPU is not modelled");
    }
  }
}

constexpr std::array<const char*, 4> kCustom = {
    "all-reduce-implementation-custom", "reduce-scatter-implementation-custom",
    "all-gather-implementation-custom", "all-to-all-implementation-custom"};

std::string read_custom(const Json& json, const Place& place) {
  const bool one = json.is_array() && json.size() == 1 && json[0].is_string() && json[0] != "";
  if (!one) place.fail("a list of one PREFIX of PREFIX.<place>.et", config::brief(json));
  return json[0].get<std::string>();
}

}  // namespace

SystemFile parse_astra_system(const Json& json, const std::string& source, UnknownKeys* unknown) {
  const Place place{source, ""};
  if (!json.is_object()) place.fail("an object", config::brief(json));
  refuse_what_cannot_be_had(json, place);
  SystemFile file;
  System& system = file.system;
  system.policy = System::Policy::fifo;
  Json rest = json;
  rest.erase("model-shared-bus");
  for (const std::string& key : ignored_keys()) {
    if (rest.erase(key) != 0) file.ignored.push_back(key);
  }
  for (std::size_t kind = 0; kind < kCustom.size(); ++kind) {
    const auto custom = rest.find(kCustom[kind]);
    if (custom == rest.end()) continue;
    file.custom[kind] = read_custom(*custom, place / kCustom[kind]);
    rest.erase(custom);
  }
  drop_unknown(rest, fields().infos(), source, unknown);
  fields().read(file, rest, place);
  system.peak_perf *= kTera;
  system.local_mem_bw *= kGiga;
  if (system.roofline && !(system.peak_perf > 0 && system.local_mem_bw > 0)) {
    (place / "roofline-enabled")
        .fail("peak-perf and local-mem-bw above 0 with the roofline", "one that is 0 or missing");
  }
  return file;
}

namespace {

// What a file says so that it is read as `value`: the quotient or a neighbour of it.
double in_unit(double value, double unit) {
  const double quotient = value / unit;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double near : {std::nextafter(quotient, 0.0), std::nextafter(quotient, infinity)}) {
    if (quotient * unit != value && near * unit == value) return near;
  }
  return quotient;
}

}  // namespace

std::string write_astra_system(const System& system) {
  SystemFile file;
  file.system = system;
  file.system.peak_perf = in_unit(system.peak_perf, kTera);
  file.system.local_mem_bw = in_unit(system.local_mem_bw, kGiga);
  return fields().show(file).dump(1) + "\n";
}

SystemFile read_astra_system(const std::string& path, UnknownKeys* unknown) {
  return parse_astra_system(config::read_json(path), path, unknown);
}

}  // namespace jacquard::astra
