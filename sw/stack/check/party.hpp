// SPDX-License-Identifier: Apache-2.0
// Who takes part in the calls of a template, and which messages its rounds are, by the rules of its
// collective alone: no pattern of the composition is asked.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/stack/plan.hpp"

namespace jacquard::stack::check {

// Those who take part have places 0, 1, ...: the ranks of the first side's actor, ascending, then
// those of the next.
class Party {
 public:
  // `ranks_of` lists the ranks of each actor. Of a send between two classes of ranks the collective
  // names one pair. It stands for a send of each rank of the first class to the rank of the same
  // place in the second.
  Party(const Plan& plan, int of, base::Span<const Side> sides,
        const std::vector<std::vector<int>>& ranks_of);

  const rounds::Collective& collective() const { return *collective_; }
  int size() const { return static_cast<int>(ranks_.size()); }
  int rank(int place) const { return base::at(ranks_, place); }
  int place_at(int rank) const;             // of a rank that takes part
  int members() const { return members_; }  // of a group
  int groups() const { return size() / members_; }
  int member(int place) const { return base::at(member_, place); }
  int group(int place) const { return base::at(group_, place); }
  int place_of(int group, int member) const {
    return base::at(places_, base::cell(group, member, members_));
  }
  // Why the collective cannot be among those who take part, or "".
  const std::string& fault() const { return fault_; }

  struct Message {
    std::int32_t from = 0;  // places
    std::int32_t to = 0;
  };
  // Of a repetition of a round, by its number within the template; by sender.
  const std::vector<Message>& messages(int round) const { return base::at(messages_, round); }
  std::int64_t messages() const { return all_messages_; }  // repetitions included
  bool sends(int round, int place) const { return (at(round, place) & kSends) != 0; }
  bool receives(int round, int place) const { return (at(round, place) & kReceives) != 0; }

  static constexpr int kNoPiece = -1;
  // Pieces that the message of each member would carry in a repetition: `count` numbers in a row
  // for each, kNoPiece behind those of a member with fewer.
  struct Cargo {
    int count = 0;
    bool by_place = false;  // the rows are of places, not of members
    std::vector<int> pieces;

    const int* row(int place, int member) const {
      return pieces.data() + base::cell(by_place ? place : member, 0, count);
    }
  };
  void load(int round, int repetition, Cargo& cargo) const;

 private:
  static constexpr std::uint8_t kSends = 1;
  static constexpr std::uint8_t kReceives = 2;
  std::uint8_t at(int round, int place) const { return ways_[base::cell(round, place, size())]; }
  void seat(const std::vector<int>& npus);
  void pair_classes(const std::vector<int>& from, const std::vector<int>& to);
  void number_groups();
  void list_messages(const Plan& plan, const Template& of);
  static void widen(Cargo& cargo, int rows, int count);

  const rounds::RoundGraph* rounds_;
  const rounds::Collective* collective_;
  int first_round_;
  int members_ = 1;
  std::string fault_;
  std::vector<std::int32_t> ranks_;
  std::vector<std::pair<std::int32_t, std::int32_t>> place_at_;  // by rank
  std::vector<std::int32_t> own_;  // rank within the collective, of each place
  std::vector<std::int32_t> member_;
  std::vector<std::int32_t> group_;
  std::vector<std::int32_t> places_;  // by group and member
  std::vector<std::vector<Message>> messages_;
  std::vector<std::uint8_t> ways_;  // of each place in each round
  std::int64_t all_messages_ = 0;
};

}  // namespace jacquard::stack::check
