// SPDX-License-Identifier: Apache-2.0
// Runs a step's program in the plainest way: sweeps over all operations until each has its times.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::tb {

struct Times {
  double begin = -1;
  double end = -1;
  bool known() const { return end >= 0; }
};

// Times of each class's operations; `seconds` of an operation (a receive ends with its send).
// Operations that can never begin keep -1.
inline std::vector<std::vector<Times>> executed(
    const workload::StepProgram& program,
    const std::function<double(const workload::StepOp&)>& seconds) {
  using Message = std::tuple<int, int, int>;  // from, to, tag
  std::vector<std::vector<Times>> times;
  for (const auto& one : program.classes) times.emplace_back(one.ops.size());
  std::map<Message, double> arrived;
  bool progress = true;
  while (progress) {
    progress = false;
    for (std::size_t c = 0; c < program.classes.size(); ++c) {
      const workload::ClassProgram& one = program.classes[c];
      std::vector<double> free(workload::kStreams, 0);
      std::vector<bool> stuck(workload::kStreams, false);
      for (std::size_t i = 0; i < one.ops.size(); ++i) {
        const workload::StepOp& op = one.ops[i];
        Times& t = times[c][i];
        if (!t.known() && !stuck[op.stream]) {
          double begin = free[op.stream];
          bool ready = true;
          for (std::size_t d = 0; d < op.dependencies; ++d) {
            const Times& before = times[c][one.dependencies[op.first_dependency + d]];
            ready = ready && before.known();
            begin = std::max(begin, before.end);
          }
          double length = seconds(op);
          if (op.kind == workload::OpKind::receive) {
            const auto sent = arrived.find({op.peer, static_cast<int>(c), op.tag});
            ready = ready && sent != arrived.end();
            if (ready) length = std::max(0.0, sent->second - begin);
          }
          if (ready) {
            t = {begin, begin + length};
            progress = true;
            if (op.kind == workload::OpKind::send) {
              arrived[{static_cast<int>(c), op.peer, op.tag}] = t.end;
            }
          }
        }
        if (t.known()) {
          free[op.stream] = t.end;
        } else {
          stuck[op.stream] = true;
        }
      }
    }
  }
  return times;
}

inline double end_of(const std::vector<std::vector<Times>>& times) {
  double end = 0;
  for (const auto& one : times) {
    for (const Times& t : one) end = std::max(end, t.end);
  }
  return end;
}

}  // namespace jacquard::tb
