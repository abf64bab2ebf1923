// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/agree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "jacquard/base/at.hpp"

namespace jacquard::interop {
namespace {

using base::at;

// Operations of a rank, by their places in KinetoRank::ops, in the order in which they began.
using Operations = std::vector<std::size_t>;

class Agreement {
 public:
  explicit Agreement(KinetoJob& job) : job_(job) {
    for (int rank = 0; rank < static_cast<int>(job.ranks.size()); ++rank) sort_out(rank);
  }

  void require() {
    for (const auto& [group, of_rank] : collectives_) require_alike(group, of_rank);
    for (const auto& [pair, both] : messages_) require_paired(pair, both);
    if (uneven_ == 0) return;
    job_.notes.push_back(fmt::format(
        "{} collectives have members that put in unlike sizes: all put in the largest", uneven_));
  }

 private:
  using Pair = std::tuple<int, int>;  // from, to
  struct Sides {
    Operations sends;
    Operations receives;
  };

  KinetoRank& rank(int number) { return at(job_.ranks, number); }
  const KinetoOp& op(int rank, std::size_t place) const { return at(job_.ranks, rank).ops[place]; }
  KinetoCall& call(int number, std::size_t place) {
    return at(rank(number).calls, op(number, place).call);
  }

  void sort_out(int number) {
    const KinetoRank& own = rank(number);
    for (std::size_t i = 0; i < own.ops.size(); ++i) {
      if (own.ops[i].call < 0) continue;
      const KinetoCall& said = at(own.calls, own.ops[i].call);
      if (said.type == ChakraNodeType::comm_coll) {
        collectives_[job_.number(number, said)][number].push_back(i);
        continue;
      }
      const bool sends = said.type == ChakraNodeType::comm_send;
      if (said.peer >= static_cast<int>(job_.ranks.size()) || said.peer == number) {
        fail(number, i, "another rank as the peer of a message", std::to_string(said.peer));
      }
      Sides& sides = messages_[sends ? Pair{number, said.peer} : Pair{said.peer, number}];
      (sends ? sides.sends : sides.receives).push_back(i);
    }
  }

  [[noreturn]] void fail(int number, std::size_t place, const std::string& expected,
                         const std::string& found) const {
    const KinetoRank& own = at(job_.ranks, number);
    own.place(own.ops[place]).fail(expected, found);
  }

  std::string shown(int group) const {
    const auto name = job_.group_names.find(group);
    return fmt::format("process group '{}'", name == job_.group_names.end() ? "" : name->second);
  }

  void require_alike(int group, const std::map<int, Operations>& of_rank) {
    const auto& [first, mine] = *of_rank.begin();
    for (int i = 0; i < job_.size_of(group); ++i) {
      const int other = group == 0 ? i : at(job_.groups.at(group), i);
      const auto found = of_rank.find(other);
      static const Operations none;
      const Operations& theirs = found == of_rank.end() ? none : found->second;
      const std::size_t both = std::min(mine.size(), theirs.size());
      for (std::size_t k = 0; k < both; ++k) {
        const ChakraCollective kind = call(first, mine[k]).kind;
        if (call(other, theirs[k]).kind == kind) continue;
        fail(other, theirs[k],
             fmt::format("{} as collective {} of {}, as rank {} has", name_of(kind), k + 1,
                         shown(group), first),
             name_of(call(other, theirs[k]).kind));
      }
      if (mine.size() == theirs.size()) continue;
      const bool more = mine.size() > theirs.size();
      fail(more ? first : other, (more ? mine : theirs)[both],
           fmt::format("collective {} of {} at rank {} too", both + 1, shown(group),
                       more ? other : first),
           fmt::format("{} there", both));
    }
    for (std::size_t k = 0; k < mine.size(); ++k) make_even(of_rank, k);
  }

  void make_even(const std::map<int, Operations>& of_rank, std::size_t k) {
    std::int64_t most = 0;
    for (const auto& [number, ops] : of_rank) most = std::max(most, call(number, ops[k]).bytes);
    bool is_even = true;
    for (const auto& [number, ops] : of_rank) {
      is_even = is_even && call(number, ops[k]).bytes == most;
      call(number, ops[k]).bytes = most;
    }
    uneven_ += is_even ? 0 : 1;
  }

  void require_paired(const Pair& pair, const Sides& both) {
    const auto [from, to] = pair;
    const std::size_t pairs = std::min(both.sends.size(), both.receives.size());
    for (std::size_t k = 0; k < pairs; ++k) {
      const std::int64_t sent = call(from, both.sends[k]).bytes;
      const std::int64_t received = call(to, both.receives[k]).bytes;
      if (sent == received) continue;
      fail(to, both.receives[k],
           fmt::format("{} bytes of message {} from rank {}, as it sends", sent, k + 1, from),
           std::to_string(received));
    }
    if (both.sends.size() == both.receives.size()) return;
    const bool sends = both.sends.size() > pairs;
    fail(sends ? from : to, (sends ? both.sends : both.receives)[pairs],
         fmt::format("{} of message {} at rank {}", sends ? "a receive" : "a send", pairs + 1,
                     sends ? to : from),
         fmt::format("{} there", pairs));
  }

  KinetoJob& job_;
  std::map<int, std::map<int, Operations>> collectives_;  // by group, then rank
  std::map<Pair, Sides> messages_;
  std::int64_t uneven_ = 0;
};

}  // namespace

void require_agreement(KinetoJob& job) { Agreement(job).require(); }

}  // namespace jacquard::interop
