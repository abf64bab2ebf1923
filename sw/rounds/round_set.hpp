// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace jacquard::rounds {

// A set of round numbers, kept as runs: a thousand rounds that each wait for the thousand before
// them are a thousand runs, not a million numbers. Numbers are not checked here: faults() does.
class RoundSet {
 public:
  // From the first to the last, both in it.
  struct Run {
    int first = 0;
    int last = 0;

    friend bool operator==(const Run& a, const Run& b) {
      return a.first == b.first && a.last == b.last;
    }
    friend bool operator<(const Run& a, const Run& b) {
      return a.first != b.first ? a.first < b.first : a.last < b.last;
    }
  };

  // Each number, ascending.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    using pointer = const int*;
    using reference = int;

    Iterator() = default;
    explicit Iterator(const Run* run) : run_(run) {}

    int operator*() const { return run_->first + offset_; }
    Iterator& operator++() {
      if (run_->first + offset_ == run_->last) {
        ++run_;
        offset_ = 0;
      } else {
        ++offset_;
      }
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.run_ == b.run_ && a.offset_ == b.offset_;
    }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return !(a == b); }

   private:
    const Run* run_ = nullptr;
    int offset_ = 0;
  };

  RoundSet() = default;
  RoundSet(std::initializer_list<int> rounds);
  explicit RoundSet(const std::vector<int>& rounds);

  // Runs need not be ascending, but are added fastest if they are. An empty one adds nothing.
  void add(Run run);
  void add(int round) { add(Run{round, round}); }
  void add(const RoundSet& other);
  void remove(int round);
  void clear() { runs_.clear(); }

  bool empty() const { return runs_.empty(); }
  std::size_t size() const;
  bool contains(int round) const;
  int largest() const { return runs_.back().last; }  // not empty
  RoundSet moved(int by) const;                      // each number so much higher

  // Disjoint, ascending, and never next to each other.
  const std::vector<Run>& runs() const { return runs_; }
  Iterator begin() const { return Iterator(runs_.data()); }
  Iterator end() const { return Iterator(runs_.data() + runs_.size()); }

  friend bool operator==(const RoundSet& a, const RoundSet& b) { return a.runs_ == b.runs_; }
  friend bool operator!=(const RoundSet& a, const RoundSet& b) { return !(a == b); }
  friend bool operator<(const RoundSet& a, const RoundSet& b) { return a.runs_ < b.runs_; }

 private:
  std::vector<Run> runs_;
};

// What is in either.
RoundSet together(RoundSet first, const RoundSet& second);

}  // namespace jacquard::rounds
