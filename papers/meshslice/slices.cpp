// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/slices.hpp"

#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::studies::meshslice {
namespace {

using gemm::Direction;
using gemm::Mesh;
using gemm::Op;
using gemm::OpKind;
using gemm::Place;
using gemm::Program;
using Numbers = std::vector<std::int64_t>;  // of columns of A, or of rows of B

Place moved(Place place, Direction direction, int to) {
  (direction == Direction::row ? place.column : place.row) = to;
  return place;
}

// What each chip has in each buffer.
class Contents {
 public:
  explicit Contents(const Program& program)
      : program_(program), mesh_(program.request.mesh), of_(program.buffers.size()) {
    for (auto& chips : of_) chips.resize(static_cast<std::size_t>(mesh_.chips()));
    for (int chip = 0; chip < mesh_.chips(); ++chip) {
      const Place place = mesh_.place(chip);
      put(program.a, chip, numbers(program.buffer(program.a).columns, place.column));
      put(program.b, chip, numbers(program.buffer(program.b).rows, place.row));
    }
  }

  const Numbers& at(int buffer, int chip) const { return base::at(base::at(of_, buffer), chip); }

  void run(const Op& op) {
    std::vector<Numbers> next;
    for (int chip = 0; chip < mesh_.chips(); ++chip) next.push_back(result(op, chip));
    base::at(of_, op.to) = std::move(next);
  }

 private:
  static Numbers numbers(std::int64_t count, int shard) {
    Numbers all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), count * shard);
    return all;
  }
  void put(int buffer, int chip, Numbers numbers) {
    base::at(base::at(of_, buffer), chip) = std::move(numbers);
  }

  Numbers result(const Op& op, int chip) const {
    const Place place = mesh_.place(chip);
    const int size = mesh_.size(op.direction);
    const auto of_place = [&](int other) -> const Numbers& {
      return at(op.from, mesh_.chip(moved(place, op.direction, other)));
    };
    Numbers to;
    switch (op.kind) {
      case OpKind::copy:
        return at(op.from, chip);
      case OpKind::slice: {
        const Numbers& from = at(op.from, chip);
        for (std::size_t i = 0; i < from.size(); ++i) {
          const auto block = static_cast<std::int64_t>(i) / op.block;
          if (block % op.slices == op.part(place)) to.push_back(from[i]);
        }
        return to;
      }
      case OpKind::gather:
        for (int other = 0; other < size; ++other) {
          to.insert(to.end(), of_place(other).begin(), of_place(other).end());
        }
        return to;
      case OpKind::broadcast:
        return of_place(op.root);
      case OpKind::permute:
        return of_place(op.shift.from(place, op.direction, size));
      default:
        break;
    }
    throw base::ConfigError(
        {"program", "", "operations that move inputs, as in dataflow os", "a reduction", ""});
  }

  const Program& program_;
  Mesh mesh_;
  std::vector<std::vector<Numbers>> of_;  // by buffer and chip
};

}  // namespace

std::vector<SliceUse> slices_at(const Program& program, const Place& chip) {
  Contents contents(program);
  const int own = program.request.mesh.chip(chip);
  std::vector<SliceUse> all;
  for (const Op& op : program.ops) {
    if (op.kind == OpKind::multiply) {
      all.push_back({op.step, contents.at(op.from, own), contents.at(op.right, own)});
    } else {
      contents.run(op);
    }
  }
  return all;
}

}  // namespace jacquard::studies::meshslice
