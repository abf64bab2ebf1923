// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/figures_json.hpp"

namespace jacquard::experiment {
namespace {

using config::Json;

// Every figure with its key, so that writing and reading cannot disagree.
template <class Figures, class Visit>
void each(Figures& f, Visit&& visit) {
  visit("completion_ps", f.completion);
  visit("bytes_asked", f.bytes_asked);
  visit("bytes_delivered", f.bytes_delivered);
  visit("bytes_resent", f.bytes_resent);
  visit("bound_ps", f.bound);
  visit("events", f.events);
  visit("wall_s", f.wall_s);
}

template <class Circuit, class Visit>
void each_of_circuit(Circuit& f, Visit&& visit) {
  visit("decision_ps", f.decision);
  visit("guard_ps", f.guard);
  visit("hold_ps", f.hold);
  visit("without_faults_ps", f.without_faults);
  visit("permutations", f.permutations);
  visit("decisions", f.decisions);
  visit("messages_lost", f.messages_lost);
  visit("schedule_hash", f.schedule_hash);
}

template <class Packet, class Visit>
void each_of_packet(Packet& f, Visit&& visit) {
  visit("data_packets", f.data_packets);
  visit("marked", f.marked);
  visit("rate_cuts", f.rate_cuts);
  visit("pauses", f.pauses);
  visit("drops", f.drops);
  visit("largest_queue", f.largest_queue);
}

struct Write {
  Json& json;
  template <class Unit, class Rep>
  void operator()(const char* key, const base::Quantity<Unit, Rep>& q) const {
    json[key] = q.count();
  }
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  void operator()(const char* key, const Number& number) const {
    json[key] = number;
  }
};

struct Read {
  const Json& json;
  template <class Unit, class Rep>
  void operator()(const char* key, base::Quantity<Unit, Rep>& q) const {
    q = base::Quantity<Unit, Rep>{json.at(key).get<Rep>()};
  }
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  void operator()(const char* key, Number& number) const {
    json.at(key).get_to(number);
  }
};

}  // namespace

Json figures_json(const RunFigures& figures) {
  Json json = Json::object();
  each(figures, Write{json});
  Json times = Json::array();
  for (const base::Picoseconds time : figures.flow_times) times.push_back(time.count());
  json["flow_times_ps"] = std::move(times);
  if (const auto* circuit = std::any_cast<systemc::CircuitFigures>(&figures.own)) {
    each_of_circuit(*circuit, Write{json["circuit"]});
  }
  if (const auto* packet = std::any_cast<systemc::PacketFigures>(&figures.own)) {
    each_of_packet(*packet, Write{json["packet"]});
    if (packet->first_cut) json["packet"]["first_cut_ps"] = packet->first_cut->count();
  }
  return json;
}

RunFigures read_figures(const Json& json, const std::string& source) {
  RunFigures figures;
  try {
    each(figures, Read{json});
    for (const Json& time : json.at("flow_times_ps")) {
      figures.flow_times.emplace_back(time.get<std::int64_t>());
    }
    if (json.contains("circuit")) {
      each_of_circuit(figures.own.emplace<systemc::CircuitFigures>(), Read{json["circuit"]});
    }
    if (json.contains("packet")) {
      const Json& own = json["packet"];
      auto& packet = figures.own.emplace<systemc::PacketFigures>();
      each_of_packet(packet, Read{own});
      if (own.contains("first_cut_ps")) {
        packet.first_cut = base::Picoseconds{own.at("first_cut_ps").get<std::int64_t>()};
      }
    }
  } catch (const Json::exception&) {
    config::Place{source, ""}.fail("the figures of a run", config::brief(json));
  }
  return figures;
}

}  // namespace jacquard::experiment
