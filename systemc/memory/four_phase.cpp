// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/four_phase.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/memory/payload.hpp"

namespace jacquard::systemc {

using base::Picoseconds;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;
using tlm::tlm_sync_enum;

namespace {

constexpr Picoseconds kNoOther{std::numeric_limits<std::int64_t>::max()};

// When anything else in the simulation is due, at the earliest the next picosecond.
Picoseconds next_of_others() {
  const auto most = static_cast<std::uint64_t>((kNoOther - now()).count());
  const std::uint64_t others = sc_core::sc_time_to_pending_activity().value();
  return now() +
         Picoseconds{static_cast<std::int64_t>(std::min(std::max<std::uint64_t>(others, 1), most))};
}

}  // namespace

FourPhase::FourPhase(const memory::MemoryConfig& config, Latencies& latencies, Backward backward)
    : controllers_(config), latencies_(latencies), backward_(std::move(backward)) {}

FourPhase::Initiator& FourPhase::initiator(int index) {
  const auto i = static_cast<std::size_t>(index);
  if (i >= initiators_.size()) initiators_.resize(i + 1);
  return initiators_[i];
}

std::uint32_t FourPhase::open(Transaction transaction) {
  transaction.latency = latencies_.begin(now());
  return transactions_.keep(transaction);
}

bool FourPhase::begin(int from, tlm_generic_payload& payload) {
  Transaction transaction;
  transaction.payload = &payload;
  transaction.initiator = from;
  return controllers_.take(open(transaction), access_of(payload), now());
}

tlm_sync_enum FourPhase::forward(int from, tlm_generic_payload& payload, tlm_phase& phase,
                                 sc_core::sc_time& delay) {
  Initiator& who = initiator(from);
  const bool request = phase == tlm::BEGIN_REQ;
  if (request) {
    JQ_CHECK(!who.requesting, "an initiator waits for END_REQ before its next BEGIN_REQ");
    payload.acquire();
  } else {
    JQ_CHECK(phase == tlm::END_RESP && who.responding == &payload,
             "an initiator says BEGIN_REQ, and END_RESP to the response it was given");
  }
  if (delay != sc_core::SC_ZERO_TIME) {
    who.requesting = who.requesting || request;
    annotated_.push({now() + Picoseconds{delay.value()}, annotations_++, from, &payload, request});
    schedule();
    return request ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
  }
  if (!request) {
    responded(from);
    respond(from);
    return tlm::TLM_COMPLETED;
  }
  who.requesting = !begin(from, payload);
  schedule();
  if (who.requesting) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void FourPhase::block(const memory::Access& access) {
  sc_core::sc_event done;
  Transaction transaction;
  transaction.blocked = &done;
  controllers_.take(open(transaction), access, now());
  schedule();
  sc_core::wait(done);
}

void FourPhase::schedule() {
  if (!running_) wake_.notify(sc_core::SC_ZERO_TIME);
}

void FourPhase::arrive() {
  while (!annotated_.empty() && annotated_.top().at <= now()) {
    const Annotated one = annotated_.top();
    annotated_.pop();
    if (!one.request) {
      responded(one.initiator);
      respond(one.initiator);
    } else if (begin(one.initiator, *one.payload)) {
      accept(one.initiator, *one.payload);
    }
  }
}

void FourPhase::accept(int to, tlm_generic_payload& payload) {
  initiator(to).requesting = false;
  tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  backward_(to, payload, phase, delay);
}

void FourPhase::tell(const Controllers::Reply& reply) {
  const Transaction about = transactions_[reply.slot];
  if (reply.event == Controllers::Event::accepted) {
    if (about.blocked == nullptr) accept(about.initiator, *about.payload);
    return;
  }
  latencies_.end(about.latency, reply.at);
  transactions_.take(reply.slot);
  if (about.blocked != nullptr) {
    about.blocked->notify(sc_core::SC_ZERO_TIME);
    return;
  }
  initiator(about.initiator).finished.push(about.payload);
  respond(about.initiator);
}

void FourPhase::respond(int to) {
  Initiator& who = initiator(to);
  while (who.responding == nullptr && !who.finished.empty()) {
    tlm_generic_payload& payload = *who.finished.front();
    who.finished.pop();
    who.responding = &payload;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm_sync_enum answer = backward_(to, payload, phase, delay);
    if (answer == tlm::TLM_ACCEPTED) return;
    if (delay == sc_core::SC_ZERO_TIME) {
      responded(to);
    } else {
      annotated_.push({now() + Picoseconds{delay.value()}, annotations_++, to, &payload, false});
      schedule();
    }
  }
}

void FourPhase::responded(int by) {
  Initiator& who = initiator(by);
  who.responding->release();
  who.responding = nullptr;
}

// Between two activities of others the controllers go on by themselves, so the kernel is asked once
// for each reply, not for each command.
void FourPhase::proceed() {
  running_ = true;
  Controllers::Reply reply;
  bool told = true;
  while (told) {
    told = false;
    arrive();
    while (controllers_.pop(now(), reply)) {
      tell(reply);
      told = true;
    }
    Picoseconds before = next_of_others();
    if (!annotated_.empty()) before = std::min(before, annotated_.top().at);
    controllers_.run(before);
    Picoseconds next{0};
    told = told || (controllers_.next(next) && next <= now());
  }
  running_ = false;
  Picoseconds next{0};
  bool waits = controllers_.next(next);
  if (!annotated_.empty()) {
    next = waits ? std::min(next, annotated_.top().at) : annotated_.top().at;
    waits = true;
  }
  if (waits) wake_.notify(until(next));
}

}  // namespace jacquard::systemc
