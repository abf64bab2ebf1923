// SPDX-License-Identifier: Apache-2.0
// The executor catches a program in which one thing is wrong.
#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/gemm/prove/units.hpp"
#include "unit/gemm/programs.hpp"

namespace jacquard::gemm {
namespace {

constexpr Dataflow kDataflows[] = {Dataflow::os, Dataflow::ls, Dataflow::rs};

// Each edit of a right program must be caught; returns how many edits there were.
template <class Edit>
int require_caught(const Program& right, const Edit& edit) {
  int edits = 0;
  for (std::size_t i = 0; i < right.ops.size(); ++i) {
    Program wrong = right;
    if (!edit(wrong, wrong.ops[i])) continue;
    ++edits;
    INFO(name_of(right.request.algorithm)
         << " " << name_of(right.request.dataflow) << ": operation " << i << " ("
         << name_of(right.ops[i].kind) << ") edited");
    CHECK(prove(wrong, 1).fault != "");
  }
  return edits;
}

template <class Edit>
int require_caught_in_all(const Edit& edit) {
  int edits = 0;
  for (const Example& example : examples()) {
    for (const Dataflow dataflow : kDataflows) {
      const Program right =
          program_of(telling_request(example.algorithm, dataflow, example.mesh, example.slices));
      edits += require_caught(right, edit);
    }
  }
  return edits;
}

// Operations that have ended for sure when `op` begins: by `after` and by the order of units. The
// dependency from `left_out` to `op` itself is not counted.
std::vector<bool> ended_before(const Program& program, int op, int left_out) {
  std::vector<bool> ended(program.ops.size(), false);
  std::vector<int> open = {op};
  while (!open.empty()) {
    const int next = open.back();
    open.pop_back();
    std::vector<int> before = base::at(program.ops, next).after;
    if (next == op) before.erase(std::remove(before.begin(), before.end(), left_out), before.end());
    const Unit unit = unit_of(base::at(program.ops, next));
    for (int i = next - 1; i >= 0 && unit != Unit::none; --i) {
      if (unit_of(base::at(program.ops, i)) != unit) continue;
      before.push_back(i);
      break;
    }
    for (const int b : before) {
      if (base::at(ended, b)) continue;
      base::at(ended, b) = true;
      open.push_back(b);
    }
  }
  return ended;
}

// They meet in a buffer that one of them writes. (Wang's loop waits for the whole of the other
// direction, which no number of its sends needs.)
bool share(const Op& before, const Op& op) {
  const auto reads = [](const Op& of, int buffer) {
    return of.from == buffer || of.right == buffer;
  };
  return before.to == op.to || reads(op, before.to) || reads(before, op.to);
}

TEST_CASE("A dependency that is left out is noticed, unless others imply it") {
  int dropped = 0;
  for (const Example& example : examples()) {
    for (const Dataflow dataflow : kDataflows) {
      const Program right =
          program_of(telling_request(example.algorithm, dataflow, example.mesh, example.slices));
      for (int op = 0; op < static_cast<int>(right.ops.size()); ++op) {
        for (const int before : base::at(right.ops, op).after) {
          if (base::at(ended_before(right, op, before), before)) continue;
          if (!share(base::at(right.ops, before), base::at(right.ops, op))) continue;
          Program wrong = right;
          auto& after = base::at(wrong.ops, op).after;
          after.erase(std::find(after.begin(), after.end(), before));
          INFO(name_of(example.algorithm)
               << " " << name_of(dataflow) << ": operation " << op << " ("
               << name_of(base::at(right.ops, op).kind) << ") does not wait for " << before << " ("
               << name_of(base::at(right.ops, before).kind) << ")");
          CHECK(prove(wrong, 1).fault != "");
          ++dropped;
        }
      }
    }
  }
  CHECK(dropped > 300);
}

TEST_CASE("An operation that is left out is noticed") {
  const int edits = require_caught_in_all([](Program& p, Op& op) {
    const int gone = static_cast<int>(&op - p.ops.data());
    p.ops.erase(p.ops.begin() + gone);
    for (Op& other : p.ops) {
      auto& after = other.after;
      after.erase(std::remove(after.begin(), after.end(), gone), after.end());
      for (int& before : after) before -= before > gone;
    }
    return true;
  });
  CHECK(edits > 300);
}

TEST_CASE("A shift by one more or less is noticed") {
  for (const int by : {1, -1}) {
    CHECK(require_caught_in_all([by](Program&, Op& op) {
            op.shift.by += by;
            return op.kind == OpKind::permute;
          }) > 40);
  }
}

TEST_CASE("A wrong root is noticed") {
  CHECK(require_caught_in_all([](Program& p, Op& op) {
          op.root = (op.root + 1) % p.request.mesh.size(op.direction);
          return op.kind == OpKind::broadcast || op.kind == OpKind::reduce;
        }) > 40);
}

TEST_CASE("A slice in another's place is noticed") {
  CHECK(require_caught_in_all([](Program&, Op& op) {
          op.slice = (op.slice + 1) % op.slices;
          return (op.kind == OpKind::slice || op.kind == OpKind::place) && op.slices > 1;
        }) > 100);
}

TEST_CASE("A sum that begins anew is noticed") {
  CHECK(require_caught_in_all([](Program&, Op& op) {
          const bool accumulates = op.kind == OpKind::multiply && op.accumulates;
          op.accumulates = false;
          return accumulates;
        }) > 20);
}

TEST_CASE("A communication in the other direction is noticed") {
  for (const Dataflow dataflow : kDataflows) {
    const Mesh square{3, 3, 1};
    for (const Algorithm algorithm :
         {Algorithm::collective, Algorithm::meshslice, Algorithm::cannon, Algorithm::summa}) {
      const int slices = algorithm == Algorithm::meshslice ? 3
                         : algorithm == Algorithm::summa   ? 0
                                                           : 1;
      const Program right = program_of(telling_request(algorithm, dataflow, square, slices));
      CHECK(require_caught(right, [](Program&, Op& op) {
              op.direction = across(op.direction);
              return op.communicates();
            }) > 0);
    }
  }
}

TEST_CASE("A program whose buffers do not fit is told from one that computes something else") {
  const Program right =
      program_of(telling_request(Algorithm::meshslice, Dataflow::ls, {2, 3, 1}, 2));
  const auto fault = [&](const auto& edit) {
    Program wrong = right;
    edit(wrong);
    return prove(wrong, 1).fault;
  };
  CHECK(fault([](Program& p) { p.ops[0].to = 99; }) ==
        "operation 0 (slice) names a buffer that is not there");
  CHECK(fault([](Program& p) { p.ops[0].slices = 5; }) ==
        "operation 0 (slice) cuts 18 into 5 slices of whole blocks of 1");
  CHECK(fault([](Program& p) { p.ops[0].after = {7}; }) ==
        "operation 0 (slice) waits for operation 7");
  CHECK(fault([](Program& p) { p.ops[2].left_transposed = true; }) ==
        "operation 2 (multiply) multiplies 3x2 by 3x18");
  CHECK(fault([](Program& p) { p.buffers[0].rows = 3; }) == "shards A of 3x3 do not make 4x9");
}

TEST_CASE("A permutation in which two chips receive from one is no permutation") {
  Program p = program_of(telling_request(Algorithm::cannon, Dataflow::os, {3, 3, 1}, 1));
  p.ops[0].shift.by_column = -1;
  CHECK(prove(p, 1).fault == "operation 0 (permute) lets two chips receive from one");
}

}  // namespace
}  // namespace jacquard::gemm
