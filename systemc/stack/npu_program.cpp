// SPDX-License-Identifier: Apache-2.0
#include "systemc/stack/npu_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::index;
using base::Picoseconds;
using rounds::kNobody;
using stack::Node;

constexpr std::uint32_t kEnded = UINT32_MAX;

}  // namespace

NpuProgram::NpuProgram(const StackModel& model, int rank, Host host)
    : model_(model), actor_(model.actor(rank)), rank_(rank), host_(std::move(host)) {
  waits_.reserve(actor_.nodes.size());
  for (const Node& node : actor_.nodes) waits_.push_back(node.after);
  left_ = actor_.nodes.size();
}

void NpuProgram::start() {
  for (std::size_t n = 0; n < actor_.nodes.size(); ++n) {
    if (actor_.nodes[n].after == 0) ready(static_cast<int>(n));
  }
}

void NpuProgram::ready(int number) {
  const Node& node = base::at(actor_.nodes, number);
  if (node.call != Node::kNone) {
    open(node.call).entered = true;
    host_.entered(node.call);
  } else if (node.computes) {
    can_compute_.insert(number);
  } else {
    host_.at(number, host_.now() + node.duration);
  }
}

void NpuProgram::compute() {
  if (computing_ || can_compute_.empty()) return;
  const int node = *can_compute_.begin();
  can_compute_.erase(can_compute_.begin());
  computing_ = true;
  const Picoseconds end = host_.now() + base::at(actor_.nodes, node).duration;
  host_.began(node, end);
  host_.at(node, end);
}

void NpuProgram::ended(int number) {
  const Node& node = base::at(actor_.nodes, number);
  if (node.computes && node.call == Node::kNone) computing_ = false;
  if (node.call != Node::kNone) calls_.erase(node.call);
  JQ_CHECK(left_ > 0, "a node ends once");
  --left_;
  waits_[index(number)] = kEnded;
  end_ = std::max(end_, host_.now());
  for (const std::uint32_t next : model_.dependents(model_.actor_of(rank_), number)) {
    if (--waits_[next] == 0) ready(static_cast<int>(next));
  }
}

// What an NPU does in a call, made when something of it first happens: a message may come before
// its receiver has entered.
NpuProgram::OpenCall& NpuProgram::open(int number) {
  const auto [at, is_new] = calls_.try_emplace(number);
  OpenCall& call = at->second;
  if (!is_new) return call;
  const stack::Call& of = base::at(model_.plan().calls, number);
  if (model_.is_drawn(number)) return call;
  const stack::Template& form = model_.plan().template_of(of);
  for (int r = form.first_round; r < form.first_round + form.rounds; ++r) {
    Part part;
    part.round = r;
    part.repeat = base::at(model_.plan().rounds.rounds, r).repeat;
    part.to_send = model_.receiver(r, rank_) != kNobody;
    const int from = model_.sender(r, rank_);
    part.to_receive = from != kNobody;
    if (part.to_send) part.bytes_out = model_.bytes_from(r, rank_);
    if (part.to_receive) part.bytes_in = model_.bytes_from(r, from);
    if (part.to_send || part.to_receive) call.parts.push_back(part);
  }
  return call;
}

const NpuProgram::Part* NpuProgram::part_of(const OpenCall& call, int round) {
  const auto at = std::lower_bound(call.parts.begin(), call.parts.end(), round,
                                   [](const Part& part, int r) { return part.round < r; });
  return at == call.parts.end() || at->round != round ? nullptr : &*at;
}

NpuProgram::Part* NpuProgram::part_of(OpenCall& call, int round) {
  return const_cast<Part*>(part_of(static_cast<const OpenCall&>(call), round));
}

Readiness NpuProgram::readiness(const MessageName& m, Bytes from) const {
  const auto at = calls_.find(m.call);
  if (at == calls_.end()) {
    const int node = model_.node_of(model_.actor_of(rank_), m.call);
    const bool ended = node != Node::kNone && waits_[index(node)] == kEnded;
    return ended ? Readiness::sent : Readiness::not_there;
  }
  const OpenCall& call = at->second;
  const Part* part = part_of(call, m.round);
  if (!call.entered || part == nullptr) return Readiness::not_there;
  if (part->sent > m.repetition || (part->sent == m.repetition && part->sent_of_next > from)) {
    return Readiness::sent;
  }
  if (part->sent < m.repetition || part->sent_of_next < from) return Readiness::not_there;
  if (part->taken() < m.repetition) return Readiness::not_there;
  for (const int before : base::at(model_.plan().rounds.rounds, m.round).after) {
    const Part* other = part_of(call, before);
    if (other != nullptr && other->taken() < other->repeat) return Readiness::not_there;
  }
  return Readiness::ready;
}

void NpuProgram::sends(const MessageName& m, Bytes bytes) {
  Part& part = *part_of(open(m.call), m.round);
  part.sent_of_next += bytes;
  if (part.sent_of_next < part.bytes_out) return;
  part.sent_of_next = Bytes{0};
  ++part.sent;
}

NpuProgram::Receipt NpuProgram::receives(const MessageName& m, Bytes bytes) {
  const int node = model_.node_of(model_.actor_of(rank_), m.call);
  if (node == Node::kNone) return Receipt::not_meant;
  Part* part = part_of(open(m.call), m.round);
  if (part == nullptr || !part->to_receive || part->received != m.repetition) {
    return Receipt::not_meant;
  }
  part->received_of_next += bytes;
  if (part->received_of_next < part->bytes_in) return Receipt::part;
  part->received_of_next = Bytes{0};
  ++part->received;
  return Receipt::whole;
}

void NpuProgram::call_over(int call) {
  host_.at(model_.node_of(model_.actor_of(rank_), call), host_.now());
}

std::string NpuProgram::waits_for() const {
  std::vector<int> open;
  for (const auto& known : calls_) {
    if (known.second.entered) open.push_back(known.first);
  }
  std::sort(open.begin(), open.end());
  for (const int number : open) {
    const OpenCall& call = calls_.at(number);
    for (const Part& part : call.parts) {
      const bool sending = part.to_send && part.sent < part.repeat;
      if (!sending && (!part.to_receive || part.received == part.repeat)) continue;
      return fmt::format("{} in repetition {} of round {} of call {}",
                         sending ? "a slot to send" : "a message to come",
                         sending ? part.sent : part.received, part.round, number);
    }
    return fmt::format("call {} to end", number);
  }
  return "what goes before its next node";
}

}  // namespace jacquard::systemc
