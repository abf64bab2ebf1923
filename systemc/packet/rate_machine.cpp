// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet/rate_machine.hpp"

#include <algorithm>

namespace jacquard::systemc {
namespace {

// Puts a cut behind the update of alpha that falls on the same instant.
constexpr Ps kCutBehindAlpha = 1'000;
constexpr int kMostRaise = 1'000;  // any more only overflows

// factor^n by squaring: the same bits everywhere, and no loop over an idle second.
double power(double factor, std::int64_t n) {
  double result = 1;
  for (; n > 0; n >>= 1, factor *= factor) {
    if (n & 1) result *= factor;
  }
  return result;
}

}  // namespace

RateMachine::RateMachine(const RateParameters& rules)
    : rate_(rules.line.count()), target_(rules.line.count()) {}

double RateMachine::alpha(const RateParameters& rules, Ps now) {
  catch_up_alpha(rules, now);
  return alpha_;
}

void RateMachine::catch_up_alpha(const RateParameters& rules, Ps now) {
  if (now < alpha_at_) return;
  const Ps period = rules.t_alpha.count();
  std::int64_t ticks = (now - alpha_at_) / period + 1;
  alpha_at_ += ticks * period;
  if (alpha_saw_cnp_) {
    alpha_ = (1 - rules.g) * alpha_ + rules.g;
    alpha_saw_cnp_ = false;
    --ticks;
  }
  alpha_ *= power(1 - rules.g, ticks);
}

void RateMachine::cut(const RateParameters& rules, Ps now) {
  const bool after_increase = timer_stage_ > 0 || byte_stage_ > 0;
  if (rules.clamp_target || after_increase) target_ = rate_;
  const double cut_rate = static_cast<double>(rate_) * (1 - alpha_ / 2);
  rate_ = std::max(rules.min_rate.count(), static_cast<std::int64_t>(cut_rate));
  timer_stage_ = 0;
  byte_stage_ = 0;
  bytes_ = 0;
  cut_at_ = kNever;
  increase_at_ = now + rules.t_inc.count();
}

RateMachine::Change RateMachine::congestion(const RateParameters& rules, Ps now) {
  const bool first = !seen_cnp_;
  seen_cnp_ = true;
  if (first && rules.rate_on_first_cnp < 1) {
    const double share = rules.rate_on_first_cnp * static_cast<double>(rate_);
    rate_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(share));
    target_ = rate_;
  }
  if (rules.t_dec.count() == 0) {
    catch_up_alpha(rules, now);
    cut(rules, now);
    alpha_ = (1 - rules.g) * alpha_ + rules.g;
    alpha_at_ = now + rules.t_alpha.count();
    return Change::cut;
  }
  if (first) {
    alpha_at_ = now + rules.t_alpha.count();
    cut_tick_ = now + rules.t_dec.count() + kCutBehindAlpha;
    cut_at_ = cut_tick_;
    return rules.rate_on_first_cnp < 1 ? Change::cut : Change::none;
  }
  catch_up_alpha(rules, now);
  alpha_saw_cnp_ = true;
  if (cut_at_ == kNever) {
    if (cut_tick_ <= now) {
      const Ps period = rules.t_dec.count();
      cut_tick_ += ((now - cut_tick_) / period + 1) * period;
    }
    cut_at_ = cut_tick_;
  }
  return Change::none;
}

RateMachine::Change RateMachine::advance(const RateParameters& rules) {
  if (increase_at_ <= cut_at_) {
    const std::int64_t before = rate_;
    increase(rules);
    ++timer_stage_;
    // At the line nothing is left to increase until the next cut.
    const bool at_line = rate_ == before && target_ == rules.line.count();
    increase_at_ = at_line ? kNever : increase_at_ + rules.t_inc.count();
    return Change::increase;
  }
  const Ps now = cut_at_;
  catch_up_alpha(rules, now);
  cut(rules, now);
  return Change::cut;
}

RateMachine::Change RateMachine::sent(const RateParameters& rules, std::int64_t bytes) {
  const std::int64_t limit = rules.byte_counter.count();
  if (limit == 0 || increase_at_ == kNever) return Change::none;
  bytes_ += bytes;
  if (bytes_ < limit) return Change::none;
  bytes_ -= limit;
  increase(rules);
  ++byte_stage_;
  return Change::increase;
}

void RateMachine::increase(const RateParameters& rules) {
  const bool counts_bytes = rules.byte_counter.count() > 0;
  const int most = counts_bytes ? std::max(timer_stage_, byte_stage_) : timer_stage_;
  const int least = counts_bytes ? std::min(timer_stage_, byte_stage_) : timer_stage_;
  const int steps = rules.fast_recovery_steps;
  if (most >= steps) {
    std::int64_t more = rules.r_ai.count();
    // The published rule adds ever more; the ns-3 line, which has no byte counter, does not.
    if (least > steps)
      more = rules.r_hai.count() * (counts_bytes ? std::min(least - steps, kMostRaise) : 1);
    target_ = std::min(rules.line.count(), target_ + more);
  }
  rate_ = std::max<std::int64_t>(1, rate_ / 2 + target_ / 2);
}

}  // namespace jacquard::systemc
