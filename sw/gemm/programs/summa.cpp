// SPDX-License-Identifier: Apache-2.0
// SUMMA (MeshSlice s2.3.3): lcm(rows, columns) panels of the side that moves, each broadcast from
// the chip that has it or reduced to it. `slices` iterations multiply as many panels at once
// (unrolling, s4.2); the broadcasts and reductions stay one for each panel.
#include <numeric>

#include "jacquard/gemm/programs/builder.hpp"
#include "jacquard/gemm/programs/generators.hpp"

namespace jacquard::gemm {
namespace {

// One moving matrix, panel by panel.
class Panels {
 public:
  Panels(Builder& to, const Request& request, Direction direction, int panels, int merged)
      : to_(to), mover_(mover(request, direction)), merged_(merged) {
    const int chips = request.mesh.size(direction);
    alone_ = chips == 1;
    each_ = panels / chips;
    const Stored own = shard(request, mover_.matrix);
    width_ = length(own, mover_.axis) / each_;
    const auto make = [&](const char* what, std::int64_t width, int count) {
      return to.buffers(name_of(mover_.matrix) + what, mover_.matrix,
                        with_length(own, mover_.axis, width), count);
    };
    const int iterations = panels / merged;
    if (alone_) {  // the panels of an iteration are one part of the shard
      each_ = iterations;
      width_ *= merged;
      merged_ = 1;
    }
    if (whole()) return;
    const int turns = panels > 1 ? 2 : 1;
    const bool output = mover_.output;
    if (output ? merged_ > 1 : each_ > 1 && !alone_) panel_ = make(" panel", width_, turns);
    if (!output && merged_ > 1) received_ = make(" received", width_, turns);
    product_ = make(output ? " partial" : " panels", width_ * merged_, iterations > 1 ? 2 : 1);
    // A root keeps the sum of each of its panels: other chips must not place what they did not get.
    if (output && each_ > 1 && !alone_) sums_ = make(" sum", width_, each_);
  }

  Matrix matrix() const { return mover_.matrix; }
  int product_side(int iteration) const { return whole() ? own() : product_.at(iteration); }

  void before_product(int iteration) {
    if (mover_.output || whole()) return;
    for (int i = 0; i < merged_; ++i) bring(iteration, i);
  }

  void after_product(int iteration) {
    if (!mover_.output || whole()) return;
    for (int i = 0; i < merged_; ++i) send(iteration, i);
  }

  void at_the_end() {
    for (int i = 0; i < static_cast<int>(sums_.buffers.size()); ++i) {
      to_.place(sums_.at(i), own(), cut(each_, i));
    }
  }

 private:
  int own() const { return Builder::shard_of(mover_.matrix); }
  // The shard is what the product needs, or makes.
  bool whole() const { return alone_ && each_ == 1; }
  Part cut(int parts, int index) const { return {mover_.axis, parts, index, width_}; }

  void bring(int iteration, int i) {
    const int panel = iteration * merged_ + i;
    int from = own();
    if (each_ > 1) {
      from = alone_ ? product_.at(iteration) : panel_.at(panel);
      to_.slice(own(), from, cut(each_, panel % each_));
    }
    if (!alone_) {
      const int got = merged_ == 1 ? product_.at(iteration) : received_.at(panel);
      to_.broadcast(from, got, mover_.direction, panel / each_);
      from = got;
    }
    if (merged_ > 1) to_.place(from, product_.at(iteration), cut(merged_, i));
  }

  void send(int iteration, int i) {
    const int panel = iteration * merged_ + i;
    int from = product_.at(iteration);
    if (merged_ > 1) {
      from = panel_.at(panel);
      to_.slice(product_.at(iteration), from, cut(merged_, i));
    }
    const int index = panel % each_;
    if (alone_) {
      to_.place(from, own(), cut(each_, index));
    } else {
      to_.reduce(from, each_ > 1 ? sums_.at(index) : own(), mover_.direction, panel / each_);
    }
  }

  Builder& to_;
  Mover mover_;
  int merged_;          // panels of an iteration
  bool alone_;          // no other chip in the direction
  int each_;            // panels that a chip has
  std::int64_t width_;  // of a panel
  Turns panel_;
  Turns received_;
  Turns product_;
  Turns sums_;
};

}  // namespace

Program summa_program(const Request& request) {
  Builder to(request);
  const int panels = std::lcm(request.mesh.rows, request.mesh.columns);
  const int iterations = steps_of(request);
  Panels row(to, request, Direction::row, panels, panels / iterations);
  Panels column(to, request, Direction::column, panels, panels / iterations);
  const bool sums_here = stays(request) == Matrix::c;
  for (int i = 0; i < iterations; ++i) {
    to.step(i);
    std::array<int, 3> buffer_of = {0, 1, 2};
    for (Panels* moving : {&row, &column}) {
      moving->before_product(i);
      base::at(buffer_of, Builder::shard_of(moving->matrix())) = moving->product_side(i);
    }
    to.multiply(buffer_of, sums_here && i > 0);
    for (Panels* moving : {&row, &column}) moving->after_product(i);
  }
  for (Panels* moving : {&row, &column}) moving->at_the_end();
  return to.take();
}

}  // namespace jacquard::gemm
