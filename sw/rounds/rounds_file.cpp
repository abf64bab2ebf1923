// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/rounds_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/rounds/waiting_order.hpp"

namespace jacquard::rounds {
namespace {

using config::Json;
using config::JsonObject;
using config::Place;

constexpr int kMostDigits = 16;
constexpr std::size_t kLongestName = 256;
constexpr int kMostPieces = 1 << 30;
constexpr int kMostRepeats = 1 << 24;
constexpr int kLargestNumber = 1 << 30;
constexpr base::Picoseconds kLongestSync{3600 * base::kPicosecondsPerSecond};
constexpr double kLeastShare = 1e-6;
constexpr std::size_t kMostWaits = std::size_t{1} << 26;

struct Word {
  const char* name;
  int value;
};

template <std::size_t n>
int word(const JsonObject& object, const char* key, const Word (&words)[n]) {
  const std::string text = object.text(key, words[0].name);
  std::vector<std::string> known;
  for (const Word& w : words) {
    if (text == w.name) return w.value;
    known.push_back(w.name);
  }
  const std::string near = base::nearest(text, known);
  object.place(key).fail(fmt::format("one of {}", fmt::join(known, ", ")),
                         config::brief(object.at(key, "")),
                         near.empty() ? "" : "did you mean '" + near + "'?");
}

std::vector<int> numbers(const Json& list, int lo, int hi, const Place& place) {
  if (!list.is_array()) place.fail("a list of numbers", config::brief(list));
  std::vector<int> all;
  for (std::size_t i = 0; i < list.size(); ++i) {
    all.push_back(config::read_int(list[i], lo, hi, place / i));
  }
  return all;
}

Shape shape(const Json& list, int most, const Place& place) {
  const std::vector<int> radices = numbers(list, 1, most, place);
  if (radices.size() > kMostDigits) {
    place.fail(fmt::format("at most {} digits", kMostDigits), std::to_string(radices.size()));
  }
  std::int64_t size = 1;
  for (const int radix : radices) {
    size *= radix;
    if (size > most) place.fail(fmt::format("radices with a product of at most {}", most), "more");
  }
  return Shape(radices);
}

Channel read_channel(const Json& json, const Place& place) {
  const JsonObject object(json, {"dimension", "direction"}, place);
  static constexpr Word directions[] = {{"any", 0}, {"up", 1}, {"down", 2}};
  return {object.number("dimension", 0, kMostDigits - 1),
          static_cast<Channel::Direction>(word(object, "direction", directions))};
}

SymbolicPermutation read_permutation(const Json& json, const Place& place);

Protocol read_protocol(const JsonObject& object) {
  Protocol protocol;
  if (object.has("sync")) {
    protocol.sync = config::quantity<base::Picoseconds>(base::Picoseconds{0}, kLongestSync)
                        .read(object.at("sync", ""), object.place("sync"));
  }
  if (object.has("share")) {
    protocol.share =
        config::real_number(kLeastShare, 1.0).read(object.at("share", ""), object.place("share"));
  }
  return protocol;
}

Collective read_collective(const Json& json, const Place& place) {
  const JsonObject object(json,
                          {"kind", "shape", "involved", "pieces", "chunks", "bytes", "root", "peer",
                           "npus", "algorithm", "sync", "share", "moves"},
                          place);
  Collective c;
  const std::string kind = object.text("kind");
  try {
    const bool permutes = kind == name_of(CollectiveKind::permute);
    c.kind = permutes ? CollectiveKind::permute : kind_named(kind, "");
  } catch (const base::ConfigError& error) {
    object.place("kind").fail(error.fault().expected, error.fault().found, error.fault().hint);
  }
  c.shape =
      shape(object.at("shape", "radices, digit 0 the fastest"), kMostRanks, object.place("shape"));
  if (object.has("involved")) {
    c.involved = numbers(object.at("involved", ""), 0, kMostDigits, object.place("involved"));
  } else {
    for (int d = 0; d < c.shape.digits(); ++d) c.involved.push_back(d);
  }
  c.pieces = shape(object.at("pieces", "radices of a piece's number"), kMostPieces,
                   object.place("pieces"));
  c.chunks = object.number("chunks", 1, kMostRanks, 1);
  c.bytes = object.bytes("bytes");
  c.root = object.number("root", 0, kMostRanks, 0);
  c.peer = object.number("peer", 0, kMostRanks, 0);
  if (object.has("npus")) {
    c.npus = numbers(object.at("npus", ""), 0, kMostRanks - 1, object.place("npus"));
  }
  c.algorithm = object.text("algorithm", "");
  if (c.algorithm.size() > kLongestName) {
    object.place("algorithm").fail(fmt::format("at most {} bytes", kLongestName), "more");
  }
  c.protocol = read_protocol(object);
  if (object.has("moves")) {
    c.moves = read_permutation(object.at("moves", ""), object.place("moves"));
  }
  return c;
}

std::vector<int> read_map(const Json& list, const Place& place) {
  if (!list.is_array()) place.fail("a list of receivers, null for none", config::brief(list));
  std::vector<int> to;
  for (std::size_t i = 0; i < list.size(); ++i) {
    to.push_back(list[i].is_null() ? kNobody
                                   : config::read_int(list[i], 0, kMostRanks - 1, place / i));
  }
  return to;
}

std::vector<SymbolicPermutation::Range> read_senders(const Json& list, const Place& place) {
  if (!list.is_array()) place.fail("a list of [first, last]", config::brief(list));
  std::vector<SymbolicPermutation::Range> ranges;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::vector<int> pair = numbers(list[i], 0, kMostRanks - 1, place / i);
    if (pair.size() != 2) (place / i).fail("[first, last]", config::brief(list[i]));
    ranges.push_back({pair[0], pair[1]});
  }
  return ranges;
}

SymbolicPermutation read_permutation(const Json& json, const Place& place) {
  const JsonObject object(json, {"digit", "shift", "flip", "map", "ranks", "senders"}, place);
  const int rules = object.has("shift") + object.has("flip") + object.has("map");
  if (rules + object.has("ranks") != 1 || rules != object.has("digit")) {
    place.fail("a digit with one of shift, flip and map, or ranks", config::brief(json));
  }
  const int digit = object.number("digit", 0, kMostDigits - 1, 0);
  SymbolicPermutation p;
  if (object.has("shift")) {
    p = SymbolicPermutation::shift(digit, object.number("shift", -kLargestNumber, kLargestNumber));
  } else if (object.has("flip")) {
    p = SymbolicPermutation::flip(digit, object.number("flip", 0, kLargestNumber));
  } else if (object.has("map")) {
    p = SymbolicPermutation::map(digit, read_map(object.at("map", ""), object.place("map")));
  } else {
    p = SymbolicPermutation::map_ranks(read_map(object.at("ranks", ""), object.place("ranks")));
  }
  if (!object.has("senders")) return p;
  return std::move(p).from(read_senders(object.at("senders", ""), object.place("senders")));
}

Cast read_cast(const Json& json, const Place& place) {
  const JsonObject object(json, {"digit", "from", "to", "groups"}, place);
  const auto range = [&](const char* key) {
    const std::vector<int> pair =
        numbers(object.at(key, "[first, last]"), 0, kMostRanks - 1, object.place(key));
    if (pair.size() != 2)
      object.place(key).fail("[first, last]", config::brief(object.at(key, "")));
    return Cast::Range{pair[0], pair[1]};
  };
  Cast cast;
  cast.digit = object.number("digit", 0, kMostDigits - 1, 0);
  cast.senders = range("from");
  cast.receivers = range("to");
  if (object.has("groups")) {
    cast.groups = read_senders(object.at("groups", ""), object.place("groups"));
  }
  return cast;
}

PieceSet read_pieces(const Json& list, const Place& place) {
  if (!list.is_array()) place.fail("a list of rules", config::brief(list));
  PieceSet rules;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonObject object(list[i], {"digit", "add", "step", "flip", "modulus"}, place / i);
    DigitRule rule;
    rule.digit = object.number("digit", kNoDigit, kMostDigits - 1, rule.digit);
    rule.add = object.number("add", -kLargestNumber, kLargestNumber, rule.add);
    rule.step = object.number("step", -kLargestNumber, kLargestNumber, rule.step);
    rule.flip = object.number("flip", 0, kLargestNumber, rule.flip);
    rule.modulus = object.number("modulus", 1, kLargestNumber, rule.modulus);
    rules.push_back(rule);
  }
  return rules;
}

// Numbers of rounds; a pair stands for all from the first to the last. `room` bounds what pairs in
// a small file can grow to.
RoundSet read_after(const Json& list, int rounds, std::size_t& room, const Place& place) {
  if (!list.is_array()) place.fail("a list of rounds or [first, last]", config::brief(list));
  RoundSet after;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Place at = place / i;
    RoundSet::Run run;
    if (list[i].is_array()) {
      const std::vector<int> pair = numbers(list[i], 0, rounds - 1, at);
      if (pair.size() != 2 || pair[1] < pair[0]) at.fail("[first, last]", config::brief(list[i]));
      run = {pair[0], pair[1]};
    } else {
      run.first = run.last = config::read_int(list[i], 0, rounds - 1, at);
    }
    if (!after.empty() && run.first <= after.largest()) {
      at.fail("ascending numbers of rounds", std::to_string(run.first));
    }
    const std::size_t waits = static_cast<std::size_t>(run.last - run.first) + 1;
    if (waits > room) at.fail(fmt::format("at most {} waits in all", kMostWaits), "more");
    room -= waits;
    after.add(run);
  }
  return after;
}

Round read_round(const Json& json, int rounds, std::size_t& room, const Place& place) {
  const JsonObject object(json,
                          {"collective", "chunk", "phase", "channel", "permutation", "cast",
                           "pieces", "action", "repeat", "bytes", "uneven", "after"},
                          place);
  static constexpr Word actions[] = {{"copy", 0}, {"reduce", 1}};
  Round round;
  round.collective = object.number("collective", 0, kLargestNumber, 0);
  round.chunk = object.number("chunk", 0, kLargestNumber, 0);
  round.phase = object.number("phase", 0, kLargestNumber, 0);
  round.channel = object.number("channel", 0, kLargestNumber, 0);
  if (!object.has("cast")) {
    round.permutation = read_permutation(object.at("permutation", "who sends to whom, or a cast"),
                                         object.place("permutation"));
  } else if (object.has("permutation")) {
    object.place("cast").fail("a permutation or a cast", "both");
  } else {
    round.cast = read_cast(object.at("cast", ""), object.place("cast"));
  }
  if (object.has("pieces")) {
    round.pieces = read_pieces(object.at("pieces", ""), object.place("pieces"));
  }
  round.action = static_cast<Action>(word(object, "action", actions));
  round.repeat = object.number("repeat", 1, kMostRepeats, 1);
  if (object.has("uneven")) {
    const Json& sizes = object.at("uneven", "");
    const Place at = object.place("uneven");
    if (!sizes.is_array()) at.fail("a list of sizes", config::brief(sizes));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      round.uneven.push_back(config::read_bytes(sizes[i], at / i));
    }
  } else {
    round.bytes = object.bytes("bytes");
  }
  if (object.has("after")) {
    round.after = read_after(object.at("after", ""), rounds, room, object.place("after"));
  }
  return round;
}

template <class Item, class Read>
std::vector<Item> read_list(const JsonObject& object, const char* key, const Read& read) {
  const Json& list = object.at(key, "a list");
  const Place place = object.place(key);
  if (!list.is_array()) place.fail("a list", config::brief(list));
  if (list.size() > std::size_t{kMostRanks} * 16) place.fail("at most 16777216 of them", "more");
  std::vector<Item> items;
  for (std::size_t i = 0; i < list.size(); ++i) items.push_back(read(list[i], place / i));
  return items;
}

}  // namespace

RoundGraph parse_rounds(std::string_view text, const std::string& source) {
  config::JsonLimits limits;
  limits.bytes = kLargestRoundsFile;
  const Json json = config::parse_json(text, source, limits);
  const Place top{source, ""};
  const JsonObject object(json, {"format", "version", "channels", "collectives", "rounds"}, top);
  if (object.text("format") != "jacquard-rounds") {
    object.place("format").fail("\"jacquard-rounds\"", config::brief(json["format"]));
  }
  object.number("version", 1, 1);
  RoundGraph graph;
  graph.channels = read_list<Channel>(object, "channels", read_channel);
  graph.collectives = read_list<Collective>(object, "collectives", read_collective);
  const Json& rounds = object.at("rounds", "a list");
  std::size_t room = kMostWaits;
  const int count = static_cast<int>(rounds.is_array() ? rounds.size() : 0);
  graph.rounds = read_list<Round>(object, "rounds", [&](const Json& round, const Place& place) {
    return read_round(round, count, room, place);
  });
  if (const WaitingFault fault = waiting_fault(graph); fault.round >= 0) {
    (top / "rounds" / static_cast<std::size_t>(fault.round) / "after")
        .fail(fault.expected, fault.found, fault.hint);
  }
  const std::vector<GraphFault> found = faults(graph);
  if (!found.empty()) {
    throw base::ConfigError({source, found[0].where, found[0].expected, found[0].found, ""});
  }
  if (volume(graph) > kMostVolume) {
    (top / "rounds").fail("messages of less than 4e18 bytes in all", "more");
  }
  return graph;
}

RoundGraph read_rounds(const std::string& path) {
  return parse_rounds(base::read_file(path, kLargestRoundsFile), path);
}

void write_rounds(const std::string& path, const RoundGraph& graph) {
  for (const Collective& c : graph.collectives) {
    if (c.shape.count() <= kMostRanks && c.pieces.count() <= kMostPieces) continue;
    throw base::ConfigError(
        {path, "", fmt::format("a file's at most {} ranks and {} pieces", kMostRanks, kMostPieces),
         fmt::format("{} and {}", c.shape.count(), c.pieces.count()), ""});
  }
  base::write_file(path, rounds_text(graph));
}

}  // namespace jacquard::rounds
