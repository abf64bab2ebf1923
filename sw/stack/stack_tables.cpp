// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/stack_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/line_reader.hpp"

namespace jacquard::stack {
namespace {

using base::index;

constexpr const char* kNodes = "actor,duration_ps,call,computes,after";
constexpr const char* kCalls = "template,kind,micro_batch,layer,sides";
constexpr const char* kSlots =
    "call,round,first_repetition,repetitions,start,slots,channel,part,held,from,bytes,lead";
constexpr const char* kReserved = "call,start,slots,channel";
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t kMostInt = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostMark = 1 << 30;  // micro-batches and layers, as in logs

// The lines of a table, one after the other, and the fields of each.
class Table {
 public:
  Table(const std::string& path, const char* names) : reader_(demand::file_input(path)) {
    std::string_view line;
    if (!reader_.next(line) || line != names) {
      reader_.here().fail(fmt::format("the columns {}", names), std::string(line.substr(0, 80)));
    }
  }
  bool next() { return reader_.next(rest_) && !rest_.empty(); }

  std::string_view word(char end = ',') {
    const std::size_t at = rest_.find(end);
    const std::string_view word = rest_.substr(0, at);
    rest_ = at == std::string_view::npos ? std::string_view{} : rest_.substr(at + 1);
    return word;
  }
  std::int64_t number(std::int64_t lo, std::int64_t hi, char end = ',') {
    const std::string_view text = word(end);
    const auto value = base::parse_number<std::int64_t>(text);
    if (!value || *value < lo || *value > hi) {
      fail(fmt::format("a whole number of {} to {}", lo, hi), std::string(text.substr(0, 80)));
    }
    return *value;
  }
  std::int32_t whole(std::int64_t lo, std::int64_t hi, char end = ',') {
    return static_cast<std::int32_t>(number(lo, hi, end));
  }
  bool more() const { return !rest_.empty(); }
  void finish() {
    if (more()) fail("no more columns", std::string(rest_.substr(0, 80)));
  }
  [[noreturn]] void fail(const std::string& expected, const std::string& found) {
    reader_.here().fail(expected, found);
  }

 private:
  demand::LineReader reader_;
  std::string_view rest_;
};

void require_end(Table& table, std::int64_t end) {
  if (end <= kMostSlots) return;
  table.fail(fmt::format("an end by slot {}", kMostSlots), std::to_string(end));
}

std::int64_t last_of(std::size_t count) { return static_cast<std::int64_t>(count) - 1; }

}  // namespace

std::string nodes_table(const Plan& plan) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "{}\n", kNodes);
  for (std::size_t a = 0; a < plan.actors.size(); ++a) {
    for (const Node& node : plan.actors[a].nodes) {
      fmt::format_to(std::back_inserter(out), "{},{},{},{},", a, node.duration.count(), node.call,
                     node.computes ? 1 : 0);
      const char* between = "";
      for (const std::uint32_t before : plan.actors[a].waits_for(node)) {
        fmt::format_to(std::back_inserter(out), "{}{}", between, before);
        between = " ";
      }
      out.push_back('\n');
    }
  }
  return fmt::to_string(out);
}

std::string calls_table(const Plan& plan) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "{}\n", kCalls);
  for (const Call& call : plan.calls) {
    fmt::format_to(std::back_inserter(out), "{},{},{},{},", call.of, static_cast<int>(call.kind),
                   call.micro_batch, call.layer);
    const char* between = "";
    for (const Side& side : plan.sides_of(call)) {
      fmt::format_to(std::back_inserter(out), "{}{}:{}", between, side.actor, side.node);
      between = " ";
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

std::string slots_table(const Timeline& timeline) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "{}\n", kSlots);
  for (const Placed& p : timeline.placed) {
    fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{},{},{},{},{},{}\n", p.call,
                   p.round, p.first_repetition, p.repetitions, p.start, p.slots, p.channel, p.part,
                   p.held ? 1 : 0, p.from.count(), p.bytes.count(), p.lead.count());
  }
  return fmt::to_string(out);
}

std::string reserved_table(const Timeline& timeline) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "{}\n", kReserved);
  for (const Reserved& r : timeline.reserved) {
    fmt::format_to(std::back_inserter(out), "{},{},{},{}\n", r.call, r.start, r.slots, r.channel);
  }
  return fmt::to_string(out);
}

void read_calls(const std::string& path, Plan& plan) {
  Table table(path, kCalls);
  while (table.next()) {
    Call call;
    call.of = table.whole(0, last_of(plan.templates.size()));
    call.kind = static_cast<Call::Kind>(table.whole(0, static_cast<int>(Call::Kind::barrier)));
    call.micro_batch = table.whole(-1, kMostMark);
    call.layer = table.whole(-1, kMostMark);
    call.first_side = static_cast<std::uint32_t>(plan.sides.size());
    while (table.more()) {
      Side side;
      side.actor = table.whole(0, last_of(plan.actors.size()), ':');
      side.node = table.whole(0, kMostInt, ' ');
      plan.sides.push_back(side);
    }
    call.sides = static_cast<std::uint32_t>(plan.sides.size()) - call.first_side;
    if (call.sides == 0) table.fail("who takes part, as actor:node", "");
    plan.calls.push_back(call);
  }
}

void read_nodes(const std::string& path, Plan& plan) {
  Table table(path, kNodes);
  while (table.next()) {
    Actor& actor = base::at(plan.actors, table.whole(0, last_of(plan.actors.size())));
    Node node;
    node.duration = base::Picoseconds{table.number(0, kMost)};
    node.call = table.whole(-1, last_of(plan.calls.size()));
    node.computes = table.whole(0, 1) == 1;
    node.first_after = static_cast<std::uint32_t>(actor.after.size());
    while (table.more()) {
      actor.after.push_back(
          static_cast<std::uint32_t>(table.whole(0, last_of(actor.nodes.size()), ' ')));
    }
    node.after = static_cast<std::uint32_t>(actor.after.size()) - node.first_after;
    actor.nodes.push_back(node);
  }
  for (std::size_t c = 0; c < plan.calls.size(); ++c) {
    for (const Side& side : plan.sides_of(plan.calls[c])) {
      const auto& nodes = base::at(plan.actors, side.actor).nodes;
      if (index(side.node) < nodes.size() &&
          base::at(nodes, side.node).call == static_cast<std::int32_t>(c)) {
        continue;
      }
      table.fail(fmt::format("node {} of actor {} to be of call {}", side.node, side.actor, c),
                 "another call, or no such node");
    }
  }
}

void read_slots(const std::string& path, const Plan& plan, int channels, Timeline& timeline) {
  Table table(path, kSlots);
  while (table.next()) {
    Placed p;
    p.call = table.whole(0, last_of(plan.calls.size()));
    const Template& of = plan.template_of(base::at(plan.calls, p.call));
    p.round = table.whole(of.first_round, of.first_round + of.rounds - 1);
    const int repeat = base::at(plan.rounds.rounds, p.round).repeat;
    p.first_repetition = table.whole(0, repeat - 1);
    p.repetitions = table.whole(1, repeat - p.first_repetition);
    p.start = table.number(0, kMostSlots);
    p.slots = table.whole(1, kMostInt);
    p.channel = static_cast<std::int16_t>(table.whole(0, channels - 1));
    p.part = static_cast<std::int16_t>(table.whole(0, INT16_MAX));
    p.held = table.whole(0, 1) == 1;
    p.from = base::Bytes{table.number(0, kMost)};
    p.bytes = base::Bytes{table.number(0, kMost)};
    p.lead = base::Bytes{table.number(0, kMost)};
    table.finish();
    require_end(table, p.end());
    timeline.placed.push_back(p);
  }
}

void read_reserved(const std::string& path, const Plan& plan, int channels, Timeline& timeline) {
  Table table(path, kReserved);
  while (table.next()) {
    Reserved r;
    r.call = table.whole(0, last_of(plan.calls.size()));
    r.start = table.number(0, kMostSlots);
    r.slots = table.number(1, kMostSlots);
    r.channel = static_cast<std::int16_t>(table.whole(0, channels - 1));
    table.finish();
    require_end(table, r.start + r.slots);
    timeline.reserved.push_back(r);
  }
}

}  // namespace jacquard::stack
