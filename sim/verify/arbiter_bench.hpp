// SPDX-License-Identifier: Apache-2.0
// A user's arbiter, clock by clock: answers are paired with their requests, and judged.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "sim/verify/arbiter_rules.hpp"
#include "sim/verify/request_cover.hpp"
#include "sim/verify/user_arbiter.hpp"

namespace jacquard::verify {

class ArbiterBench {
 public:
  static constexpr std::int64_t kNoCase = -1;

  struct Asked {
    std::int64_t index;  // kNoCase: a gap, whose answer is judged all the same
    std::int64_t clock;
    ArbiterRequest request;
  };
  // Hears every answer to a request of a case; `right`: no rule was broken.
  using Hear = std::function<void(const Asked& asked, const Rows& grants, bool right)>;

  // `label` tells what a case is. Faults go into `report`, which outlives the bench.
  ArbiterBench(ArbiterDevice& device, int ports, const ArbiterRules& rules, std::uint64_t seed,
               std::function<std::string(std::int64_t)> label, Report& report);

  std::int64_t clocks() const { return clock_; }
  void hear(Hear hear) { hear_ = std::move(hear); }

  void ask(std::int64_t index, const ArbiterRequest& request);
  // A clock without a request; `stray` is what req_i shows, where valid_i says so.
  void gap(const ArbiterRequest& stray);
  void drain();  // gaps until all answers are there
  // A reset while `under_way` is asked for: neither it nor what came before is answered.
  void reset(int clocks, const ArbiterRequest& under_way);

  // In case `index` a rule was broken that no single answer shows.
  void mismatch(std::int64_t index, const std::string& fault, const std::string& description);
  // The device threw BrokenRule.
  void broke(std::int64_t index, const std::string& fault);
  std::string describe(std::int64_t index) const;
  std::vector<rtl::Covered> cover() const { return cover_.rows(); }
  bool granted_nothing() const { return asked_ > 0 && granted_ == 0; }

 private:
  void clock(Asked asked);
  const Rows& step(const ArbiterRequest& request, bool reset);
  void judge(const Asked& asked, const Rows& grants);
  void wrong_answer(const Asked& asked, const Rows& grants, const Rows& expected,
                    const std::string& fault);

  ArbiterDevice& device_;
  int n_;
  ArbiterRules rules_;
  std::uint64_t seed_;
  std::function<std::string(std::int64_t)> label_;
  Report& report_;
  Hear hear_ = [](const Asked&, const Rows&, bool) {};
  std::deque<Asked> flight_;
  std::int64_t clock_ = 0;
  std::int64_t last_case_ = 0;
  std::int64_t asked_ = 0, granted_ = 0;
  RequestCover cover_;
};

int count_pairs(const Rows& rows);

}  // namespace jacquard::verify
