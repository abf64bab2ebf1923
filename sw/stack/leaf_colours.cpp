// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/leaf_colours.hpp"

#include <algorithm>

namespace jacquard::stack {
namespace {

using base::at;
using base::cell;
using base::index;

constexpr int kFree = -1;

// The leaves that circuits touch, ascending.
std::vector<int> leaves_of(const std::vector<LeafCircuit>& circuits) {
  std::vector<int> leaves;
  leaves.reserve(2 * circuits.size());
  for (const LeafCircuit& circuit : circuits) {
    leaves.push_back(circuit.from);
    leaves.push_back(circuit.to);
  }
  std::sort(leaves.begin(), leaves.end());
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  return leaves;
}

class Colourer {
 public:
  Colourer(const std::vector<LeafCircuit>& circuits, int uplinks, const LeafLinks& broken,
           const LeafLinks& taken)
      : circuits_(circuits),
        leaves_(leaves_of(circuits)),
        uplinks_(uplinks),
        broken_(broken),
        taken_(taken) {
    for (const LeafCircuit& circuit : circuits_) {
      ends_.push_back({number_of(circuit.from), number_of(circuit.to)});
    }
  }

  Colouring colour(int at_least) {
    Colouring result;
    for (int parts = std::max(at_least, least_parts());; ++parts) {
      begin(parts);
      if (all_coloured()) {
        result.parts = parts;
        result.colours = std::move(colours_);
        return result;
      }
      // A part more gives every circuit that has a working link at all a link of its own.
      if (parts > 2 * static_cast<int>(circuits_.size()) + 1 || !has_link(failed_)) {
        result.stuck = failed_;
        return result;
      }
    }
  }

 private:
  // A circuit's leaves, by their places in leaves_.
  struct Ends {
    int from = 0;
    int to = 0;
  };

  int number_of(int leaf) const {
    return static_cast<int>(std::lower_bound(leaves_.begin(), leaves_.end(), leaf) -
                            leaves_.begin());
  }

  int working(const base::BitMatrix& broken, int leaf) const {
    int count = uplinks_;
    for (int w = 0; w < broken.words(); ++w) count -= base::count_bits(broken.row(leaf)[w]);
    return count;
  }

  int least_parts() const {
    std::vector<int> sent(leaves_.size());
    std::vector<int> received(leaves_.size());
    for (const Ends& ends : ends_) {
      ++at(sent, ends.from);
      ++at(received, ends.to);
    }
    int parts = 1;
    for (std::size_t n = 0; n < leaves_.size(); ++n) {
      const int up = std::max(1, working(broken_.up, leaves_[n]));
      const int down = std::max(1, working(broken_.down, leaves_[n]));
      parts = std::max({parts, (sent[n] + up - 1) / up, (received[n] + down - 1) / down});
    }
    return parts;
  }

  void begin(int parts) {
    all_ = parts * uplinks_;
    up_.assign(leaves_.size() * index(all_), kFree);
    down_ = up_;
    colours_.assign(circuits_.size(), kFree);
  }

  bool all_coloured() {
    std::vector<int> left;
    for (int c = 0; c < static_cast<int>(circuits_.size()); ++c) {
      const int colour = at(circuits_, c).wanted % all_;
      if (is_free(c, colour) && !is_taken(c, colour)) {
        give(c, colour);
      } else {
        left.push_back(c);
      }
    }
    for (const int c : left) {
      if (give_untaken(c) || give_free(c) || exchange(c)) continue;
      failed_ = c;
      return false;
    }
    return true;
  }

  int& up(int c, int colour) { return up_[cell(at(ends_, c).from, colour, all_)]; }
  int& down(int c, int colour) { return down_[cell(at(ends_, c).to, colour, all_)]; }
  bool works(int c, int colour) const {
    const int link = colour % uplinks_;
    return !broken_.up.test(at(circuits_, c).from, link) &&
           !broken_.down.test(at(circuits_, c).to, link);
  }
  bool is_taken(int c, int colour) const {
    const int link = colour % uplinks_;
    return taken_.up.test(at(circuits_, c).from, link) ||
           taken_.down.test(at(circuits_, c).to, link);
  }
  bool is_free(int c, int colour) {
    return up(c, colour) == kFree && down(c, colour) == kFree && works(c, colour);
  }
  bool has_link(int c) const {
    for (int link = 0; link < uplinks_; ++link) {
      if (works(c, link)) return true;
    }
    return false;
  }

  void give(int c, int colour) {
    up(c, colour) = c;
    down(c, colour) = c;
    at(colours_, c) = colour;
  }

  bool give_untaken(int c) {
    for (int colour = 0; colour < all_; ++colour) {
      if (!is_free(c, colour) || is_taken(c, colour)) continue;
      give(c, colour);
      return true;
    }
    return false;
  }

  bool give_free(int c) {
    const int wanted = at(circuits_, c).wanted % all_;
    for (int k = 0; k < all_; ++k) {
      const int colour = (wanted + k) % all_;
      if (!is_free(c, colour)) continue;
      give(c, colour);
      return true;
    }
    return false;
  }

  // Colour a is free at the sender's leaf, b at the receiver's. The path from the receiver's leaf
  // by circuits of a, b, a, ... never reaches the sender's leaf, so both colours may change places
  // on it, and a is free at both.
  bool exchange(int c) {
    for (int a = 0; a < all_; ++a) {
      if (up(c, a) != kFree || !works(c, a)) continue;
      for (int b = 0; b < all_; ++b) {
        if (down(c, b) != kFree || !path_can_change(c, a, b)) continue;
        for (const int on_path : path_) {
          up(on_path, at(colours_, on_path)) = kFree;
          down(on_path, at(colours_, on_path)) = kFree;
        }
        for (const int on_path : path_) give(on_path, at(colours_, on_path) == a ? b : a);
        give(c, a);
        return true;
      }
    }
    return false;
  }

  bool path_can_change(int c, int a, int b) {
    path_.clear();
    int next = down(c, a);
    for (bool is_a = true; next != kFree; is_a = !is_a) {
      if (!works(next, is_a ? b : a)) return false;
      path_.push_back(next);
      next = is_a ? up(next, b) : down(next, a);
    }
    return true;
  }

  const std::vector<LeafCircuit>& circuits_;
  std::vector<int> leaves_;
  int uplinks_;
  const LeafLinks& broken_;
  const LeafLinks& taken_;
  std::vector<Ends> ends_;
  int all_ = 0;          // colours
  std::vector<int> up_;  // of each leaf and colour, the circuit that has it there
  std::vector<int> down_;
  std::vector<int> colours_;
  std::vector<int> path_;
  int failed_ = 0;
};

}  // namespace

int least_parts(const std::vector<LeafCircuit>& circuits, int uplinks) {
  std::vector<int> from;
  std::vector<int> to;
  for (const LeafCircuit& circuit : circuits) {
    from.push_back(circuit.from);
    to.push_back(circuit.to);
  }
  int most = 1;
  for (std::vector<int>* ends : {&from, &to}) {
    std::sort(ends->begin(), ends->end());
    for (auto first = ends->begin(); first != ends->end();) {
      const auto last = std::upper_bound(first, ends->end(), *first);
      most = std::max(most, static_cast<int>(last - first));
      first = last;
    }
  }
  return (most + uplinks - 1) / uplinks;
}

Colouring coloured(const std::vector<LeafCircuit>& circuits, int uplinks, const LeafLinks& broken,
                   const LeafLinks& taken, int least_parts) {
  return Colourer(circuits, uplinks, broken, taken).colour(least_parts);
}

}  // namespace jacquard::stack
