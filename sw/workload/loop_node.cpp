// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/loop_node.hpp"

#include <cmath>
#include <limits>
#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::workload {
namespace {

constexpr std::uint64_t kMostNodes = 100'000'000;

class Unroller {
 public:
  explicit Unroller(const LoopNode& loop) : loop_(loop) {
    if (loop.count < 0) fail("", "0 or more iterations", std::to_string(loop.count));
    const std::uint64_t nodes = static_cast<std::uint64_t>(loop.count) * loop.body.size();
    if (loop.body.size() > kMostNodes || nodes > kMostNodes) {
      fail("", "at most 10^8 nodes", "more");
    }
    if (nodes > std::numeric_limits<std::uint64_t>::max() - loop.first_id) {
      fail("", "ids within 64 bits", "first_id " + std::to_string(loop.first_id));
    }
    for (std::size_t b = 0; b < loop.body.size(); ++b) {
      if (!place_of_.emplace(loop.body[b].node.id, b).second) {
        fail(described(loop.body[b].node), "an id of its own", "two nodes with this id");
      }
    }
    carried_to_.resize(loop.body.size());
    for (const LoopNode::Carried& carried : loop.carried) {
      carried_to_[place(carried.to, "")].push_back(place(carried.from, ""));
    }
  }

  std::vector<OpNode> run() const {
    std::vector<OpNode> nodes;
    nodes.reserve(static_cast<std::size_t>(loop_.count) * loop_.body.size());
    for (int iteration = 0; iteration < loop_.count; ++iteration) {
      for (std::size_t b = 0; b < loop_.body.size(); ++b) nodes.push_back(at(iteration, b));
    }
    return nodes;
  }

 private:
  [[noreturn]] void fail(const std::string& where, const std::string& expected,
                         const std::string& found) const {
    throw base::ConfigError({"loop " + loop_.name, where, expected, found, ""});
  }

  std::size_t place(std::uint64_t id, const std::string& where) const {
    const auto known = place_of_.find(id);
    if (known == place_of_.end()) fail(where, "ids of the loop's body", std::to_string(id));
    return known->second;
  }

  std::uint64_t id_of(int iteration, std::size_t b) const {
    return loop_.first_id + static_cast<std::uint64_t>(iteration) * loop_.body.size() + b;
  }

  OpNode at(int iteration, std::size_t b) const {
    const auto& [of_body, increment] = loop_.body[b];
    OpNode node = of_body;
    node.id = id_of(iteration, b);
    for (auto* after : {&node.data_after, &node.control_after}) {
      for (std::uint64_t& id : *after) id = id_of(iteration, place(id, described(of_body)));
    }
    if (iteration > 0) {
      for (const std::size_t from : carried_to_[b]) {
        node.control_after.push_back(id_of(iteration - 1, from));
      }
    }
    if (node.data_after.empty() && node.control_after.empty()) {
      node.control_after = loop_.control_after;
    }
    if (node.micro_batch >= 0) node.micro_batch = iteration;
    grow(node.flops, increment.flops, iteration, of_body);
    grow(node.bytes, increment.bytes, iteration, of_body);
    grow(node.duration, increment.duration, iteration, of_body);
    for (std::size_t tier = 0; tier < kMemoryTiers; ++tier) {
      grow(node.moved[tier], increment.moved[tier], iteration, of_body);
    }
    return node;
  }

  void grow(std::optional<base::Bytes>& amount, base::Bytes increment, int times,
            const OpNode& node) const {
    if (increment == base::Bytes{0}) return;
    if (!amount) fail(described(node), "increments of bytes that the node has", "others");
    std::int64_t more = 0;
    std::int64_t sum = 0;
    if (__builtin_mul_overflow(increment.count(), std::int64_t{times}, &more) ||
        __builtin_add_overflow(amount->count(), more, &sum) || sum < 0) {
      fail(described(node), "0 to 2^63 - 1 bytes in every iteration", "others");
    }
    amount = base::Bytes{sum};
  }

  void grow(base::Picoseconds& amount, base::Picoseconds increment, int times,
            const OpNode& node) const {
    std::int64_t more = 0;
    std::int64_t sum = 0;
    if (__builtin_mul_overflow(increment.count(), std::int64_t{times}, &more) ||
        __builtin_add_overflow(amount.count(), more, &sum) || sum < 0) {
      fail(described(node), "0 to 2^63 - 1 ps in every iteration", "others");
    }
    amount = base::Picoseconds{sum};
  }

  void grow(std::optional<base::Flops>& amount, base::Flops increment, int times,
            const OpNode& node) const {
    if (increment == base::Flops{0}) return;
    if (!amount) fail(described(node), "increments of flops that the node has", "others");
    *amount += increment * static_cast<double>(times);
    if (!(amount->count() >= 0) || std::isinf(amount->count())) {
      fail(described(node), "0 or more flops in every iteration", "others");
    }
  }

  const LoopNode& loop_;
  std::map<std::uint64_t, std::size_t> place_of_;
  std::vector<std::vector<std::size_t>> carried_to_;
};

}  // namespace

std::vector<OpNode> unrolled(const LoopNode& loop) { return Unroller(loop).run(); }

}  // namespace jacquard::workload
