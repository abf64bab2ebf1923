// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/programs/builder.hpp"

#include <algorithm>
#include <iterator>

namespace jacquard::gemm {

Builder::Builder(const Request& request) {
  program_.request = request;
  program_.a = buffer("A", Matrix::a, shard(request, Matrix::a));
  program_.b = buffer("B", Matrix::b, shard(request, Matrix::b));
  program_.c = buffer("C", Matrix::c, shard(request, Matrix::c));
}

int Builder::buffer(std::string name, Matrix holds, const Stored& size) {
  program_.buffers.push_back({std::move(name), size.rows, size.columns, holds});
  uses_.emplace_back();
  return static_cast<int>(program_.buffers.size()) - 1;
}

Turns Builder::buffers(const std::string& name, Matrix holds, const Stored& size, int count) {
  Turns turns;
  for (int i = 0; i < count; ++i) {
    const std::string number = count > 1 ? " " + std::to_string(i) : "";
    turns.buffers.push_back(buffer(name + number, holds, size));
  }
  return turns;
}

void Builder::reads(Op& op, int buffer) {
  Uses& uses = base::at(uses_, buffer);
  op.after.push_back(uses.whole);
  op.after.insert(op.after.end(), uses.parts.begin(), uses.parts.end());
  uses.readers.push_back(last() + 1);
}

void Builder::writes_all(Op& op, int buffer) {
  Uses& uses = base::at(uses_, buffer);
  op.after.push_back(uses.whole);
  op.after.insert(op.after.end(), uses.readers.begin(), uses.readers.end());
  JQ_CHECK(uses.parts.empty(), "a buffer is written either by parts or as a whole");
  uses.whole = last() + 1;
  uses.readers.clear();
}

void Builder::writes_part(Op& op, int buffer) {
  Uses& uses = base::at(uses_, buffer);
  JQ_CHECK(uses.whole == Op::kNone, "a buffer is written either by parts or as a whole");
  uses.parts.resize(base::index(op.slices), Op::kNone);
  int& writer = base::at(uses.parts, op.slice);
  const int before = writer;
  op.after.push_back(before);
  writer = last() + 1;
  // The earlier write of this part waited for the readers before it.
  std::copy_if(uses.readers.begin(), uses.readers.end(), std::back_inserter(op.after),
               [&](int reader) { return reader > before; });
  if (op.slice > 0) return;  // once for all parts is often enough
  const int oldest = *std::min_element(uses.parts.begin(), uses.parts.end());
  uses.readers.erase(std::remove_if(uses.readers.begin(), uses.readers.end(),
                                    [&](int reader) { return reader < oldest; }),
                     uses.readers.end());
}

void Builder::append(Op op) {
  op.step = step_;
  if (op.from != Op::kNone) reads(op, op.from);
  if (op.right != Op::kNone) reads(op, op.right);
  const bool sums = op.kind == OpKind::add || (op.kind == OpKind::multiply && op.accumulates);
  if (sums) reads(op, op.to);
  op.kind == OpKind::place ? writes_part(op, op.to) : writes_all(op, op.to);
  auto& after = op.after;
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  if (!after.empty() && after.front() == Op::kNone) after.erase(after.begin());
  if (!after.empty() && after.back() > last()) after.pop_back();  // itself
  program_.ops.push_back(std::move(op));
}

void Builder::simple(OpKind kind, int from, int to) {
  Op op;
  op.kind = kind;
  op.from = from;
  op.to = to;
  append(std::move(op));
}

void Builder::parted(OpKind kind, int from, int to, const Part& part) {
  Op op;
  op.kind = kind;
  op.from = from;
  op.to = to;
  op.axis = part.axis;
  op.slices = part.of;
  op.slice = part.index;
  op.block = part.block;
  op.by_place = part.by_place;
  op.direction = part.direction;
  append(std::move(op));
}

void Builder::slice(int from, int to, const Part& part) { parted(OpKind::slice, from, to, part); }
void Builder::place(int from, int to, const Part& part) { parted(OpKind::place, from, to, part); }

void Builder::along(OpKind kind, int from, int to, const Mover& mover) {
  Op op;
  op.kind = kind;
  op.from = from;
  op.to = to;
  op.direction = mover.direction;
  op.axis = mover.axis;
  append(std::move(op));
}

void Builder::gather(int from, int to, const Mover& mover) {
  along(OpKind::gather, from, to, mover);
}
void Builder::scatter_sum(int from, int to, const Mover& mover) {
  along(OpKind::scatter_sum, from, to, mover);
}

void Builder::rooted(OpKind kind, int from, int to, Direction direction, int root) {
  Op op;
  op.kind = kind;
  op.from = from;
  op.to = to;
  op.direction = direction;
  op.root = root;
  const Request& request = program_.request;
  op.packets = request.packets > 0 ? request.packets : request.mesh.size(direction);
  append(std::move(op));
}

void Builder::broadcast(int from, int to, Direction direction, int root) {
  rooted(OpKind::broadcast, from, to, direction, root);
}
void Builder::reduce(int from, int to, Direction direction, int root) {
  rooted(OpKind::reduce, from, to, direction, root);
}

void Builder::permute(int from, int to, Direction direction, const Shift& shift, bool launched,
                      int after) {
  Op op;
  op.kind = OpKind::permute;
  op.from = from;
  op.to = to;
  op.direction = direction;
  op.shift = shift;
  op.launched = launched;
  if (after != Op::kNone) op.after.push_back(after);
  append(std::move(op));
}

void Builder::multiply(const std::array<int, 3>& buffer_of, bool accumulates) {
  Op op;
  op.kind = OpKind::multiply;
  op.from = base::at(buffer_of, Builder::shard_of(Matrix::a));
  op.right = base::at(buffer_of, Builder::shard_of(Matrix::b));
  op.to = base::at(buffer_of, Builder::shard_of(Matrix::c));
  op.left_transposed = program_.request.dataflow == Dataflow::rs;
  op.right_transposed = program_.request.dataflow == Dataflow::ls;
  op.accumulates = accumulates;
  append(std::move(op));
}

Program Builder::take() {
  std::vector<int> renamed(program_.buffers.size(), 0);
  for (const int own : {program_.a, program_.b, program_.c}) base::at(renamed, own) = 1;
  for (const Op& op : program_.ops) {
    for (const int used : {op.from, op.right, op.to}) {
      if (used != Op::kNone) base::at(renamed, used) = 1;
    }
  }
  std::vector<Buffer> kept;
  for (std::size_t i = 0; i < renamed.size(); ++i) {
    if (renamed[i] == 0) continue;
    renamed[i] = static_cast<int>(kept.size());
    kept.push_back(std::move(program_.buffers[i]));
  }
  program_.buffers = std::move(kept);
  for (Op& op : program_.ops) {
    for (int* used : {&op.from, &op.right, &op.to}) {
      if (*used != Op::kNone) *used = base::at(renamed, *used);
    }
  }
  return std::move(program_);
}

}  // namespace jacquard::gemm
