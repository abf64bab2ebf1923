// SPDX-License-Identifier: Apache-2.0
// The DCQCN sender of one flow: congestion notifications and time in, a rate out.
#pragma once

#include <cstdint>

#include "systemc/packet/packet.hpp"
#include "systemc/packet/packet_config.hpp"

namespace jacquard::systemc {

// Two ways to cut, as t_dec says:
//  - t_dec > 0 (the ns-3 RDMA line): the first CNP sets alpha to 1 and starts two clocks. At every
//    tick of the one, t_alpha apart, alpha moves by g towards 1 if a CNP came since the tick
//    before, else towards 0. At every tick of the other, t_dec apart and 1 ns behind, the rate is
//    cut by alpha/2 if a CNP came since the last cut.
//  - t_dec = 0 (Zhu et al., SIGCOMM'15): each CNP cuts by alpha/2, then moves alpha towards 1;
//    alpha falls once per t_alpha without a CNP.
// After a cut, increases come every t_inc (and every byte_counter bytes): the first
// fast_recovery_steps halve the way to the target, later ones raise the target first. At line rate
// they end.
//
// Nothing happens between calls: alpha's ticks are caught up with when it is looked at, so an
// otherwise idle flow costs no events. Calls must not go back in time.
class RateMachine {
 public:
  RateMachine() = default;
  explicit RateMachine(const RateParameters& rules);

  std::int64_t rate() const { return rate_; }      // bit/s
  std::int64_t target() const { return target_; }  // bit/s
  double alpha(const RateParameters& rules, Ps now);

  // When advance() has something to do: a cut or an increase by the timer. kNever: not before the
  // next congestion().
  Ps next() const { return cut_at_ < increase_at_ ? cut_at_ : increase_at_; }

  // What a call did to the rate.
  enum class Change { none, cut, increase };
  // A CNP. Only the published way to cut, and rate_on_first_cnp, change the rate at once.
  Change congestion(const RateParameters& rules, Ps now);
  // Does what is due at next(). Where both fall together, the increase comes before the cut.
  Change advance(const RateParameters& rules);
  // `bytes` have been sent, for the byte counter.
  Change sent(const RateParameters& rules, std::int64_t bytes);

 private:
  void catch_up_alpha(const RateParameters& rules, Ps now);
  void cut(const RateParameters& rules, Ps now);
  void increase(const RateParameters& rules);

  std::int64_t rate_ = 0;
  std::int64_t target_ = 0;
  double alpha_ = 1;
  Ps alpha_at_ = kNever;  // its next tick
  Ps cut_tick_ = kNever;  // some tick of the clock of cuts, not after the next
  Ps cut_at_ = kNever;    // the tick at which a cut is due
  Ps increase_at_ = kNever;
  std::int64_t bytes_ = 0;  // since the byte counter last struck
  int timer_stage_ = 0;     // increases since the cut, by the timer
  int byte_stage_ = 0;      // and by the byte counter
  bool alpha_saw_cnp_ = false;
  bool seen_cnp_ = false;
};

}  // namespace jacquard::systemc
