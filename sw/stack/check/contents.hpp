// SPDX-License-Identifier: Apache-2.0
// What each rank that takes part in a call holds of each piece of its data.
//
// A piece is one number: the sum, over the contributions in it, of a number of each rank that is
// 2^21 x a random number + 1. Its last 21 bits count the contributions; the others tell which they
// are. A wrong set of contributions passes with a probability of 2^-43 at most where some
// contribution is there, or missing, an odd number of times too often; 2^-43+t where all are
// multiples of 2^t. The random numbers are of the seed.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "jacquard/stack/check/party.hpp"

namespace jacquard::stack::check {

// The numbers of ranks.
class Marks {
 public:
  Marks(int ranks, std::uint64_t seed);
  std::uint64_t of(int rank) const { return base::at(marks_, rank); }
  static std::int64_t contributions(std::uint64_t sum) {
    return static_cast<std::int64_t>(sum & ((std::uint64_t{1} << kCountBits) - 1));
  }
  static constexpr int kCountBits = 21;

 private:
  std::vector<std::uint64_t> marks_;
};

// What the calls of a template should bring about; the same for all of them.
class Goal {
 public:
  Goal(const Party& party, const Marks& marks);

  const Party& party() const { return *party_; }
  int pieces() const { return pieces_; }  // of one rank: pieces x chunks
  // What a rank has of a piece at first, 0: nothing.
  std::uint64_t initial(int place, int piece) const;
  bool wanted(int place, int piece) const;  // it should end with it
  std::uint64_t final(int place, int piece) const;
  bool reduces() const { return reduces_; }

  // Bytes of results that all ranks get of others: an all-reduce's, of each rank, all bytes; of a
  // reduce-scatter's group, all bytes once; all-gather, all pieces but the own; all-to-all and
  // broadcast likewise.
  std::int64_t bytes() const { return bytes_; }
  std::int64_t results() const { return results_; }  // (rank, piece) that bytes() are

 private:
  bool own(int place, int piece) const;  // wanted, but there at first
  int only_giver(int piece) const;
  int only_taker(int piece) const;

  const Party* party_;
  const Marks* marks_;
  int per_chunk_;
  int pieces_;
  bool reduces_ = false;
  std::vector<std::uint64_t> sums_;  // of all contributions, by group
  std::int64_t bytes_ = 0;
  std::int64_t results_ = 0;
};

class Contents {
 public:
  explicit Contents(const Goal& goal);

  std::uint64_t at(int place, int piece) const {
    if (!dense_.empty()) return dense_[base::cell(place, piece, pieces_)];
    return sparse_at(place, piece);
  }
  void set(int place, int piece, std::uint64_t sum) {
    if (!dense_.empty()) {
      dense_[base::cell(place, piece, pieces_)] = sum;
    } else {
      sparse_[base::cell(place, piece, pieces_)] = sum;
    }
  }

 private:
  std::uint64_t sparse_at(int place, int piece) const;

  const Goal* goal_;
  int pieces_;
  std::vector<std::uint64_t> dense_;
  // Where there are too many pieces for a table: those that are not as at first.
  std::unordered_map<std::size_t, std::uint64_t> sparse_;
};

// Results that are not as they should be, and the first of them in words.
struct Shortfall {
  std::int64_t results = 0;
  std::int64_t too_many = 0;  // of them, those that count something twice
  std::string words;
};
Shortfall shortfall(const Goal& goal, const Marks& marks, const Contents& contents);

}  // namespace jacquard::stack::check
