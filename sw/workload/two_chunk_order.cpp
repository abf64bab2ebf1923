// SPDX-License-Identifier: Apache-2.0
// Orders of pipelines whose stages have two parts of the model each: a V, and both directions.
#include <algorithm>
#include <array>
#include <deque>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/pipeline_order.hpp"

namespace jacquard::workload {
namespace {

// Passes of each kind of a chunk are in the order of micro-batches.
class Order {
 public:
  // `first`: the micro-batch that each chunk begins with, and `end` those it has none of.
  Order(std::array<int, 2> first, std::array<int, 2> end)
      : forwards_(first), backwards_(first), end_(end) {}

  void forward(int chunk) { add(PassKind::forward, base::at(forwards_, chunk)++, chunk); }
  // Together with a backward pass of the other.
  void both(int forward_of, int backward_of) {
    forward(forward_of);
    passes_.back().with_next = true;
    backward(backward_of);
  }
  void backward(int chunk) { add(PassKind::backward, base::at(backwards_, chunk)++, chunk); }
  // The weights' gradients later.
  void data(int chunk) {
    const int micro_batch = base::at(backwards_, chunk)++;
    add(PassKind::backward_data, micro_batch, chunk);
    put_off_.push_back({PassKind::backward_weights, micro_batch, chunk});
  }
  // The first of those that were put off, of either chunk or of one.
  void weights() {
    weights([](const Pass& /*any*/) { return true; });
  }
  void weights_of(int chunk) {
    weights([chunk](const Pass& pass) { return pass.chunk == chunk; });
  }
  void data_and_weights(int chunk) {
    data(chunk);
    const Pass own = put_off_.back();
    put_off_.pop_back();
    add(own.kind, own.micro_batch, own.chunk);
  }

  int forwards(int chunk) const { return base::at(forwards_, chunk); }
  bool has_put_off() const { return !put_off_.empty(); }
  std::vector<Pass> take() { return std::move(passes_); }

 private:
  template <class Is>
  void weights(Is is) {
    const auto found = std::find_if(put_off_.begin(), put_off_.end(), is);
    if (found == put_off_.end()) return;
    add(found->kind, found->micro_batch, found->chunk);
    put_off_.erase(found);
  }
  void add(PassKind kind, int micro_batch, int chunk) {
    if (micro_batch < base::at(end_, chunk)) passes_.push_back({kind, micro_batch, chunk});
  }

  std::array<int, 2> forwards_;
  std::array<int, 2> backwards_;
  std::array<int, 2> end_;
  std::deque<Pass> put_off_;
  std::vector<Pass> passes_;
};

}  // namespace

// As PyTorch's ScheduleZBVZeroBubble lists the V of Qi et al. 2023 s6. It is made for 2 p - 1
// micro-batches at least; where there are fewer, those beyond are left out.
std::vector<Pass> zero_bubble_v(int stage, int stages, int micro_batches) {
  const int all = std::max(2 * stages - 1, micro_batches);
  Order order({0, 0}, {micro_batches, micro_batches});
  for (int i = 0; i < 2 * (stages - stage) - 1; ++i) order.forward(0);
  for (int i = 0; i < stage; ++i) {
    order.forward(1);
    order.forward(0);
  }
  for (int i = 0; i < stages - stage; ++i) {
    order.forward(1);
    order.data_and_weights(1);
  }
  while (order.forwards(1) < order.forwards(0) || order.forwards(0) < all) {
    if (order.forwards(0) < all) order.forward(0);
    order.data_and_weights(0);
    order.forward(1);
    order.data_and_weights(1);
  }
  for (int i = 0; i < stage; ++i) {
    order.data(0);
    order.data(1);
  }
  for (int i = 0; i < stages - stage; ++i) {
    order.data(0);
    order.weights_of(0);
  }
  while (order.has_put_off()) order.weights();
  return order.take();
}

// The eight steps of deepseek-ai/DualPipe. `near` is the direction whose first stage is nearer.
std::vector<Pass> dualpipe(int stage, int stages, int micro_batches) {
  const int half = stages / 2;
  const bool in_second_half = stage >= half;
  const int near = in_second_half ? 1 : 0;
  const int far = 1 - near;
  const int inward = in_second_half ? stages - 1 - stage : stage;
  const int outer = half - inward - 1;
  Order order({0, micro_batches / 2}, {micro_batches / 2, micro_batches});
  for (int i = 0; i < 2 * outer; ++i) order.forward(near);
  for (int i = 0; i <= inward; ++i) {
    order.forward(near);
    order.forward(far);
  }
  for (int i = 0; i < outer; ++i) {
    order.data(far);
    order.weights();
    order.forward(far);
  }
  for (int i = 0; i < micro_batches / 2 - stages + inward + 1; ++i) {
    if (i == 0 && outer == 0) {  // one after the other, which makes the bubble smaller
      order.forward(near);
      order.backward(far);
    } else {
      order.both(near, far);
    }
    order.both(far, near);
  }
  for (int i = 0; i < outer; ++i) {
    order.backward(far);
    order.both(far, near);
  }
  bool puts_off = false;
  const auto backward = [&](int chunk) { puts_off ? order.data(chunk) : order.backward(chunk); };
  for (int i = 0; i <= inward; ++i) {
    const bool middle = i == (inward + 1) / 2;
    puts_off = puts_off || (middle && inward % 2 == 1);
    backward(far);
    puts_off = puts_off || (middle && inward % 2 == 0);
    backward(near);
  }
  for (int i = 0; i < outer; ++i) {
    order.weights();
    order.data(near);
  }
  for (int i = 0; i <= inward; ++i) order.weights();
  return order.take();
}

}  // namespace jacquard::workload
