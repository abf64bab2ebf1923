// SPDX-License-Identifier: Apache-2.0
// MeshSlice (s3.1, figure 5), and Collective, which is its single slice (s2.3.4).
#include "jacquard/gemm/programs/builder.hpp"
#include "jacquard/gemm/programs/generators.hpp"

namespace jacquard::gemm {
namespace {

// One moving matrix: its shard, the slice of it, and the slices of the group's chips together.
class Flow {
 public:
  Flow(Builder& to, const Request& request, Direction direction, int slices)
      : to_(to), mover_(mover(request, direction)), whole_(slices == 1) {
    const Stored own = shard(request, mover_.matrix);
    const std::int64_t part = length(own, mover_.axis) / slices;
    const int chips = request.mesh.size(direction);
    alone_ = chips == 1;
    cut_ = {mover_.axis, slices, 0, request.block};
    const int turns = whole_ ? 1 : 2;
    const std::string name = name_of(mover_.matrix);
    const Turns shards{{Builder::shard_of(mover_.matrix)}};
    sliced_ = whole_ ? shards
                     : to.buffers(name + " slice", mover_.matrix,
                                  with_length(own, mover_.axis, part), turns);
    together_ = alone_
                    ? sliced_
                    : to.buffers(name + (mover_.output ? " partial" : " gathered"), mover_.matrix,
                                 with_length(own, mover_.axis, part * chips), turns);
  }

  Matrix matrix() const { return mover_.matrix; }
  // What the product of this slice reads or writes.
  int product_side(int slice) const { return together_.at(slice); }

  void before_product(int slice) {
    if (mover_.output) return;
    cut_.index = slice;
    if (!whole_) to_.slice(Builder::shard_of(mover_.matrix), sliced_.at(slice), cut_);
    if (!alone_) to_.gather(sliced_.at(slice), together_.at(slice), mover_);
  }

  void after_product(int slice) {
    if (!mover_.output) return;
    cut_.index = slice;
    if (!alone_) to_.scatter_sum(together_.at(slice), sliced_.at(slice), mover_);
    if (!whole_) to_.place(sliced_.at(slice), Builder::shard_of(mover_.matrix), cut_);
  }

 private:
  Builder& to_;
  Mover mover_;
  bool whole_;
  bool alone_ = false;
  Part cut_;
  Turns sliced_;
  Turns together_;
};

}  // namespace

Program sliced_program(const Request& request, int slices) {
  Builder to(request);
  Flow row(to, request, Direction::row, slices);
  Flow column(to, request, Direction::column, slices);
  std::array<int, 3> buffer_of = {0, 1, 2};
  const bool sums_slices = stays(request) == Matrix::c;
  for (int s = 0; s < slices; ++s) {
    to.step(s);
    for (Flow* flow : {&row, &column}) {
      flow->before_product(s);
      base::at(buffer_of, Builder::shard_of(flow->matrix())) = flow->product_side(s);
    }
    to.multiply(buffer_of, sums_slices && s > 0);
    for (Flow* flow : {&row, &column}) flow->after_product(s);
  }
  return to.take();
}

}  // namespace jacquard::gemm
