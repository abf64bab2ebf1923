// SPDX-License-Identifier: Apache-2.0
// Wang et al. 2022: the all-gather or reduce-scatter of one direction becomes single sends round
// its ring beside the products; the other direction is gathered whole before, or scattered whole
// behind. Block x of a chip is that of the place own + x (mod P): x = 0 is its own. Blocks come
// from the next chip; U - 1 steps share the P - 1 sends as evenly as whole blocks can be.
#include "jacquard/gemm/programs/builder.hpp"
#include "jacquard/gemm/programs/generators.hpp"

namespace jacquard::gemm {
namespace {

constexpr Shift next() {
  Shift shift;
  shift.by = 1;
  return shift;
}

class Wang {
 public:
  explicit Wang(const Request& request)
      : request_(request),
        to_(request),
        ring_(mover(request, overlapped(request))),
        other_(mover(request, across(ring_.direction))),
        chips_(request.mesh.size(ring_.direction)),
        steps_(steps_of(request)),
        most_((chips_ - 1 + steps_ - 2) / (steps_ - 1)),
        // Beside the blocks of the ring, what stays or the other direction has a side in blocks
        // too.
        width_(length(shard(request, ring_.matrix), ring_.axis)) {}

  Program write() {
    gather_other();
    ring_.output ? pass_sums() : pass_blocks();
    scatter_other();
    return to_.take();
  }

 private:
  int shard_of(Matrix matrix) const { return Builder::shard_of(matrix); }
  Turns turns(const std::string& name, const Mover& of, std::int64_t width) {
    Stored size = shard(request_, of.matrix);
    return to_.buffers(name_of(of.matrix) + name, of.matrix, with_length(size, of.axis, width), 2);
  }
  // Blocks up to which step t = 1 .. U - 1 has sent.
  int sent(int t) const { return static_cast<int>(std::int64_t{chips_ - 1} * t / (steps_ - 1)); }
  // Part of the other direction's matrix that belongs to block x.
  Part of_block(int x) const {
    return {other_.axis, chips_, x % chips_, width_, true, ring_.direction};
  }
  Part nth(const Mover& of, int parts, int index) const { return {of.axis, parts, index, width_}; }

  void gather_other() {
    whole_ = shard_of(other_.matrix);
    const int group = request_.mesh.size(other_.direction);
    if (group == 1) return;
    const Stored own = shard(request_, other_.matrix);
    const Stored size = with_length(own, other_.axis, length(own, other_.axis) * group);
    whole_ = to_.buffer(name_of(other_.matrix) + (other_.output ? " partial" : " gathered"),
                        other_.matrix, size);
    if (!other_.output) to_.gather(shard_of(other_.matrix), whole_, other_);
  }

  void scatter_other() {
    if (other_.output && whole_ != shard_of(other_.matrix)) {
      to_.scatter_sum(whole_, shard_of(other_.matrix), other_);
    }
  }

  // The parts of the gathered matrix for blocks [first, last), side by side.
  int parts_of(int step, int first, int last) {
    const int count = last - first;
    if (count == 1) {
      to_.slice(whole_, part_.at(step), of_block(first));
      return part_.at(step);
    }
    const int joined = parts(joined_parts_, " parts", other_, count).at(step);
    for (int i = 0; i < count; ++i) {
      to_.slice(whole_, part_.at(i), of_block(first + i));
      to_.place(part_.at(i), joined, nth(other_, count, i));
    }
    return joined;
  }

  // Steps send as many blocks, or one more: buffers of both sizes.
  Turns& parts(std::array<Turns, 2>& both, const char* name, const Mover& of, int count) {
    Turns& one = base::at(both, most_ - count);
    if (one.buffers.empty()) one = turns(name, of, count * width_);
    return one;
  }

  // An input goes round; each step's blocks are multiplied while the next ones come.
  void pass_blocks() {
    part_ = turns(" part", other_, width_);
    const Turns came = turns(" moving", ring_, width_);
    const int gathered = other_.output ? Op::kNone : to_.last();
    int at = shard_of(ring_.matrix);
    multiply_blocks(0, 0, 1, at);
    for (int t = 1; t < steps_; ++t) {
      to_.step(t);
      const int first = sent(t - 1) + 1;
      const int last = sent(t) + 1;
      const int count = last - first;
      int joined = Op::kNone;
      if (count > 1) joined = parts(joined_blocks_, " blocks", ring_, count).at(t);
      for (int x = first; x < last; ++x) {
        to_.permute(at, came.at(x), ring_.direction, next(), x == first,
                    x == 1 ? gathered : Op::kNone);
        at = came.at(x);
        if (count > 1) to_.place(at, joined, nth(ring_, count, x - first));
      }
      multiply_blocks(t, first, last, count > 1 ? joined : at);
    }
  }

  void multiply_blocks(int step, int first, int last, int blocks) {
    std::array<int, 3> buffer_of = {0, 1, 2};
    base::at(buffer_of, shard_of(ring_.matrix)) = blocks;
    if (!other_.output) {
      base::at(buffer_of, shard_of(other_.matrix)) = parts_of(step, first, last);
      to_.multiply(buffer_of, step > 0);
      return;
    }
    const int count = last - first;
    const int product =
        count == 1 ? part_.at(step) : parts(joined_parts_, " parts", other_, count).at(step);
    base::at(buffer_of, shard_of(other_.matrix)) = product;
    to_.multiply(buffer_of, false);
    if (count == 1) {
      to_.place(product, whole_, of_block(first));
      return;
    }
    for (int i = 0; i < count; ++i) {
      to_.slice(product, part_.at(i), nth(other_, count, i));
      to_.place(part_.at(i), whole_, of_block(first + i));
    }
  }

  // Sums go round; each chip adds its products for a block before it passes the sum on.
  void pass_sums() {
    part_ = turns(" part", other_, width_);
    const Turns sum = turns(" moving", ring_, width_);
    for (int t = 0; t < steps_; ++t) {
      to_.step(t);
      const int first = t + 1 < steps_ ? sent(t) : chips_ - 1;
      const int last = t + 1 < steps_ ? sent(t + 1) : chips_;
      const int count = last - first;
      std::array<int, 3> buffer_of = {0, 1, 2};
      base::at(buffer_of, shard_of(other_.matrix)) = parts_of(t, first + 1, last + 1);
      int product = sum.at(0);
      if (count > 1) product = parts(joined_blocks_, " products", ring_, count).at(t);
      if (count == 1 && first > 0) product = product_turns().at(t);
      base::at(buffer_of, Builder::shard_of(ring_.matrix)) = product;
      to_.multiply(buffer_of, false);
      for (int i = first; i < last; ++i) add_to_sum(i, first, count, product, sum);
      alone_before_ = count == 1;
    }
  }

  Turns& product_turns() {
    if (product_.buffers.empty()) product_ = turns(" product", ring_, width_);
    return product_;
  }

  // Sum i of the chip has i + 1 products; the last is C.
  void add_to_sum(int i, int first, int count, int product, const Turns& sum) {
    const bool last = i == chips_ - 1;
    const int into = last ? shard_of(ring_.matrix) : sum.at(i);
    int piece = product;
    if (count > 1) {
      piece = i == 0 ? into : product_turns().at(i);
      to_.slice(product, piece, nth(ring_, count, i - first));
    }
    if (i == 0) return;
    // It passes sum i - 1 on, and is launched where that is the first of its step.
    const bool launched = i == first ? alone_before_ : i == first + 1;
    to_.permute(sum.at(i - 1), into, ring_.direction, next(), launched);
    to_.add(piece, into);
  }

  const Request& request_;
  Builder to_;
  Mover ring_;
  Mover other_;
  int chips_;
  int steps_;
  int most_;
  std::int64_t width_;
  int whole_ = 0;
  bool alone_before_ = false;  // the step before had one block
  Turns part_;
  Turns product_;
  std::array<Turns, 2> joined_parts_;
  std::array<Turns, 2> joined_blocks_;
};

}  // namespace

Program wang_program(const Request& request) {
  return steps_of(request) == 1 ? sliced_program(request, 1) : Wang(request).write();
}

}  // namespace jacquard::gemm
