// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "jacquard/base/error.hpp"
#include "jacquard/base/new_folder.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "jacquard/stack/stack.hpp"
#include "jacquard/stack/stack_tables.hpp"

namespace jacquard::stack {
namespace {

namespace fs = std::filesystem;
using base::index;
using base::Picoseconds;
using config::Document;
using config::Json;
using config::JsonObject;

constexpr const char* kFormat = "jacquard-stack";
constexpr int kVersion = 1;
constexpr std::int64_t kMostTime = std::numeric_limits<std::int64_t>::max() / 4;
const std::vector<std::string> kKeys{
    "format",           "version", "source",       "ranks",        "ports",
    "fabric",           "slot_ps", "step_ps",      "slots",        "critical_path_ps",
    "load_ps",          "labels",  "actors",       "patterns",     "templates",
    "pattern_of_round", "moved",   "failed_ports", "failed_links", "barriers"};

// Ranks that follow each other, with one value.
template <class Take>
Document runs_of(int ranks, const Take& take) {
  Document runs = Document::array();
  for (int r = 0; r < ranks;) {
    int last = r;
    while (last + 1 < ranks && take(last + 1) == take(r)) ++last;
    runs.push_back({r, last, take(r)});
    r = last + 1;
  }
  return runs;
}

Document actors_of(const Plan& plan) {
  Document names = Document::array();
  for (const Actor& actor : plan.actors) names.push_back(actor.name);
  Document out;
  out["names"] = std::move(names);
  out["of_ranks"] = runs_of(plan.ranks, [&](int rank) { return base::at(plan.actor_of, rank); });
  return out;
}

// A pattern is that of a round between actors.
Document patterns_of(const Plan& plan) {
  std::vector<int> round_of(plan.patterns.size(), -1);
  for (std::size_t r = 0; r < plan.pattern_of_round.size(); ++r) {
    int& first = base::at(round_of, plan.pattern_of_round[r]);
    if (first < 0) first = static_cast<int>(r);
  }
  Document out = Document::array();
  for (std::size_t p = 0; p < plan.patterns.size(); ++p) {
    const Pattern& pattern = plan.patterns[p];
    out.push_back({{"kind", static_cast<int>(pattern.kind)},
                   {"round", round_of[p]},
                   {"offset", pattern.offset},
                   {"senders", pattern.senders},
                   {"receivers", pattern.receivers}});
  }
  return out;
}

Document templates_of(const Plan& plan) {
  Document out = Document::array();
  for (const Template& t : plan.templates) {
    out.push_back({t.first_round, t.rounds, t.label, t.communicator});
  }
  return out;
}

Document header_of(const Stack& stack) {
  const Plan& plan = stack.plan;
  Document d;
  d["format"] = kFormat;
  d["version"] = kVersion;
  d["source"] = plan.source;
  d["ranks"] = plan.ranks;
  d["ports"] = stack.sizes.ports;
  d["fabric"] = fabric_fields().show(stack.fabric);
  d["slot_ps"] = stack.clock.slot.count();
  d["step_ps"] = stack.timeline.step.count();
  d["slots"] = stack.timeline.slots;
  d["critical_path_ps"] = stack.bound.path.count();
  d["load_ps"] = stack.bound.load.count();
  d["labels"] = plan.labels;
  d["actors"] = actors_of(plan);
  d["patterns"] = patterns_of(plan);
  d["templates"] = templates_of(plan);
  d["pattern_of_round"] = plan.pattern_of_round;
  Document moved = Document::array();
  for (int rank = 0; rank < plan.ranks; ++rank) {
    if (stack.port(rank) != rank) moved.push_back({rank, stack.port(rank)});
  }
  d["moved"] = std::move(moved);
  d["failed_ports"] = stack.seating.failed_ports;
  Document links = Document::array();
  for (const Uplink& up : stack.seating.failed_links) links.push_back({up.leaf, up.link});
  d["failed_links"] = std::move(links);
  d["barriers"] = plan.barriers;
  return d;
}

std::vector<int> ints(const Json& json, int lo, int hi, const config::Place& place) {
  if (!json.is_array()) place.fail("a list of whole numbers", config::brief(json));
  std::vector<int> out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    out.push_back(config::read_int(json[i], lo, hi, place / i));
  }
  return out;
}

std::int64_t whole(const JsonObject& object, const char* key, std::int64_t most = kMostTime) {
  return config::read_whole_number(object.at(key, "a whole number"), 0, most,
                                   config::whole_number_expected(0, most), object.place(key));
}

const Json& list(const JsonObject& object, const char* key) {
  const Json& json = object.at(key, "a list");
  if (!json.is_array()) object.place(key).fail("a list", config::brief(json));
  return json;
}

std::vector<std::string> words(const Json& json, const config::Place& place) {
  if (!json.is_array()) place.fail("a list of names", config::brief(json));
  std::vector<std::string> out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (!json[i].is_string()) (place / i).fail("a name", config::brief(json[i]));
    out.push_back(json[i].get<std::string>());
  }
  return out;
}

void read_actors(const JsonObject& header, Plan& plan) {
  const JsonObject actors(header.at("actors", "an object"), {"names", "of_ranks"},
                          header.place("actors"));
  for (std::string& name : words(actors.at("names", "a list"), actors.place("names"))) {
    plan.actors.emplace_back().name = std::move(name);
  }
  const Json& runs = list(actors, "of_ranks");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const config::Place place = actors.place("of_ranks") / i;
    const std::vector<int> run = ints(runs[i], 0, std::numeric_limits<int>::max(), place);
    const int next = static_cast<int>(plan.actor_of.size());
    if (run.size() != 3 || run[0] != next || run[1] < next || run[1] >= plan.ranks ||
        index(run[2]) >= plan.actors.size()) {
      place.fail(fmt::format("[{}, last, actor]", next), config::brief(runs[i]));
    }
    plan.actor_of.resize(index(run[1]) + 1, run[2]);
  }
  if (plan.actor_of.size() != index(plan.ranks)) {
    actors.place("of_ranks")
        .fail("an actor for each rank", fmt::format("{} of {}", plan.actor_of.size(), plan.ranks));
  }
}

void read_templates(const JsonObject& header, Plan& plan) {
  const Json& templates = list(header, "templates");
  if (templates.size() != plan.rounds.collectives.size()) {
    header.place("templates")
        .fail(fmt::format("one for each of {} collectives", plan.rounds.collectives.size()),
              std::to_string(templates.size()));
  }
  int next = 0;
  const int rounds = static_cast<int>(plan.rounds.rounds.size());
  for (std::size_t i = 0; i < templates.size(); ++i) {
    const config::Place place = header.place("templates") / i;
    const std::vector<int> t = ints(templates[i], -1, std::numeric_limits<int>::max(), place);
    if (t.size() != 4 || t[0] != next || t[1] < 0 || t[1] > rounds - next || t[2] < 0 ||
        index(t[2]) >= plan.labels.size()) {
      place.fail(fmt::format("[{}, rounds, label, communicator]", next),
                 config::brief(templates[i]));
    }
    next += t[1];
    plan.templates.push_back({t[0], t[1], t[2], t[3]});
  }
}

// The pairs of a round among listed ranks.
void list_pairs(const Plan& plan, int round, Pattern& pattern) {
  const rounds::Round& of = base::at(plan.rounds.rounds, round);
  const rounds::Collective& collective = plan.rounds.collective_of(of);
  for (int rank = 0; rank < collective.shape.size(); ++rank) {
    const int to = of.permutation.receiver(collective.shape, rank);
    if (to != rounds::kNobody) pattern.pairs.emplace_back(collective.npu(rank), collective.npu(to));
  }
  std::sort(pattern.pairs.begin(), pattern.pairs.end());
}

// Messages of a pattern are among the ranks of the job.
void require_ranks(const Pattern& pattern, const Plan& plan, const config::Place& place) {
  const auto within_job = [&](int rank) { return rank >= 0 && rank < plan.ranks; };
  if (pattern.kind == Pattern::Kind::within && pattern.shape.size() != plan.ranks) {
    (place / "round")
        .fail(fmt::format("a round of all {} ranks", plan.ranks),
              fmt::format("one of {}", pattern.shape.size()));
  }
  for (const auto& [from, to] : pattern.pairs) {
    if (within_job(from) && within_job(to)) continue;
    (place / "round")
        .fail(fmt::format("a round of ranks 0..{}", plan.ranks - 1),
              fmt::format("{} to {}", from, to));
  }
  if (pattern.kind != Pattern::Kind::between) return;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const int to = receiver(pattern, rank, base::at(plan.actor_of, rank));
    if (to == rounds::kNobody || within_job(to)) continue;
    (place / "offset").fail("one that leads to a rank", std::to_string(pattern.offset));
  }
}

void read_patterns(const JsonObject& header, Plan& plan) {
  const Json& patterns = list(header, "patterns");
  const int actors = static_cast<int>(plan.actors.size());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const JsonObject p(patterns[i], {"kind", "round", "offset", "senders", "receivers"},
                       header.place("patterns") / i);
    Pattern pattern;
    pattern.kind = static_cast<Pattern::Kind>(p.number("kind", 0, 2));
    const int round =
        p.number("round", 0, std::max(0, static_cast<int>(plan.rounds.rounds.size()) - 1));
    pattern.offset = p.number("offset", -plan.ranks, plan.ranks);
    pattern.senders = ints(p.at("senders", "a list"), 0, actors - 1, p.place("senders"));
    pattern.receivers = ints(p.at("receivers", "a list"), 0, actors - 1, p.place("receivers"));
    if (pattern.kind == Pattern::Kind::within) {
      const rounds::Round& of = base::at(plan.rounds.rounds, round);
      pattern.shape = plan.rounds.collective_of(of).shape;
      pattern.permutation = of.permutation;
    } else if (pattern.kind == Pattern::Kind::listed) {
      list_pairs(plan, round, pattern);
    }
    require_ranks(pattern, plan, header.place("patterns") / i);
    plan.patterns.push_back(std::move(pattern));
  }
  plan.pattern_of_round = ints(header.at("pattern_of_round", "a list"), 0,
                               std::max(0, static_cast<int>(plan.patterns.size()) - 1),
                               header.place("pattern_of_round"));
  if (plan.pattern_of_round.size() != plan.rounds.rounds.size()) {
    header.place("pattern_of_round")
        .fail("one for each round", std::to_string(plan.pattern_of_round.size()));
  }
}

template <class Value>
void require_ascending(const std::vector<Value>& values, const config::Place& place) {
  const auto no_less = [](const Value& a, const Value& b) { return !(a < b); };
  if (std::adjacent_find(values.begin(), values.end(), no_less) == values.end()) return;
  place.fail("a list in ascending order", "another order, or one twice");
}

void read_seating(const JsonObject& header, Stack& stack) {
  Seating& seating = stack.seating;
  const Json& moved = list(header, "moved");
  if (!moved.empty()) {
    for (int rank = 0; rank < stack.plan.ranks; ++rank) seating.port_of.push_back(rank);
  }
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const config::Place place = header.place("moved") / i;
    const std::vector<int> pair = ints(moved[i], 0, stack.sizes.ports - 1, place);
    if (pair.size() != 2 || pair[0] >= stack.plan.ranks) {
      place.fail("[rank, port]", config::brief(moved[i]));
    }
    base::at(seating.port_of, pair[0]) = pair[1];
  }
  seating.failed_ports = ints(header.at("failed_ports", "a list"), 0, stack.sizes.ports - 1,
                              header.place("failed_ports"));
  require_ascending(seating.failed_ports, header.place("failed_ports"));
  const Json& links = list(header, "failed_links");
  for (std::size_t i = 0; i < links.size(); ++i) {
    const config::Place place = header.place("failed_links") / i;
    const std::vector<int> pair = ints(links[i], 0, std::numeric_limits<int>::max(), place);
    if (pair.size() != 2 || pair[0] >= stack.sizes.leaves || pair[1] >= stack.sizes.uplinks) {
      place.fail("[leaf, uplink]", config::brief(links[i]));
    }
    seating.failed_links.push_back({pair[0], pair[1]});
  }
  require_ascending(seating.failed_links, header.place("failed_links"));
}

std::string inside(const std::string& folder, const char* name) { return folder + "/" + name; }

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_stack(const std::string& folder) { return exists(inside(folder, "stack.json")); }

void require_room(const std::string& folder) {
  if (!exists(folder) || is_stack(folder)) return;
  std::error_code ignored;
  if (fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored)) return;
  throw base::ConfigError({folder, "", "a new folder, or one with a stack", "something else", ""});
}

}  // namespace

void write_stack(const Stack& stack, const std::string& folder) {
  require_room(folder);
  const base::NewFolder aside(folder);
  aside.write("stack.json", header_of(stack).dump() + "\n");
  rounds::write_rounds(aside.path("rounds.json"), stack.plan.rounds);
  aside.write("nodes.csv", nodes_table(stack.plan));
  aside.write("calls.csv", calls_table(stack.plan));
  aside.write("slots.csv", slots_table(stack.timeline));
  aside.write("reserved.csv", reserved_table(stack.timeline));
  aside.replace();
}

Stack read_stack(const std::string& folder) {
  const std::string path = inside(folder, "stack.json");
  if (!is_stack(folder)) {
    throw base::ConfigError({folder, "", "the folder of a stack, with stack.json in it",
                             exists(folder) ? "none" : "no such folder",
                             "jacquard genstack --out writes one"});
  }
  const Json json = config::read_json(path);
  const JsonObject header(json, kKeys, {path, ""});
  if (header.text("format") != kFormat) {
    header.place("format").fail(kFormat, header.text("format"));
  }
  header.number("version", kVersion, kVersion);
  Stack stack;
  Plan& plan = stack.plan;
  plan.source = header.text("source");
  plan.ranks = header.number("ranks", 1, rounds::kMostRanks);
  fabric_fields().read(stack.fabric, header.at("fabric", "an object"), header.place("fabric"));
  // A repaired stack has fewer ranks than its fabric was made for.
  const int ports = header.number("ports", plan.ranks, rounds::kMostRanks);
  stack.sizes =
      sizes_of(stack.fabric, std::max(1, ports - stack.fabric.spares), header.place("fabric"));
  if (stack.sizes.ports != ports) {
    header.place("ports").fail(fmt::format("at least one more than {} spares", stack.fabric.spares),
                               std::to_string(ports));
  }
  stack.clock = clock_of(stack.fabric, Picoseconds{whole(header, "slot_ps")});
  if (stack.clock.capacity(1, true).count() < 1) {
    header.place("slot_ps").fail("a slot that carries a byte",
                                 std::to_string(stack.clock.slot.count()));
  }
  stack.timeline.step = Picoseconds{whole(header, "step_ps")};
  stack.timeline.slots = whole(header, "slots", kMostSlots);
  stack.bound = {Picoseconds{whole(header, "critical_path_ps")},
                 Picoseconds{whole(header, "load_ps")}};
  plan.labels = words(header.at("labels", "a list"), header.place("labels"));
  plan.barriers = whole(header, "barriers");
  read_actors(header, plan);
  plan.rounds = rounds::read_rounds(inside(folder, "rounds.json"));
  read_templates(header, plan);
  read_patterns(header, plan);
  read_seating(header, stack);
  read_calls(inside(folder, "calls.csv"), plan);
  read_nodes(inside(folder, "nodes.csv"), plan);
  read_slots(inside(folder, "slots.csv"), plan, stack.fabric.channels, stack.timeline);
  read_reserved(inside(folder, "reserved.csv"), plan, stack.fabric.channels, stack.timeline);
  return stack;
}

}  // namespace jacquard::stack
