// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/comma_list.hpp"
#include "jacquard/topology/network.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::topology {
namespace {

using config::Json;
using config::Place;

// "200 GB/s,50 GB/s", or the same as a JSON list of texts.
template <class Quantity>
config::Codec<std::vector<Quantity>> quantities(Quantity least) {
  const auto one = config::quantity<Quantity>(least);
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
           quantities(base::BytesPerSecond{1}), "One way, one for all dimensions or one for each."),
       field<NetworkConfig>(
           "bandwidth_per", [](auto& n) -> auto& { return n.bandwidth_per; },
           config::choice<BandwidthPer>({{"link", BandwidthPer::link}, {"npu", BandwidthPer::npu}}),
           "Of each link, or of all the links by which an NPU leaves in that "
           "dimension: ring 2 (1 of two NPUs), fully connected size - 1, switch 1."),
       field<NetworkConfig>(
           "latency", [](auto& n) -> auto& { return n.latency; }, quantities(base::Picoseconds{0}),
           "Of one link, one for all dimensions or one for each; the way through "
           "a switch is two links."),
       field<NetworkConfig>(
           "placement", [](auto& n) -> auto& { return n.placement; },
           config::text("identity, reverse, stride:S, dimensions:1,0, or the path "
                        "of a .json file"),
           "The NPU on which each rank sits.")});
  return table;
}

}  // namespace jacquard::topology
