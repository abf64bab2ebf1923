// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/memory_port.hpp"

#include <deque>
#include <queue>
#include <vector>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/memory/payload.hpp"
#include "systemc/memory/payload_pool.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using tlm::tlm_phase;
using tlm::tlm_sync_enum;

// Accesses that enter the memory later than this wait, so that other initiators have their turn.
constexpr Picoseconds kAhead{20'000};

struct Request : tlm::tlm_generic_payload {
  Request() { set_extension(new Entered); }
  MemoryPort::Done done;
};

struct Waiting {
  memory::Access access;
  MemoryPort::Done done;
};

// One whose end is known, in the order of ends, then of submission.
struct Ending {
  Picoseconds at{0};
  std::uint64_t number = 0;
  Request* request = nullptr;
  bool operator>(const Ending& o) const { return at != o.at ? at > o.at : number > o.number; }
};

}  // namespace

struct MemoryPort::Impl {
  bool four_phases = true;
  std::size_t outstanding = 1;
  PayloadPool<Request> pool;
  tlm::tlm_generic_payload decoupled;
  Picoseconds entered{0};
  std::deque<Waiting> waiting;
  std::size_t in_flight = 0;
  bool requesting = false;  // a BEGIN_REQ waits for its END_REQ
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> endings;
  std::uint64_t endings_seen = 0;
  sc_core::sc_event end;

  void end_at(Picoseconds at, Request& request) {
    endings.push({at, endings_seen++, &request});
    end.notify(until(endings.top().at));
  }

  // The window has room again before the initiator hears of it, so it may submit at once.
  void finish(Request& request) {
    JQ_CHECK(request.is_response_ok(), "an initiator asks a memory only for what it can do");
    const Done done = std::move(request.done);
    request.done = nullptr;
    request.release();
    --in_flight;
    if (done) done();
  }
};

MemoryPort::MemoryPort(const sc_core::sc_module_name& name, memory::Fidelity fidelity,
                       int outstanding)
    : sc_module(name), socket("socket"), impl_(std::make_unique<Impl>()) {
  JQ_CHECK(outstanding > 0, "a window holds an access at least");
  impl_->decoupled.set_extension(new Entered);
  impl_->four_phases = fidelity == memory::Fidelity::at;
  impl_->outstanding = static_cast<std::size_t>(outstanding);
  socket.register_nb_transport_bw(this, &MemoryPort::nb_transport_bw);
  SC_HAS_PROCESS(MemoryPort);
  SC_METHOD(finish_due);
  sensitive << impl_->end;
  dont_initialize();
}

MemoryPort::~MemoryPort() = default;

void MemoryPort::submit(const memory::Access& access, Done done) {
  impl_->waiting.push_back({access, std::move(done)});
  send();
}

std::size_t MemoryPort::pending() const { return impl_->waiting.size() + impl_->in_flight; }

Picoseconds MemoryPort::book(const memory::Access& access, Picoseconds at) {
  JQ_CHECK(!impl_->four_phases, "phases take their time: who books is told the end at once");
  tlm::tlm_generic_payload& payload = impl_->decoupled;
  set_access(access, payload);
  sc_core::sc_time delay = until(at);
  socket->b_transport(payload, delay);
  JQ_CHECK(payload.is_response_ok(), "an initiator asks a memory only for what it can do");
  impl_->entered = payload.get_extension<Entered>()->at;
  return now() + Picoseconds{delay.value()};
}

Picoseconds MemoryPort::entered() const { return impl_->entered; }

void MemoryPort::send() {
  Impl& my = *impl_;
  while (!my.waiting.empty() && !my.requesting && my.in_flight < my.outstanding) {
    if (my.entered > now() + kAhead) return my.end.notify(until(my.entered - kAhead));
    Request& request = my.pool.take();
    set_access(my.waiting.front().access, request);
    request.done = std::move(my.waiting.front().done);
    my.waiting.pop_front();
    ++my.in_flight;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (!my.four_phases) {
      socket->b_transport(request, delay);
      my.end_at(now() + Picoseconds{delay.value()}, request);
      my.entered = request.get_extension<Entered>()->at;
      continue;
    }
    my.requesting = true;
    tlm_phase phase = tlm::BEGIN_REQ;
    switch (socket->nb_transport_fw(request, phase, delay)) {
      case tlm::TLM_ACCEPTED:
        break;
      case tlm::TLM_UPDATED:
        my.requesting = false;
        if (phase == tlm::BEGIN_RESP) my.end_at(now() + Picoseconds{delay.value()}, request);
        break;
      case tlm::TLM_COMPLETED:
        my.requesting = false;
        my.end_at(now() + Picoseconds{delay.value()}, request);
        break;
    }
  }
}

tlm_sync_enum MemoryPort::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  Impl& my = *impl_;
  JQ_CHECK(phase == tlm::END_REQ || phase == tlm::BEGIN_RESP,
           "a target says END_REQ and BEGIN_RESP and nothing else");
  my.requesting = my.requesting && phase != tlm::END_REQ;
  tlm_sync_enum answer = tlm::TLM_ACCEPTED;
  if (phase == tlm::BEGIN_RESP) {
    answer = tlm::TLM_COMPLETED;  // stands for END_RESP
    auto& request = static_cast<Request&>(payload);
    if (delay == sc_core::SC_ZERO_TIME) {
      my.finish(request);
    } else {
      my.end_at(now() + Picoseconds{delay.value()}, request);
    }
  }
  send();
  return answer;
}

void MemoryPort::finish_due() {
  Impl& my = *impl_;
  while (!my.endings.empty() && my.endings.top().at <= now()) {
    Request& request = *my.endings.top().request;
    my.endings.pop();
    my.finish(request);
  }
  send();
  if (!my.endings.empty()) my.end.notify(until(my.endings.top().at));
}

}  // namespace jacquard::systemc
