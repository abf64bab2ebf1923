// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/stack_plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/stack/replay.hpp"

namespace jacquard::systemc {

using base::ConfigError;
using base::index;
using base::Picoseconds;
using stack::Passing;

StackPlane::StackPlane(const sc_core::sc_module_name& name, const stack::Stack& stack,
                       std::string stack_name, std::shared_ptr<const stack::PreparedOrder> order,
                       PlaneParts parts)
    : sc_core::sc_module(name),
      stack_(stack),
      order_(std::move(order)),
      parts_(std::move(parts)),
      states_(order_->passings.size()),
      use_(index(stack.sizes.ports)),
      stack_name_(std::move(stack_name)) {
  StackSwitches::Shape shape;
  shape.sizes = stack.sizes;
  shape.guard = stack.fabric.guard;
  shape.flight = parts_.shape.up + parts_.shape.down;
  for (int channel = 0; channel < stack.fabric.channels; ++channel) {
    channels_.push_back(std::make_unique<StackSwitches>(fmt::format("channel_{}", channel).c_str(),
                                                        shape, *this, 0, parts_.losses,
                                                        parts_.shuffle));
  }
  ways_.resize(index(way(stack.fabric.channels, Kind::from, 0)));
  for (std::size_t p = 0; p < order_->passings.size(); ++p) {
    const Passing& passing = order_->passings[p];
    each_way(passing, [&](int number) {
      base::at(ways_, number).turns.push_back(static_cast<std::int32_t>(p));
      ++states_[p].ways;
    });
    if (passing.round == Passing::kExchange) {
      exchanges_[base::at(order_->members, passing.exchange)].push_back(static_cast<int>(p));
    } else {
      messages_[{passing.round, passing.from}].pieces.push_back(static_cast<std::int32_t>(p));
    }
  }
  for (auto& [key, messages] : messages_) {
    std::sort(messages.pieces.begin(), messages.pieces.end(), [&](int a, int b) {
      const auto place = [&](int p) {
        const Passing& passing = base::at(order_->passings, p);
        return std::tuple(passing.repetition, passing.first, p);
      };
      return place(a) < place(b);
    });
  }
  parts_.agenda.after(Picoseconds{0}, [this] {
    for (int number = 0; number < static_cast<int>(ways_.size()); ++number) come_next(number);
  });
}

int StackPlane::way(int channel, Kind kind, int number) const {
  const stack::Sizes& s = stack_.sizes;
  const int links = s.leaves * s.uplinks;
  const int first = channel * 2 * (s.ports + links);
  switch (kind) {
    case Kind::from:
      return first + number;
    case Kind::to:
      return first + s.ports + number;
    case Kind::up:
      return first + 2 * s.ports + number;
    default:
      return first + 2 * s.ports + links + number;
  }
}

template <class Take>
void StackPlane::each_way(const Passing& passing, const Take& take) const {
  if (passing.round == Passing::kExchange) {
    for (int channel = 0; channel < stack_.fabric.channels; ++channel) {
      for (const int rank : base::at(order_->members, passing.exchange)) {
        take(way(channel, Kind::from, stack_.port(rank)));
        take(way(channel, Kind::to, stack_.port(rank)));
      }
    }
    return;
  }
  const PortCircuit circuit = circuit_of(passing);
  take(way(passing.channel, Kind::from, circuit.from));
  if (circuit.link != stack::Routes::kLocal) {
    const stack::Sizes& s = stack_.sizes;
    const auto cable = [&](int port) { return leaf_of(s, port) * s.uplinks + circuit.link; };
    take(way(passing.channel, Kind::up, cable(circuit.from)));
    take(way(passing.channel, Kind::down, cable(circuit.to)));
  }
  take(way(passing.channel, Kind::to, circuit.to));
}

PortCircuit StackPlane::circuit_of(const Passing& passing) const {
  return {stack_.port(passing.from), stack_.port(passing.to), passing.link};
}

void StackPlane::come_next(int number) {
  const Way& one = base::at(ways_, number);
  if (one.next == one.turns.size()) return;
  const int passing = one.turns[one.next];
  State& state = base::at(states_, passing);
  if (++state.ready < state.ways) return;
  if (base::at(order_->passings, passing).round == Passing::kExchange) {
    state.made = true;
    grant(passing);
    return;
  }
  make(passing);
  if (state.message != kNone) send(passing);
}

bool StackPlane::is_connected(int passing) const {
  const Passing& one = base::at(order_->passings, passing);
  const int port = way(one.channel, Kind::from, stack_.port(one.from));
  const int connected = base::at(ways_, port).connected;
  if (connected == kNone) return false;
  const Passing& other = base::at(order_->passings, connected);
  return other.to == one.to && other.link == one.link;
}

// As soon as nobody else has its ports, whether its message is ready or not.
void StackPlane::make(int passing) {
  State& state = base::at(states_, passing);
  state.made = true;
  state.up = now();
  if (is_connected(passing)) return;
  const Passing& one = base::at(order_->passings, passing);
  bool used = false;
  each_way(one, [&](int number) {
    Way& each = base::at(ways_, number);
    used = used || each.used;
    each.used = true;
    if (each.connected != kNone) disconnect(each.connected);
  });
  const Picoseconds guard = used ? stack_.fabric.guard : Picoseconds{0};
  base::at(channels_, one.channel)->connect(circuit_of(one), now(), guard);
  each_way(one, [&](int number) { base::at(ways_, number).connected = passing; });
  state.up += guard;
  ++made_.circuits;
  made_.guard += guard;
}

void StackPlane::disconnect(int passing) {
  const Passing& one = base::at(order_->passings, passing);
  base::at(channels_, one.channel)->disconnect(circuit_of(one), now());
  each_way(one, [&](int number) { base::at(ways_, number).connected = kNone; });
}

// An exception would not leave the kernel's process.
void StackPlane::fail(const std::string& expected, const std::string& found) {
  if (failure_ == nullptr) {
    failure_ = std::make_exception_ptr(ConfigError({stack_name_, "", expected, found, ""}));
  }
  sc_core::sc_pause();
}

void StackPlane::request(int from, int to, base::Bytes bytes, std::int64_t id) {
  const int round = parts_.round_of(id);
  Messages& messages = messages_[{round, from}];
  std::vector<int> pieces;
  base::Bytes sum{0};
  int repetition = kNone;
  bool same = true;
  for (; messages.next < messages.pieces.size(); ++messages.next) {
    const int passing = messages.pieces[messages.next];
    const Passing& one = base::at(order_->passings, passing);
    if (repetition != kNone && one.repetition != repetition) break;
    repetition = one.repetition;
    same = same && one.to == to;
    sum += one.bytes;
    pieces.push_back(passing);
  }
  if (pieces.empty() || !same || sum != bytes) {
    fail(fmt::format("{} B from {} to {} in round {}, as the job sends them", bytes.count(), from,
                     to, round),
         pieces.empty()
             ? "no circuit left for them"
             : fmt::format("circuits for {} B{}", sum.count(), same ? "" : " to another NPU"));
    return;
  }
  flying_[id] = static_cast<int>(pieces.size());
  for (const int passing : pieces) {
    State& state = base::at(states_, passing);
    state.message = id;
    state.asked = now();
    if (state.made) send(passing);
  }
}

void StackPlane::send(int passing) {
  const Passing& one = base::at(order_->passings, passing);
  const State& state = base::at(states_, passing);
  const PortCircuit circuit = circuit_of(one);
  Transfer transfer;
  transfer.source = circuit.from;
  transfer.destination = circuit.to;
  transfer.message = passing;
  transfer.bytes = {one.first.count(), one.bytes.count()};
  transfer.head = std::max(now(), state.up);
  // The kernel's resolution is the least a circuit is made for.
  const Picoseconds time = std::max(parts_.shape.framing.time(one.bytes.count()), Picoseconds{1});
  transfer.tail = transfer.head + time;
  made_.waited += transfer.head - state.asked;
  PortUse& use = base::at(use_, circuit.to);
  use.bytes += one.bytes;
  use.carried += time;
  base::at(channels_, one.channel)->send(circuit.from, transfer);
  parts_.agenda.at(transfer.tail, [this, passing] { end(passing); });
}

void StackPlane::arrive(int, const Transfer& transfer) {
  const std::int64_t id = base::at(states_, transfer.message).message;
  const auto left = flying_.find(id);
  if (--left->second > 0) return;
  flying_.erase(left);
  parts_.delivered(id);
}

// Its ways go on to what comes next there.
void StackPlane::end(int passing) {
  base::at(states_, passing).over = true;
  ++passed_;
  const Passing& one = base::at(order_->passings, passing);
  each_way(one, [&](int number) { ++base::at(ways_, number).next; });
  each_way(one, [&](int number) { come_next(number); });
}

void StackPlane::hold(std::vector<int> members, std::function<void()> granted) {
  std::sort(members.begin(), members.end());
  auto& turns = exchanges_[members];
  if (turns.empty()) {
    fail(fmt::format("an exchange of {} NPUs, as the job has", members.size()),
         "no slots kept for it");
    return;
  }
  const int passing = turns.front();
  turns.pop_front();
  coming_[passing] = std::move(granted);
  grant(passing);
}

// Has others' circuits on its ports, so that the next one of each has a guard.
void StackPlane::grant(int passing) {
  const auto coming = coming_.find(passing);
  if (coming == coming_.end() || !base::at(states_, passing).made) return;
  const Passing& one = base::at(order_->passings, passing);
  each_way(one, [&](int number) {
    Way& each = base::at(ways_, number);
    each.used = true;
    if (each.connected != kNone) disconnect(each.connected);
  });
  has_ports_[base::at(order_->members, one.exchange)] = passing;
  parts_.agenda.after(Picoseconds{0}, std::move(coming->second));
  coming_.erase(coming);
}

void StackPlane::release(const std::vector<int>& members) {
  std::vector<int> sorted = members;
  std::sort(sorted.begin(), sorted.end());
  const auto one = has_ports_.find(sorted);
  JQ_CHECK(one != has_ports_.end(), "ports are given back by who has them");
  const int passing = one->second;
  has_ports_.erase(one);
  end(passing);
}

std::string StackPlane::waits_for() const {
  if (passed_ == static_cast<std::int64_t>(states_.size())) return "";
  const auto first =
      std::find_if(states_.begin(), states_.end(), [](const State& state) { return !state.over; });
  const Passing& next = order_->passings[static_cast<std::size_t>(first - states_.begin())];
  const std::string text = fmt::format("{} circuits left, ", states_.size() - index(passed_));
  if (next.round == Passing::kExchange) {
    return text + fmt::format("the first for an exchange of {} NPUs, of {}",
                              base::at(order_->members, next.exchange).size(), stack_name_);
  }
  return text + fmt::format("the first {} to {} in round {}, of {}", next.from, next.to, next.round,
                            stack_name_);
}

MakePlane plane_of_stack(const stack::Stack& stack, const std::string& stack_name,
                         const engine::job::JobWork& work, const engine::job::JobRounds& rounds) {
  if (stack.sizes.pods > 0) {
    throw ConfigError({stack_name + "/stack.json", "/fabric/tiers", "one or two tiers", "3", ""});
  }
  const std::int64_t ports = std::int64_t{stack.sizes.ports} * stack.fabric.channels;
  if (ports > kMostReplayPorts) {
    throw ConfigError({stack_name, "", fmt::format("at most {} ports of NPUs", kMostReplayPorts),
                       std::to_string(ports), ""});
  }
  const auto order = std::make_shared<const stack::PreparedOrder>(
      stack::prepared_order(stack, stack_name, work, rounds));
  if (stack.sizes.leaves > 1 && !order->members.empty()) {
    throw ConfigError({stack_name + "/stack.json", "/fabric",
                       "one switch, around which experts exchange",
                       fmt::format("{} leaves", stack.sizes.leaves), "a fabric of one tier"});
  }
  return [&stack, stack_name, order](const char* name, PlaneParts parts) {
    return std::make_unique<StackPlane>(name, stack, stack_name, order, std::move(parts));
  };
}

}  // namespace jacquard::systemc
