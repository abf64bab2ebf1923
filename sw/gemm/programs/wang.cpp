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
  int parts_of(int first, int count) {
    if (count == 1) {
      to_.slice(whole_, part_.at(turn_), of_block(first));
      return part_.at(turn_);
    }
    const int parts = joined(joined_parts_, " parts", other_, count);
    for (int i = 0; i < count; ++i) {
      to_.slice(whole_, part_.at(i), of_block(first + i));
      to_.place(part_.at(i), parts, nth(other_, count, i));
    }
    return parts;
  }

  // Steps have as many blocks, or one more: steps of one size take turns with two buffers.
  void begin_step(int step, int count) {
    to_.step(step);
    turn_ = count == 1 ? step : base::at(steps_of_size_, most_ - count)++;
  }
  int joined(std::array<Turns, 2>& sizes, const char* name, const Mover& of, int count) {
    Turns& one = base::at(sizes, most_ - count);
    if (one.buffers.empty()) one = turns(name, of, count * width_);
    return one.at(turn_);
  }

  // An input goes round; each step's blocks are multiplied while the next ones come.
  void pass_blocks() {
    part_ = turns(" part", other_, width_);
    const Turns came = turns(" moving", ring_, width_);
    const int gathered = other_.output ? Op::kNone : to_.last();
    int at = shard_of(ring_.matrix);
    multiply_blocks(0, 1, at);
    for (int t = 1; t < steps_; ++t) {
      const int first = sent(t - 1) + 1;
      const int count = sent(t) + 1 - first;
      begin_step(t, count);
      int blocks = Op::kNone;
      if (count > 1) blocks = joined(joined_blocks_, " blocks", ring_, count);
      for (int i = 0; i < count; ++i) {
        const int x = first + i;
        to_.permute(at, came.at(x), ring_.direction, next(), i == 0, x == 1 ? gathered : Op::kNone);
        at = came.at(x);
        if (count > 1) to_.place(at, blocks, nth(ring_, count, i));
      }
      multiply_blocks(first, count, count > 1 ? blocks : at);
    }
  }

  void multiply_blocks(int first, int count, int blocks) {
    std::array<int, 3> buffer_of = {0, 1, 2};
    base::at(buffer_of, shard_of(ring_.matrix)) = blocks;
    if (!other_.output) {
      base::at(buffer_of, shard_of(other_.matrix)) = parts_of(first, count);
      to_.multiply(buffer_of, first > 0);
      return;
    }
    const int product =
        count == 1 ? part_.at(turn_) : joined(joined_parts_, " parts", other_, count);
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
    product_ = turns(" product", ring_, width_);
    const Turns sum = turns(" moving", ring_, width_);
    for (int t = 0; t < steps_; ++t) {
      const int first = t + 1 < steps_ ? sent(t) : chips_ - 1;
      const int count = t + 1 < steps_ ? sent(t + 1) - first : 1;
      begin_step(t, count);
      std::array<int, 3> buffer_of = {0, 1, 2};
      base::at(buffer_of, shard_of(other_.matrix)) = parts_of(first + 1, count);
      int product = first == 0 ? sum.at(0) : product_.at(first);
      if (count > 1) product = joined(joined_blocks_, " products", ring_, count);
      base::at(buffer_of, shard_of(ring_.matrix)) = product;
      to_.multiply(buffer_of, false);
      for (int i = first; i < first + count; ++i) add_to_sum(i, first, count, product, sum);
      alone_before_ = count == 1;
    }
  }

  // Sum i of the chip has i + 1 products; the last is C.
  void add_to_sum(int i, int first, int count, int product, const Turns& sum) {
    const bool last = i == chips_ - 1;
    const int into = last ? shard_of(ring_.matrix) : sum.at(i);
    int piece = product;
    if (count > 1) {
      piece = i == 0 ? into : product_.at(i);
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
  int turn_ = 0;
  std::array<int, 2> steps_of_size_ = {};
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
