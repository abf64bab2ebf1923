// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/repeat.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::engine::step {
namespace {

using workload::ClassProgram;
using workload::StepOp;

constexpr std::uint32_t kFewest = 4;

bool alike(const ClassProgram& program, std::uint32_t a, std::uint32_t b) {
  const StepOp& x = program.ops[a];
  const StepOp& y = program.ops[b];
  if (x.kind != y.kind || x.stream != y.stream || x.work != y.work) return false;
  if (x.dependencies != y.dependencies) return false;
  for (std::uint32_t d = 0; d < x.dependencies; ++d) {
    const std::uint32_t before = program.dependencies[x.first_dependency + d];
    if (program.dependencies[y.first_dependency + d] != before + (b - a)) return false;
  }
  return true;
}

bool is_repeated(const ClassProgram& program, std::uint32_t from, std::uint32_t length) {
  for (std::uint32_t i = from; i < from + length; ++i) {
    if (!alike(program, i, i + length)) return false;
  }
  return true;
}

void describe(const ClassProgram& program, Repeat& repeat) {
  for (std::uint32_t i = repeat.first; i < repeat.first + repeat.length; ++i) {
    const StepOp& op = program.ops[i];
    repeat.streams |= std::uint32_t{1} << op.stream;
    for (std::uint32_t d = 0; d < op.dependencies; ++d) {
      const std::uint32_t before = program.dependencies[op.first_dependency + d];
      repeat.reach = std::max(repeat.reach, i - std::min(i, before));
    }
  }
}

void set_needed(const ClassProgram& program, std::uint32_t op, std::vector<Repeat>& repeats) {
  const StepOp& o = program.ops[op];
  for (std::uint32_t d = 0; d < o.dependencies; ++d) {
    const std::uint32_t before = program.dependencies[o.first_dependency + d];
    for (Repeat& repeat : repeats) {
      if (op < repeat.end() || before < repeat.first || before >= repeat.end()) continue;
      repeat.needed = std::min(repeat.needed, before);
    }
  }
}

}  // namespace

void set_streams(const ClassProgram& program, Outline& outline) {
  std::array<std::uint32_t, workload::kStreams> last{};
  last.fill(Outline::kNone);
  outline.first.fill(Outline::kNone);
  outline.next.assign(program.ops.size(), Outline::kNone);
  for (std::uint32_t i = 0; i < program.ops.size(); ++i) {
    set_needed(program, i, outline.repeats);
    const std::size_t stream = program.ops[i].stream;
    std::uint32_t& before = base::at(last, stream);
    (before == Outline::kNone ? base::at(outline.first, stream) : outline.next[before]) = i;
    before = i;
  }
}

void add_repeats(const ClassProgram& program, const std::vector<std::uint32_t>& marks,
                 std::vector<Repeat>& repeats) {
  for (std::size_t m = 0; m + 1 < marks.size();) {
    Repeat repeat{marks[m], marks[m + 1] - marks[m], 1};
    std::size_t next = m + 1;
    while (next + 1 < marks.size() && marks[next + 1] - marks[next] == repeat.length &&
           is_repeated(program, marks[next] - repeat.length, repeat.length)) {
      ++repeat.count;
      ++next;
    }
    if (repeat.count >= kFewest && repeat.length > 0) {
      describe(program, repeat);
      repeats.push_back(repeat);
    }
    m = next;
  }
}

}  // namespace jacquard::engine::step
