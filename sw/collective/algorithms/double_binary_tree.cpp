// SPDX-License-Identifier: Apache-2.0
// Double binary tree (Sanders, Speck & Traff 2009) in ASTRA-sim's form: the chunks alternate
// between two trees, each a root above a full binary tree of the other members in order.
#include "jacquard/base/at.hpp"
#include "jacquard/collective/algorithms/algorithms.hpp"

namespace jacquard::collective {

namespace {

using rounds::Action;
using rounds::RoundSet;
using rounds::SymbolicPermutation;

// Nodes of the full tree count from 1 in order: a node's height is the number of its trailing
// zeros, and its parent has the lowest set bit one higher. Node 0 is the root above.
class Tree {
 public:
  // `root` is the member at the root, where it is to be another than the tree's own.
  Tree(int members, int tree) : members_(members), shift_(tree == 0 ? -1 : 0) {}
  void move_root_to(int root) { shift_ = root; }

  int heights() const {
    int heights = 0;
    while ((2 << heights) < members_) ++heights;
    return heights;
  }
  // Member to parent's member, for the children of one height on one side.
  std::vector<int> up(int height, bool left) const {
    std::vector<int> to(static_cast<std::size_t>(members_), rounds::kNobody);
    const int bit = 1 << height;
    for (int node = bit; node < members_; node += 2 * bit) {
      if (((node & (2 * bit)) == 0) != left) continue;
      to[member(node)] = static_cast<int>(member((node ^ bit) | (2 * bit)));
    }
    return to;
  }
  std::vector<int> to_root() const {
    std::vector<int> to(static_cast<std::size_t>(members_), rounds::kNobody);
    to[member(members_ / 2)] = static_cast<int>(member(0));
    return to;
  }

 private:
  std::size_t member(int node) const {
    return static_cast<std::size_t>((node + shift_ + members_) % members_);
  }
  int members_;
  int shift_;
};

std::vector<int> reversed(const std::vector<int>& to) {
  std::vector<int> from(to.size(), rounds::kNobody);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i] != rounds::kNobody) base::at(from, to[i]) = static_cast<int>(i);
  }
  return from;
}

int add(PhaseWriter& writer, std::vector<int> to, Action action, RoundSet after) {
  Step step;
  step.permutation = SymbolicPermutation::map(writer.digit(), std::move(to));
  if (writer.phase().kind == CollectiveKind::broadcast) {
    auto senders = writer.senders(0);
    base::at(senders, writer.digit()) = {0, writer.members() - 1};
    step.permutation = std::move(step.permutation).from(std::move(senders));
  }
  step.pieces = writer.held();
  step.action = action;
  step.bytes = writer.phase().bytes;
  return writer.add(std::move(step), std::move(after));
}

// From the leaves, two rounds a height; the round that reaches the root.
int gather_up(PhaseWriter& writer, const Tree& tree) {
  RoundSet children;
  for (int height = 0; height < tree.heights(); ++height) {
    const RoundSet after = together(writer.before(), children);
    children.clear();
    for (const bool left : {true, false}) {
      children.add(add(writer, tree.up(height, left), Action::reduce, after));
    }
  }
  return add(writer, tree.to_root(), Action::reduce, together(writer.before(), children));
}

RoundSet spread_down(PhaseWriter& writer, const Tree& tree, const RoundSet& before) {
  RoundSet rounds = {add(writer, reversed(tree.to_root()), Action::copy, before)};
  RoundSet parents = rounds;
  for (int height = tree.heights() - 1; height >= 0; --height) {
    const RoundSet after = together(writer.before(), parents);
    parents.clear();
    for (const bool left : {true, false}) {
      parents.add(add(writer, reversed(tree.up(height, left)), Action::copy, after));
    }
    rounds = together(rounds, parents);
  }
  return rounds;
}

}  // namespace

RoundSet write_double_binary_tree(PhaseWriter& writer) {
  Tree tree(writer.members(), writer.phase().tree);
  if (writer.phase().kind == CollectiveKind::broadcast) {
    tree.move_root_to(writer.root());
    return spread_down(writer, tree, writer.before());
  }
  const int top = gather_up(writer, tree);
  return together({top}, spread_down(writer, tree, {top}));
}

}  // namespace jacquard::collective
