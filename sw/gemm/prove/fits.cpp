// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/prove/fits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "jacquard/gemm/prove/units.hpp"

namespace jacquard::gemm {
namespace {

std::string text_of(const Stored& size) { return fmt::format("{}x{}", size.rows, size.columns); }

class Checker {
 public:
  Checker(const Program& program, const Op& op) : program_(program), op_(op) {}

  std::string fault() const {
    const int buffers = static_cast<int>(program_.buffers.size());
    const bool two = op_.kind == OpKind::multiply;
    for (const int buffer : {op_.from, op_.to, two ? op_.right : op_.to}) {
      if (buffer < 0 || buffer >= buffers) return "names a buffer that is not there";
    }
    if (op_.communicates()) return communication();
    switch (op_.kind) {
      case OpKind::slice:
        return part(size(op_.from), size(op_.to));
      case OpKind::place:
        return part(size(op_.to), size(op_.from));
      case OpKind::multiply:
        return product();
      default:
        return same(size(op_.to), size(op_.from));
    }
  }

 private:
  Stored size(int buffer) const {
    return {program_.buffer(buffer).rows, program_.buffer(buffer).columns};
  }

  static std::string same(const Stored& found, const Stored& expected) {
    if (found.rows == expected.rows && found.columns == expected.columns) return "";
    return fmt::format("has {} where {} is needed", text_of(found), text_of(expected));
  }

  // A part of `whole` along the axis.
  std::string part(Stored whole, const Stored& found) const {
    std::int64_t& length = op_.axis == Axis::rows ? whole.rows : whole.columns;
    if (op_.slices < 1 || op_.slice < 0 || op_.slice >= op_.slices || op_.block < 1) {
      return fmt::format("takes slice {} of {} in blocks of {}", op_.slice, op_.slices, op_.block);
    }
    if (length / op_.slices % op_.block != 0 || length % op_.slices != 0) {
      return fmt::format("cuts {} into {} slices of whole blocks of {}", length, op_.slices,
                         op_.block);
    }
    length /= op_.slices;
    return same(found, whole);
  }

  std::string communication() const {
    const int chips = program_.request.mesh.size(op_.direction);
    Stored joined = size(op_.kind == OpKind::scatter_sum ? op_.to : op_.from);
    (op_.axis == Axis::rows ? joined.rows : joined.columns) *= chips;
    switch (op_.kind) {
      case OpKind::gather:
        return same(size(op_.to), joined);
      case OpKind::scatter_sum:
        return same(size(op_.from), joined);
      case OpKind::permute:
        if (!is_permutation()) return "lets two chips receive from one";
        break;
      case OpKind::broadcast:
      case OpKind::reduce:
        if (op_.root < 0 || op_.root >= chips) return fmt::format("has no root {}", op_.root);
        if (op_.packets < 1) return fmt::format("has {} packets", op_.packets);
        break;
      default:
        break;
    }
    return same(size(op_.to), size(op_.from));
  }

  bool is_permutation() const {
    std::vector<int> from = senders(program_.request.mesh, op_);
    std::sort(from.begin(), from.end());
    return std::adjacent_find(from.begin(), from.end()) == from.end();
  }

  std::string product() const {
    const auto oriented = [](Stored size, bool transposed) {
      if (transposed) std::swap(size.rows, size.columns);
      return size;
    };
    const Stored left = oriented(size(op_.from), op_.left_transposed);
    const Stored right = oriented(size(op_.right), op_.right_transposed);
    if (left.columns != right.rows) {
      return fmt::format("multiplies {} by {}", text_of(left), text_of(right));
    }
    return same(size(op_.to), {left.rows, right.columns});
  }

  const Program& program_;
  const Op& op_;
};

std::string misfit_of_shard(const Program& program, int buffer, Matrix matrix) {
  const Mesh& mesh = program.request.mesh;
  const Stored all = stored(program.request, matrix);
  if (buffer < 0 || buffer >= static_cast<int>(program.buffers.size())) return "a shard is missing";
  const Buffer& found = program.buffer(buffer);
  if (found.rows * mesh.rows == all.rows && found.columns * mesh.columns == all.columns) return "";
  return fmt::format("shards {} of {} do not make {}", found.name,
                     text_of(Stored{found.rows, found.columns}), text_of(all));
}

}  // namespace

std::string misfit(const Program& program) {
  for (const auto& [buffer, matrix] :
       {std::pair{program.a, Matrix::a}, {program.b, Matrix::b}, {program.c, Matrix::c}}) {
    if (auto fault = misfit_of_shard(program, buffer, matrix); !fault.empty()) return fault;
  }
  const int ops = static_cast<int>(program.ops.size());
  for (int i = 0; i < ops; ++i) {
    const Op& op = base::at(program.ops, i);
    std::string fault = Checker(program, op).fault();
    for (const int before : op.after) {
      if (before < 0 || before >= i) fault = fmt::format("waits for operation {}", before);
    }
    if (!fault.empty()) return fmt::format("operation {} ({}) {}", i, name_of(op.kind), fault);
  }
  return "";
}

}  // namespace jacquard::gemm
