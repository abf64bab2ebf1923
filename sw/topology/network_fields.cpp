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

// A time, or a packet switch: the way through it is two links, so each has half of its latency.
config::Codec<base::Picoseconds> link_latency() {
  const auto time = config::quantity<base::Picoseconds>();
  const std::string expected = time.expected() + ", or a switch of configs/packet_switches";
  return {
      expected, config::Document{{"type", "string"}}, time.text_form(),
      [time, expected](const Json& json, const Place& place) {
        const std::string text = json.is_string() ? json.get<std::string>() : "";
        const bool word =
            !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
        if (!word && !config::is_path(text)) return time.read(json, place);
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
       field<NetworkConfig>(
           "latency", [](auto& n) -> auto& { return n.latency; }, quantities(link_latency()),
           "Of one link, one for all dimensions or one for each; the way through "
           "a switch is two links, so a switch's name gives half of its latency."),
       field<NetworkConfig>(
           "placement", [](auto& n) -> auto& { return n.placement; },
           config::text("identity, reverse, stride:S, dimensions:1,0, or the path "
                        "of a .json file"),
           "The NPU on which each rank sits.")});
  return table;
}

}  // namespace jacquard::topology
