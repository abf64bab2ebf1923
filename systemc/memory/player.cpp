// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/player.hpp"

#include <algorithm>

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

using base::Picoseconds;

sc_core::sc_time Player::Keeper::compute_local_quantum() { return kernel_time(quantum_); }

Player::Player(const sc_core::sc_module_name& name, memory::Fidelity fidelity,
               const PlayerConfig& config, Accesses accesses)
    : sc_module(name),
      port("port", fidelity, config.outstanding),
      config_(config),
      accesses_(std::move(accesses)),
      next_(accesses_()),
      keeper_(config.quantum) {
  SC_HAS_PROCESS(Player);
  if (fidelity == memory::Fidelity::at) {
    SC_METHOD(submit_due);
    sensitive << wake_;
  } else {
    SC_METHOD(book_ahead);
  }
}

Picoseconds Player::wanted(Picoseconds now) const { return config_.timed ? next_->at : now; }

// Whether there is one more that may begin at `now`.
bool Player::may_begin(Picoseconds now) const {
  return next_ && (config_.until.count() == 0 || now < config_.until);
}

void Player::submit_due() {
  while (in_flight_ < config_.outstanding && may_begin(now())) {
    if (next_->at > now()) return wake_.notify(until(next_->at));
    const std::size_t index = latencies_.begin(wanted(now()));
    if (config_.keep) played_.push_back({next_->access, wanted(now()), {}});
    ++in_flight_;
    const memory::Access access = next_->access;
    next_ = accesses_();
    port.submit(access, [this, index] {
      latencies_.end(index, now());
      if (config_.keep) played_[index].done = now();
      --in_flight_;
      submit_due();
    });
  }
}

void Player::book_ahead() {
  keeper_.reset();
  while (next_) {
    const bool full = ends_.size() == static_cast<std::size_t>(config_.outstanding);
    room_ = std::max(room_, full ? std::max(next_->at, ends_.top()) : next_->at);
    const Picoseconds enters = std::max({room_, port.entered(), now()});
    if (!may_begin(enters)) break;
    keeper_.set(until(enters));
    if (keeper_.need_sync()) return next_trigger(keeper_.get_local_time());
    if (full) ends_.pop();
    const Picoseconds done = port.book(next_->access, enters);
    ends_.push(done);
    last_ = std::max(last_, done);
    latencies_.add(done - wanted(room_));
    if (config_.keep) played_.push_back({next_->access, wanted(room_), done});
    next_ = accesses_();
  }
  next_.reset();
  if (last_ > now()) next_trigger(until(last_));  // the run lasts until then
}

}  // namespace jacquard::systemc
