// SPDX-License-Identifier: Apache-2.0
// Send and receive nodes: they match on sender, receiver, tag and size, in the order of issue. A
// send is done when its message arrives, whether or not somebody waits for it.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/astra/workload.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::astra {

namespace {

constexpr std::int64_t kTags = 500'000'000;
constexpr std::int64_t kGrantBytes = 8192;

void check(const OpGraph& trace, const OpNode& node, int own, int other, int npus,
           const char* attribute) {
  if (!node.bytes) trace.fail(node, "attribute comm_size", "");
  if (*node.bytes == base::Bytes{0}) trace.fail(node, "a comm_size above 0", "0");
  if (other < 0 || other >= npus || other == own) {
    trace.fail(node, fmt::format("{}: another NPU in 0..{}", attribute, npus - 1),
               std::to_string(other));
  }
}

}  // namespace

Workload::Pair::Half& Workload::Pair::at(std::int64_t occurrence) {
  if (static_cast<std::size_t>(occurrence) >= halves.size()) {
    halves.resize(static_cast<std::size_t>(occurrence) + 1);
  }
  return base::at(halves, occurrence);
}

Workload::PairKey Workload::key_of(const Message& message) const {
  return {cast_.of(message.from), cast_.of(message.to), message.stream, message.bytes};
}

void Workload::send(std::uint32_t at, int index) {
  const OpGraph& trace = trace_at(npus_[at], index);
  const OpNode& node = node_at(npus_[at], index);
  const int own = cast_.rank(at);
  const int to = peer_of(at, index);
  const bool of_trace = &trace == npus_[at].trace;
  check(trace, node, own, to, input_.job.npus(), "comm_dst");
  if (of_trace && node.peer_digit < 0 && node.from >= 0 && node.from != own) {
    trace.fail(node, fmt::format("comm_src {}, the NPU whose trace it is in", own),
               std::to_string(node.from));
  }
  Message message;
  message.kind = Message::Kind::point;
  message.from = own;
  message.to = to;
  message.stream = node.tag % kTags;
  message.bytes = node.bytes->count();
  Pair& pair = pairs_[key_of(message)];
  message.slot = pair.sends++;
  Pair::Half& half = pair.at(message.slot);
  half.send = index;
  half.send_in = &trace;
  if (!input_.rendezvous) {
    network_.send(message);
  } else if (half.granted) {
    message.kind = Message::Kind::point_grant;
    queue_.after(0, {Event::Kind::deliver, messages_.add(message)});
  }
}

void Workload::receive(std::uint32_t at, int index) {
  const OpGraph& trace = trace_at(npus_[at], index);
  const OpNode& node = node_at(npus_[at], index);
  const int own = cast_.rank(at);
  const int from = peer_of(at, index);
  const bool of_trace = &trace == npus_[at].trace;
  check(trace, node, own, from, input_.job.npus(), "comm_src");
  if (of_trace && node.peer_digit < 0 && node.to >= 0 && node.to != own) {
    trace.fail(node, fmt::format("comm_dst {}, the NPU whose trace it is in", own),
               std::to_string(node.to));
  }
  npus_[at].receives.insert(index);
  Message message;
  message.kind = Message::Kind::point;
  message.from = from;
  message.to = own;
  message.stream = node.tag % kTags;
  message.bytes = node.bytes->count();
  Pair& pair = pairs_[key_of(message)];
  message.slot = pair.receives++;
  Pair::Half& half = pair.at(message.slot);
  half.receive = index;
  half.receive_in = &trace;
  if (input_.rendezvous) {
    message.kind = Message::Kind::point_grant;
    std::swap(message.from, message.to);
    message.granted_bytes = message.bytes;
    message.bytes = kGrantBytes;
    network_.send(message);
  } else if (half.arrived) {
    queue_.after(0, {Event::Kind::deliver, messages_.add(message)});
  }
}

void Workload::arrived(const Message& message) {
  if (message.kind == Message::Kind::point_grant) {
    Message data = message;
    data.kind = Message::Kind::point;
    std::swap(data.from, data.to);
    data.bytes = message.granted_bytes;
    Pair::Half& half = pairs_[key_of(data)].at(data.slot);
    half.granted = true;
    if (half.send >= 0) network_.send(data);
    return;
  }
  const PairKey key = key_of(message);
  pairs_[key].at(message.slot).arrived = true;
  const int sent = pairs_[key].at(message.slot).send;
  // Looked up before the sender goes on: its next steps may post the receive or add pairs.
  const int received = pairs_[key].at(message.slot).receive;
  node_done(cast_.of(message.from), sent);
  if (received >= 0) {
    const std::uint32_t at = cast_.of(message.to);
    npus_[at].receives.erase(received);
    node_done(at, received);
  }
}

void Workload::delivered(const Message& message) {
  if (message.kind == Message::Kind::point_grant) {
    Message data = message;
    data.kind = Message::Kind::point;
    network_.send(data);
    return;
  }
  const std::uint32_t at = cast_.of(message.to);
  const int received = pairs_[key_of(message)].at(message.slot).receive;
  npus_[at].receives.erase(received);
  node_done(at, received);
}

void Workload::require_paired() const {
  const auto node_in = [](const Npu& npu, const OpGraph& trace, int index) -> const OpNode& {
    return trace.node(&trace == npu.trace ? index : index - npu.trace->size());
  };
  for (const auto& [key, pair] : pairs_) {
    const auto& [sender, receiver, tag, bytes] = key;
    for (const Pair::Half& half : pair.halves) {
      if (half.send >= 0 && half.receive < 0) {
        half.send_in->fail(node_in(npus_[sender], *half.send_in, half.send),
                           fmt::format("a receive of {} bytes with tag {} from NPU {} on NPU {}",
                                       bytes, tag, cast_.rank(sender), cast_.rank(receiver)),
                           "none");
      }
      if (half.receive >= 0 && half.send < 0) {
        half.receive_in->fail(node_in(npus_[receiver], *half.receive_in, half.receive),
                              fmt::format("a send of {} bytes with tag {} from NPU {} to NPU {}",
                                          bytes, tag, cast_.rank(sender), cast_.rank(receiver)),
                              "none");
      }
    }
  }
}

// One line for an NPU that has not finished.
std::string Workload::why_waiting(std::uint32_t at) const {
  const Npu& npu = npus_[at];
  const int rank = cast_.rank(at);
  const std::string in_collective = collectives_->waiting(at);
  if (!in_collective.empty()) return fmt::format("NPU {} in a collective, {}", rank, in_collective);
  if (!npu.receives.empty()) {
    const int index = *npu.receives.begin();
    const OpNode& node = node_at(npu, index);
    return fmt::format("NPU {} in {} for a send of {} bytes with tag {} from NPU {}", rank,
                       described(node), node.bytes->count(), node.tag, peer_of(at, index));
  }
  return fmt::format("NPU {} for a grant of a send", rank);
}

void Workload::require_finished() const {
  std::string who;
  int stuck = 0;
  for (std::uint32_t i = 0; i < npus_.size(); ++i) {
    if (npus_[i].finished) continue;
    if (++stuck <= 3) who += (stuck == 1 ? "" : "; ") + why_waiting(i);
  }
  if (stuck > 0) {
    if (stuck > 3) who += fmt::format("; and {} more", stuck - 3);
    throw Deadlock(
        {"astra", "",
         fmt::format("a run in which all NPUs finish, but at cycle {} nothing moves any more: {}",
                     queue_.now(), who),
         "", collectives_->left_over()});
  }
  require_paired();
}

}  // namespace jacquard::astra
