// SPDX-License-Identifier: Apache-2.0
// One communication of a program: the pieces of its rounds are parts of the chips' buffers.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "jacquard/gemm/prove/dense.hpp"
#include "jacquard/gemm/prove/pattern.hpp"

namespace jacquard::gemm {

// What a chip holds while a program is carried out.
struct ChipState {
  Place place;
  std::vector<Dense> buffers;
};

struct Parcel {
  int op = 0;
  int to = 0;
  int round = 0;
  int repetition = 0;
  std::vector<int> pieces;
  std::vector<std::uint64_t> values;
};

// Messages under way.
struct Mail {
  std::vector<Parcel> sent;  // can now be delivered, in any order
  std::vector<Parcel> used;  // whose memory is used again

  Parcel take() {
    if (used.empty()) return {};
    Parcel parcel = std::move(used.back());
    used.pop_back();
    parcel.pieces.clear();
    parcel.values.clear();
    return parcel;
  }
};

// There is no barrier: a chip begins when it has come to the operation, and what comes to it
// earlier waits. Buffers are read and written at the instants of the messages, so an operation that
// should have waited does harm: `from` when a part of it is first needed, `to` when a part comes.
class Exchange {
 public:
  Exchange(const Program& program, int op, const Pattern& pattern, std::vector<ChipState>& chips);

  void start(int chip, Mail& mail);
  void deliver(const Parcel& parcel, Mail& mail);
  // The chip has sent and received all; its `to` is complete.
  bool ended(int chip) const {
    return started_[base::index(chip)] && moves_[base::index(chip)] == 0;
  }

 private:
  struct Part;  // of a buffer: what a piece of a chunk stands for
  Part part(int chunk, int piece) const;
  Dense& home(int chip);
  void load(int chip, int chunk, int piece);
  void read(int chip, int chunk, int piece, std::vector<std::uint64_t>& values);
  void finish(int chip);
  void begin_all(int round, int chip, Mail& mail);
  void send(int round, int chip, int repetition, Mail& mail);
  void moved(int chip) {
    if (--moves_[base::index(chip)] == 0) finish(chip);
  }
  int own(int chip) const { return Mesh::of(chips_[base::index(chip)].place, op_.direction); }
  bool sums() const {
    return op_.kind == OpKind::scatter_sum || op_.kind == OpKind::sum || op_.kind == OpKind::reduce;
  }

  const Op& op_;
  int number_;
  int members_;
  const rounds::RoundGraph& graph_;
  const rounds::Collective& collective_;
  collective::Endpoints ends_;
  std::vector<ChipState>& chips_;
  std::vector<int> moves_;
  std::vector<char> started_;
  // Of sums: each chip's partial sums, and which pieces have been taken from `from` by now.
  std::vector<Dense> sums_;
  std::vector<std::vector<char>> loaded_;
  std::map<std::tuple<int, int, int>, Parcel> early_;  // by round, receiver, repetition
};

}  // namespace jacquard::gemm
