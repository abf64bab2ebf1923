// SPDX-License-Identifier: Apache-2.0
// Writes what rounds_file.cpp reads; what has its usual value is left out.
#include "jacquard/base/at.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/rounds/rounds_file.hpp"

namespace jacquard::rounds {
namespace {

using config::Document;

Document show(const Channel& channel) {
  static const char* const directions[] = {"any", "up", "down"};
  return {{"dimension", channel.dimension}, {"direction", base::at(directions, channel.direction)}};
}

Document show(const SymbolicPermutation& p);

Document show(const Collective& c) {
  Document json = {{"kind", name_of(c.kind)}, {"shape", c.shape.radices()},
                   {"involved", c.involved},  {"pieces", c.pieces.radices()},
                   {"chunks", c.chunks},      {"bytes", config::show_quantity(c.bytes)}};
  if (c.root != 0) json["root"] = c.root;
  if (c.peer != 0) json["peer"] = c.peer;
  if (!c.npus.empty()) json["npus"] = c.npus;
  if (!c.algorithm.empty()) json["algorithm"] = c.algorithm;
  const Protocol usual;
  if (c.protocol.sync != usual.sync) json["sync"] = config::show_quantity(c.protocol.sync);
  if (c.protocol.share != usual.share) json["share"] = c.protocol.share;
  if (c.moves) json["moves"] = show(*c.moves);
  return json;
}

Document show_map(const std::vector<int>& to) {
  Document list = Document::array();
  for (const int value : to) list.push_back(value == kNobody ? Document() : Document(value));
  return list;
}

Document show(const SymbolicPermutation& p) {
  Document json = Document::object();
  if (p.digit() == SymbolicPermutation::kWholeRank) {
    json["ranks"] = show_map(p.table());
  } else {
    json["digit"] = p.digit();
    switch (p.rule()) {
      case SymbolicPermutation::Rule::shift:
        json["shift"] = p.amount();
        break;
      case SymbolicPermutation::Rule::flip:
        json["flip"] = p.amount();
        break;
      case SymbolicPermutation::Rule::map:
        json["map"] = show_map(p.table());
        break;
    }
  }
  for (const SymbolicPermutation::Range& range : p.senders()) {
    json["senders"].push_back({range.first, range.last});
  }
  return json;
}

Document show(const Cast& cast) {
  Document json = {{"digit", cast.digit},
                   {"from", {cast.senders.first, cast.senders.last}},
                   {"to", {cast.receivers.first, cast.receivers.last}}};
  for (const Cast::Range& range : cast.groups) json["groups"].push_back({range.first, range.last});
  return json;
}

Document show(const DigitRule& rule) {
  Document json = Document::object();
  const DigitRule usual;
  if (rule.digit != usual.digit) json["digit"] = rule.digit;
  if (rule.add != usual.add) json["add"] = rule.add;
  if (rule.step != usual.step) json["step"] = rule.step;
  if (rule.flip != usual.flip) json["flip"] = rule.flip;
  if (rule.modulus != usual.modulus) json["modulus"] = rule.modulus;
  return json;
}

// Runs of three and more as [first, last].
Document show_after(const RoundSet& after) {
  Document list = Document::array();
  for (const RoundSet::Run& run : after.runs()) {
    if (run.last >= run.first + 2) {
      list.push_back({run.first, run.last});
    } else {
      for (int round = run.first; round <= run.last; ++round) list.push_back(round);
    }
  }
  return list;
}

Document show(const Round& round) {
  Document json = {{"collective", round.collective},
                   {"chunk", round.chunk},
                   {"phase", round.phase},
                   {"channel", round.channel}};
  json[round.cast ? "cast" : "permutation"] =
      round.cast ? show(*round.cast) : show(round.permutation);
  if (!round.pieces.empty()) {
    Document rules = Document::array();
    for (const DigitRule& rule : round.pieces) rules.push_back(show(rule));
    json["pieces"] = std::move(rules);
  }
  json["action"] = round.action == Action::copy ? "copy" : "reduce";
  if (round.repeat != 1) json["repeat"] = round.repeat;
  if (round.uneven.empty()) {
    json["bytes"] = config::show_quantity(round.bytes);
  } else {
    for (const base::Bytes size : round.uneven) {
      json["uneven"].push_back(config::show_quantity(size));
    }
  }
  if (!round.after.empty()) json["after"] = show_after(round.after);
  return json;
}

template <class Item>
void append_list(std::string& text, const char* key, const std::vector<Item>& items) {
  text += std::string(",\n\"") + key + "\":[";
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + show(items[i]).dump();
  }
  text += "]";
}

}  // namespace

std::string rounds_text(const RoundGraph& graph) {
  std::string text = R"({"format":"jacquard-rounds","version":1)";
  append_list(text, "channels", graph.channels);
  append_list(text, "collectives", graph.collectives);
  append_list(text, "rounds", graph.rounds);
  return text + "}\n";
}

}  // namespace jacquard::rounds
