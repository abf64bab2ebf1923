// SPDX-License-Identifier: Apache-2.0
// A call under way: which of its messages have been sent and have arrived, and what its ranks hold.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jacquard/stack/check/contents.hpp"
#include "jacquard/stack/check/cover.hpp"
#include "jacquard/stack/check/fault.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack::check {

// What the calls of a stack are checked against and counted in.
struct Ledger {
  Faults faults;
  std::int64_t messages = 0;        // that arrived, each followed on its own
  std::int64_t bytes_expected = 0;  // of results, Goal::bytes()
  std::int64_t bytes_delivered = 0;
  std::int64_t duplicates = 0;  // messages or pieces that came more than once
};

// By the rules of rounds::Round: a rank begins a repetition when it has received its message of the
// one before and of the last of each round in `after`. It sends what it holds at that instant. A
// message that comes before its receiver has begun that repetition waits there.
class CallRun {
 public:
  // Without a goal no rank is followed: only which bytes are sent. `routes` may be nothing.
  CallRun(const Stack& stack, const Routes* routes, std::int32_t call, const Goal* goal,
          const Marks& marks);

  // A repetition of what is placed is sent now. Returns the number of the transfer, to be given
  // to arrive() when it has arrived; -1 for one that is sent again.
  int send(const Placed& placed, int repetition, Ledger& ledger);
  void arrive(int transfer, Ledger& ledger);
  bool has_arrived() const { return left_ == 0; }
  // What the call has brought about.
  void judge(Ledger& ledger) const;
  // What has not been sent, in words.
  std::string missing() const;

 private:
  // The messages of one repetition of a round, of the ranks that send in one part of its pattern.
  struct Transfer {
    bool used = false;
    int round = 0;  // of the template
    int repetition = 0;
    int part = 0;
    int underway = 0;  // entries that have not arrived
    Cover cover;
    Party::Cargo cargo;
    std::vector<std::uint64_t> words;  // of each message, in a row
  };
  // A rank's part in a round.
  struct Progress {
    std::int32_t begun = 0;
    std::int32_t received = 0;
  };
  struct Held {
    int round = 0;
    int repetition = 0;
    int to = 0;
    std::vector<std::pair<int, std::uint64_t>> pieces;
  };

  const rounds::Round& round(int r) const {
    return base::at(stack_->plan.rounds.rounds, first_round_ + r);
  }
  Progress& progress(int r, int place) {
    return progress_[base::cell(r, place, goal_->party().size())];
  }
  std::int64_t bytes_of(int r) const;
  bool in_part(int r, int part, int place) const;
  int parts(int r) const { return base::at(parts_, r); }
  Transfer* find(const Placed& placed, int repetition);
  Transfer& open(const Placed& placed, int repetition);
  void gather(Transfer& transfer, std::int64_t slot, Ledger& ledger);
  void begin(int r, int repetition, int place, std::int64_t slot, Ledger& ledger);
  void deliver(Transfer& transfer, Ledger& ledger);
  void take(int r, int place, int piece, std::uint64_t word, Ledger& ledger);
  void received(int r, int repetition, int place, Ledger& ledger);
  void release(Ledger& ledger);
  std::string words(int r, int repetition) const;

  const Stack* stack_;
  const Routes* routes_;
  std::int32_t call_;
  int first_round_;
  const Goal* goal_;
  const Marks* marks_;
  std::vector<int> parts_;          // of each round
  std::vector<int> first_part_;     // of each round, in next_
  std::vector<std::int32_t> next_;  // repetition of each part of each round
  std::int64_t left_ = 0;           // transfers that have not arrived
  std::vector<Transfer> transfers_;
  std::vector<Progress> progress_;
  std::vector<Held> held_;
  std::unique_ptr<Contents> contents_;
};

}  // namespace jacquard::stack::check
