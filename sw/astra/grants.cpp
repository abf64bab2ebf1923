// SPDX-License-Identifier: Apache-2.0
// How the messages of a collective find their receives. With ASTRA-sim's rendezvous protocol a
// receiver grants each message first, with 8 KiB of its own, and only then is it sent.
#include <algorithm>

#include "jacquard/astra/collectives.hpp"
#include "jacquard/base/at.hpp"

namespace jacquard::astra {

namespace {
constexpr std::int64_t kGrantBytes = 8192;
}

std::int64_t Collectives::bytes_of(const Program& program, std::int64_t slot) const {
  if (program.is_tree) return program.tree.bytes;
  std::int64_t first = 0;
  for (const Leg& leg : program.releases.legs) {
    first += leg.messages;
    if (slot < first) return leg.bytes;
  }
  return 0;
}

void Collectives::send(std::uint32_t at, Stream& s, int to, std::int64_t slot, std::int64_t bytes) {
  Message message;
  message.from = cast_.rank(at);
  message.to = to;
  message.stream = s.number;
  message.phase = static_cast<std::uint8_t>(s.phase);
  message.slot = slot;
  message.bytes = bytes;
  message.program = &s.program();
  if (!input_.rendezvous) {
    network_.send(message);
    return;
  }
  const auto granted = std::find_if(s.early.begin(), s.early.end(), [&message](const Early& early) {
    return early.kind == Message::Kind::phase_grant && early.slot == message.slot &&
           early.from == message.to;
  });
  if (granted == s.early.end()) return;
  s.early.erase(granted);
  message.kind = Message::Kind::phase_grant;
  queue_.after(0, {Event::Kind::deliver, messages_.add(message)});
}

void Collectives::post(std::uint32_t at, Stream& s, std::int64_t slot, int from) {
  Message message;
  message.from = from;
  message.to = cast_.rank(at);
  message.stream = s.number;
  message.phase = static_cast<std::uint8_t>(s.phase);
  message.slot = slot;
  message.program = &s.program();
  if (s.program().is_tree) s.posted = static_cast<std::uint8_t>(s.posted | 1u << slot);
  if (input_.rendezvous) {
    message.kind = Message::Kind::phase_grant;
    std::swap(message.from, message.to);
    message.bytes = kGrantBytes;
    network_.send(message);
    return;
  }
  const auto early = std::find_if(s.early.begin(), s.early.end(),
                                  [slot](const Early& e) { return e.slot == slot; });
  if (early == s.early.end()) return;
  s.early.erase(early);
  queue_.after(0, {Event::Kind::deliver, messages_.add(message)});
}

bool Collectives::is_past(const Npu& npu, std::int64_t number) const {
  for (const auto& [group, next] : npu.next_number) {
    if (number / kNumbersPerGroup == group) return number < next;
  }
  return false;
}

bool Collectives::has_sent(const Stream& s, const Message& grant) const {
  if (!s.running) return false;
  if (!s.program().is_tree) return grant.slot < s.sent;
  const int bit = grant.slot == 2 ? (base::at(s.program().tree.places, s.position).left ==
                                             s.use().line->position(grant.from)
                                         ? 0
                                         : 1)
                                  : 2;
  return (s.gone >> bit & 1) != 0;
}

// The receiver of a message of ours is ready: send it, if we are.
void Collectives::grant(std::uint32_t at, const Message& grant) {
  Npu& npu = npus_[at];
  const std::int64_t handle = handle_of(npu, grant.stream);
  Stream* s = handle < 0 ? nullptr : &base::at(npu.streams, handle);
  const Early early{grant.slot, grant.kind, grant.program, grant.from, grant.bytes};
  if (s != nullptr && s->phase == grant.phase && !has_sent(*s, grant)) {
    s->early.push_back(early);
    return;
  }
  if (s != nullptr ? s->phase < grant.phase : !is_past(npu, grant.stream)) {
    npu.future[{grant.stream, grant.phase}].push_back(early);
    return;
  }
  Message message = grant;
  message.kind = Message::Kind::phase;
  std::swap(message.from, message.to);
  message.bytes = bytes_of(*grant.program, grant.slot);
  network_.send(message);
}

void Collectives::arrived(const Message& message) {
  const std::uint32_t at = cast_.of(message.to);
  if (message.kind == Message::Kind::phase_grant) {
    grant(at, message);
    return;
  }
  Npu& npu = npus_[at];
  const std::int64_t handle = handle_of(npu, message.stream);
  const Early early{message.slot, message.kind, message.program, message.from, message.bytes};
  if (handle < 0 || base::at(npu.streams, handle).phase != message.phase) {
    npu.future[{message.stream, message.phase}].push_back(early);
    return;
  }
  Stream& s = base::at(npu.streams, handle);
  require_same(s, message);
  if (expects(s, message.slot)) {
    received(at, static_cast<std::uint32_t>(handle));
  } else {
    s.early.push_back(early);
  }
}

void Collectives::delivered(const Message& message) {
  if (message.kind == Message::Kind::phase_grant) {
    Message data = message;
    data.kind = Message::Kind::phase;
    network_.send(data);
    return;
  }
  const std::uint32_t at = cast_.of(message.to);
  received(at, static_cast<std::uint32_t>(handle_of(npus_[at], message.stream)));
}

}  // namespace jacquard::astra
