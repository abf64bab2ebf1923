// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/topology/network.hpp"
#include "jacquard/topology/packet_switch.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::topology {
namespace {

using config::Json;
using config::Place;

// "200 GB/s,50 GB/s", or the same as a JSON list of texts.
template <class Quantity>
config::Codec<std::vector<Quantity>> quantities(const config::Codec<Quantity>& one) {
  const std::string expected = one.expected() + ", or one for each dimension: \"A,B\"";
  return {expected,
          config::Document{{"anyOf",
                            {{{"type", "string"}},
                             {{"type", "array"}, {"items", one.schema()}, {"minItems", 1}}}}},
          config::TextForm::string,
          [expected, one](const Json& json, const Place& place) {
            std::vector<Quantity> values;
            if (json.is_array() && !json.empty()) {
              for (std::size_t i = 0; i < json.size(); ++i) {
                values.push_back(one.read(json[i], place / i));
              }
              return values;
            }
            if (!json.is_string()) place.fail(expected, config::brief(json));
            for (const std::string& item : base::comma_list(json.get<std::string>())) {
              values.push_back(one.read(item, in_dimension(place, values.size())));
            }
            return values;
          },
          [](const std::vector<Quantity>& values) {
            std::string text;
            for (const Quantity& value : values) {
              text += (text.empty() ? "" : ",") + config::show_quantity(value);
            }
            return config::Document(text);
          }};
}

bool is_switch_word(const std::string& text) {
  const bool word = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
  return word || config::is_path(text);
}

// A time, or a packet switch: the way through it is two links, so each has half of its latency.
config::Codec<base::Picoseconds> link_latency() {
  const auto time = config::quantity<base::Picoseconds>();
  const std::string expected = time.expected() + ", or a switch of configs/packet_switches";
  return {
      expected, config::Document{{"type", "string"}}, time.text_form(),
      [time, expected](const Json& json, const Place& place) {
        const std::string text = json.is_string() ? json.get<std::string>() : "";
        if (!is_switch_word(text)) return time.read(json, place);
        const auto names = config::shipped_configs(kPacketSwitches);
        if (!config::is_path(text) && std::find(names.begin(), names.end(), text) == names.end()) {
          const std::string near = base::nearest(text, names);
          place.fail(expected, "'" + text + "'",
                     near.empty() ? "" : "did you mean '" + near + "'?");
        }
        const auto latency = packet_switch_of(text, place).latency;
        if (latency) return base::Picoseconds{latency->count() / 2};
        place.fail("a switch whose latency is published", "'" + text + "'", "give a time");
      },
      [time](const base::Picoseconds& value) { return time.show(value); }};
}

// A switch's latency is of dimensions that have such a switch, with a port for each of their NPUs.
// An option may come before the one of the topology, which is the usual one until then.
void require_switches(const NetworkConfig& network, const Json& json, const Place& place) {
  const bool is_open =
      place.source.rfind("--", 0) == 0 && network.topology == NetworkConfig{}.topology;
  if (is_open || is_graph_file(network.topology)) return;
  std::vector<std::string> texts;
  if (json.is_string()) texts = base::comma_list(json.get<std::string>());
  for (std::size_t i = 0; json.is_array() && i < json.size(); ++i) {
    texts.push_back(json[i].is_string() ? json[i].get<std::string>() : "");
  }
  const std::vector<BlockSize> shape = read_shape(network.topology, place);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const std::size_t i = texts.size() == 1 ? 0 : d;
    if (i >= texts.size() || !is_switch_word(texts[i])) continue;
    const Place at = json.is_array()    ? place / i
                     : texts.size() > 1 ? in_dimension(place, i)
                                        : place;
    const std::string block = show_shape({shape[d]}), found = "'" + texts[i] + "'";
    if (!has_switch(shape[d].block)) at.fail("a time, as " + block + " has no switch", found);
    const int ports = packet_switch_of(texts[i], at).ports;
    if (shape[d].size <= ports) continue;
    at.fail("a switch with the ports of " + block, found + " of " + std::to_string(ports));
  }
}

config::Field<NetworkConfig> latency_field() {
  auto whole = config::field<NetworkConfig>(
      "latency", [](auto& n) -> auto& { return n.latency; }, quantities(link_latency()),
      "Of one link, one for all dimensions or one for each; the way through "
      "a switch is two links, so a switch's name gives half of its latency.");
  whole.read = [read = whole.read](void* t, const Json& json, const Place& place) {
    read(t, json, place);
    require_switches(*static_cast<const NetworkConfig*>(t), json, place);
  };
  return whole;
}

config::Codec<std::string> topology_text() {
  const auto any = config::text(
      "blocks such as \"Ring(4) Switch(8)\" (Ring, FullyConnected, Switch, Crossbar), or the path "
      "of a graph's .json file");
  return {any.expected(), any.schema(), any.text_form(),
          [any](const Json& json, const Place& place) {
            std::string text = any.read(json, place);
            if (!is_graph_file(text)) read_shape(text, place);  // only to see that it can be read
            return text;
          },
          [any](const std::string& text) { return any.show(text); }};
}

}  // namespace

const config::FieldTable<NetworkConfig>& network_fields() {
  using config::field;
  static const config::FieldTable<NetworkConfig> table(
      "network", "How NPUs are joined: blocks, or a graph of your own.",
      {field<NetworkConfig>(
           "topology", [](auto& n) -> auto& { return n.topology; }, topology_text(),
           "Blocks, the one of neighbouring NPU numbers first; or a file of nodes "
           "and links."),
       field<NetworkConfig>(
           "bandwidth", [](auto& n) -> auto& { return n.bandwidth; },
           quantities(config::quantity(base::BytesPerSecond{1})),
           "One way, one for all dimensions or one for each."),
       field<NetworkConfig>(
           "bandwidth_per", [](auto& n) -> auto& { return n.bandwidth_per; },
           config::choice<BandwidthPer>({{"link", BandwidthPer::link}, {"npu", BandwidthPer::npu}}),
           "Of each link, or of all the links by which an NPU leaves in that "
           "dimension: ring 2 (1 of two NPUs), fully connected size - 1, switch 1."),
       latency_field(),
       field<NetworkConfig>(
           "placement", [](auto& n) -> auto& { return n.placement; },
           config::text("identity, reverse, stride:S, dimensions:1,0, or the path "
                        "of a .json file"),
           "The NPU on which each rank sits.")});
  return table;
}

}  // namespace jacquard::topology
