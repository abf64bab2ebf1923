// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/stack/stack_model.hpp"

namespace jacquard::systemc {

// How far each call is, over all of its members: it is over for all of them at one instant, when
// the last of its messages has arrived (compose.hpp). Slots are announced to everyone, so NPUs
// know.
class CallBoard {
 public:
  explicit CallBoard(const StackModel& model) {
    const stack::Plan& plan = model.plan();
    std::vector<std::int64_t> of_template;
    for (const stack::Template& form : plan.templates) {
      std::int64_t messages = 0;
      for (int r = form.first_round; r < form.first_round + form.rounds; ++r) {
        messages += std::int64_t{base::at(plan.rounds.rounds, r).repeat} *
                    static_cast<std::int64_t>(model.senders(r).size());
      }
      of_template.push_back(messages);
    }
    for (std::size_t c = 0; c < plan.calls.size(); ++c) {
      const stack::Call& call = plan.calls[c];
      const bool drawn = model.is_drawn(static_cast<int>(c));
      left_.push_back(
          {model.members(static_cast<int>(c)), drawn ? 1 : base::at(of_template, call.of)});
      if (!drawn) messages_ += left_.back().messages;
    }
  }

  // Each returns true if that ends the call.
  bool entered(int call) { return --base::at(left_, call).members == 0 && over(call); }
  bool arrived(int call) { return --base::at(left_, call).messages == 0 && over(call); }
  // Of a call that the run draws, arrived() is said once, when all of it has.
  bool all_entered(int call) const { return base::at(left_, call).members == 0; }

  std::int64_t messages() const { return messages_; }  // of all calls that are planned

 private:
  struct Left {
    std::int64_t members = 0;
    std::int64_t messages = 0;
  };
  bool over(int call) const {
    const Left& left = base::at(left_, call);
    return left.members == 0 && left.messages == 0;
  }
  std::vector<Left> left_;
  std::int64_t messages_ = 0;
};

}  // namespace jacquard::systemc
