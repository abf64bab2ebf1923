// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/pairs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "jacquard/interop/log/places.hpp"

namespace jacquard::interop {
namespace {

using base::index;

constexpr std::int64_t kTags = std::int64_t{1} << 54;  // below those that a line may have

class Rewriter {
 public:
  Rewriter(Log& log, const Families& families)
      : log_(log), families_(families), places_(places_of(log, families)) {
    for (std::size_t f = 0; f < families.all().size(); ++f) {
      if (is_of_pairs(f)) found_.insert(static_cast<int>(f));
    }
  }

  std::int64_t rewrite() {
    for (LogClass& one : log_.classes) rewrite(one);
    return replaced_;
  }

 private:
  int family_of(const LogCall& call) const {
    return is_collective(call.op) && call.group != 0 ? families_.family_of(call.group)
                                                     : Families::kNone;
  }

  int other(int group, int rank) const {
    const std::vector<int>& ranks = log_.groups.at(group).ranks;
    return ranks[ranks.front() == rank ? 1 : 0];
  }

  bool is_of_pairs(std::size_t family) const {
    if (places_.of_family[family]) return false;
    for (const int group : families_.all()[family].groups) {
      if (log_.groups.at(group).ranks.size() != 2) return false;
    }
    return std::all_of(log_.classes.begin(), log_.classes.end(), [&](const LogClass& one) {
      return std::all_of(one.calls.begin(), one.calls.end(), [&](const LogCall& call) {
        return family_of(call) != static_cast<int>(family) || can_replace(one, call);
      });
    });
  }

  // All ranks of the class have one place on the digit that tells them from their peers, and these
  // have another: the class stays one. A peer that is known stays what it is.
  bool can_replace(const LogClass& one, const LogCall& call) const {
    if (call.op != LogOp::all_reduce || call.bytes.count() == 0 || call.duration) return false;
    const int peer = other(call.group, one.representative);
    std::optional<std::array<int, 3>> common;
    for (std::size_t i = 0; i < one.ranks.size(); ++i) {
      const int rank = one.ranks[i];
      const int own = other(families_.counterpart(call.group, rank), rank);
      if (has_peer(one, peer) && families_.peer(one, i, peer) != own) return false;
      const int digit = places_.digits.first_difference(rank, own);
      const int there = places_.digits.digit(own, digit);
      const std::array<int, 3> places{digit, places_.digits.digit(rank, digit), there};
      if (places_.digits.with_digit(rank, digit, there) != own) return false;
      if (common.value_or(places) != places) return false;
      common = places;
    }
    return true;
  }

  static bool has_peer(const LogClass& one, int peer) {
    return one.peers.count(peer) > 0 ||
           std::any_of(one.calls.begin(), one.calls.end(), [peer](const LogCall& call) {
             return is_message(call.op) && call.peer == peer;
           });
  }

  void rewrite(LogClass& one) {
    received_.clear();
    next_id_ = 0;
    for (const LogCall& call : one.calls) next_id_ = std::max(next_id_, call.call_id + 1);
    std::vector<LogCall> calls;
    for (LogCall& call : one.calls) {
      add_received_to(call);
      if (found_.count(family_of(call)) > 0) {
        replace(call, one, calls);
        continue;
      }
      const auto received = received_.find(call.wait_of);
      calls.push_back(std::move(call));
      if (calls.back().op == LogOp::wait && received != received_.end()) {
        calls.push_back(wait_for(received->second, calls.back().line));
      }
    }
    one.calls = std::move(calls);
  }

  void add_received_to(LogCall& call) const {
    if (!call.after) return;
    const std::vector<std::int64_t> after = *call.after;
    for (const std::int64_t id : after) {
      const auto received = received_.find(id);
      if (received != received_.end()) call.after->push_back(received->second);
    }
  }

  static LogCall wait_for(std::int64_t id, int line) {
    LogCall wait;
    wait.op = LogOp::wait;
    wait.wait_of = id;
    wait.line = line;
    return wait;
  }

  void replace(const LogCall& call, LogClass& one, std::vector<LogCall>& calls) {
    const int peer = other(call.group, one.representative);
    std::vector<int> peers;
    for (const int rank : one.ranks) {
      peers.push_back(other(families_.counterpart(call.group, rank), rank));
    }
    one.peers[peer] = std::move(peers);
    LogCall send = call;
    send.op = LogOp::send;
    send.async = true;
    send.peer = peer;
    send.tag = -kTags - family_of(call);
    if (send.name.empty()) send.name = "all_reduce";
    send.group = 0;
    LogCall receive = send;
    receive.op = LogOp::recv;
    receive.call_id = next_id_++;
    receive.flops.reset();
    receive.compute_bytes.reset();
    receive.compute_time.reset();
    received_[call.call_id] = receive.call_id;
    calls.push_back(std::move(send));
    calls.push_back(std::move(receive));
    ++replaced_;
    if (call.async) return;
    for (const std::int64_t id : {call.call_id, received_[call.call_id]}) {
      calls.push_back(wait_for(id, call.line));
    }
  }

  Log& log_;
  const Families& families_;
  LogPlaces places_;
  std::set<int> found_;                            // families
  std::map<std::int64_t, std::int64_t> received_;  // of the class, by the id of the all-reduce
  std::int64_t next_id_ = 0;
  std::int64_t replaced_ = 0;
};

}  // namespace

std::int64_t pairs_as_messages(Log& log, const Families& families) {
  return Rewriter(log, families).rewrite();
}

}  // namespace jacquard::interop
