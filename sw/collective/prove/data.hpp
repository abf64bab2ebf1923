// SPDX-License-Identifier: Apache-2.0
// The numbers that the ranks of one collective hold: for each piece a value and who has contributed
// to it. Sums are exact, mod 2^64.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::collective {

class Data {
 public:
  // As the collective finds it: random values where a rank has something to give, nothing else.
  Data(const rounds::Collective& collective, std::uint64_t seed);

  // Words of one piece: its value, then the members that contributed, 64 a word.
  int words() const { return words_; }
  bool has(int chunk, int rank, int piece) const;
  // Appends the words of a piece to a message.
  void read(int chunk, int rank, int piece, std::vector<std::uint64_t>& message) const;
  void copy(int chunk, int rank, int piece, const std::uint64_t* words);
  // Member that would be counted twice, or -1; then nothing is changed.
  int reduce(int chunk, int rank, int piece, const std::uint64_t* words);
  // The same where a switch adds one piece to another.
  int add(std::uint64_t* sum, const std::uint64_t* words) const;

  // What the collective should have brought about and has not, in a sentence, or "".
  std::string fault() const;

 private:
  std::size_t at(int chunk, int rank, int piece) const;
  std::uint64_t initial(int chunk, int rank, int piece) const;
  static constexpr int kEveryone = -1;
  int only_giver(int piece) const;  // the one member that puts it in
  int only_taker(int piece) const;  // the one member that should end with it
  template <class Act>
  void for_each(int only, const Act& act) const;
  std::string fault_of_move(int chunk, int rank) const;
  std::string fault_of_piece(int chunk, const std::vector<int>& group, int piece) const;
  std::string fault_of(int chunk, int rank, int piece, const std::uint64_t* expected) const;

  const rounds::Collective& collective_;
  std::uint64_t seed_;
  int members_;
  int words_;
  std::vector<int> member_;  // of each rank
  std::vector<std::uint64_t> contents_;
};

}  // namespace jacquard::collective
