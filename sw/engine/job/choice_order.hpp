// SPDX-License-Identifier: Apache-2.0
// Which collectives queues may choose by the dependencies of the job, so that no two NPUs ever
// hold what the other needs.
#pragma once

#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/engine/job/job_rounds.hpp"

namespace jacquard::engine::job {

// Goes through the graphs as if every operation took no time and a collective ended when it is
// chosen: one may be chosen when all that it waits for, at any member, has been passed.
class ChoiceOrder {
 public:
  // `graphs` of the NPUs of the job that are run. They and the job outlive it.
  ChoiceOrder(const JobRounds& job, std::vector<const OpGraph*> graphs);

  // Forgets all, and passes what waits for no collective.
  void begin();
  void chosen(int collective);
  // The collectives that may be chosen now and could not at the last call.
  std::vector<int> take_choosable();

  // Throws ConfigError saying who waits for whom if collectives and messages wait in a cycle,
  // across NPUs. Leaves it as after begin().
  void require_no_cycle();

 private:
  struct At {
    int npu = 0;
    int node = 0;
  };
  std::size_t place(At at) const {
    return base::at(first_, at.npu) + static_cast<std::size_t>(at.node);
  }
  const OpNode& node(At at) const { return base::at(graphs_, at.npu)->node(at.node); }
  const Part& part(At at) const { return base::at(base::at(job_.parts, at.npu), at.node); }
  At member(int collective, int rank) const;
  void free(At at);
  void reach(At at);
  void pass(At at);
  void work();
  bool held_up(At at) const { return !passed_[place(at)]; }
  At awaited(At at) const;
  std::string name(At at) const;

  const JobRounds& job_;
  std::vector<const OpGraph*> graphs_;
  std::vector<std::size_t> first_;  // place of each NPU's first node
  std::vector<int> waits_;          // of each node
  std::vector<bool> passed_;
  std::vector<int> missing_;  // ranks of each collective that have not come to it
  std::vector<At> free_;
  std::vector<int> choosable_;
  std::size_t passed_count_ = 0;
};

}  // namespace jacquard::engine::job
