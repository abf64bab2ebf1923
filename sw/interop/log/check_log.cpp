// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/check_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "jacquard/base/error.hpp"

namespace jacquard::interop {
namespace {

using base::index;

using Calls = std::vector<const LogCall*>;

struct Mismatch {
  const char* of = nullptr;
  std::string first;
  std::string second;
};

// A class's calls by what they have to agree on with others.
struct Agreements {
  std::map<int, Calls> collectives;                   // by group of the representative
  using Messages = std::map<std::int64_t, Calls>;     // by tag
  std::map<std::pair<int, bool>, Messages> messages;  // by peer, and whether this rank sends
};

std::string size_of(const LogCall& call) {
  return fmt::format("{} bytes of {}", call.bytes.count(), call.dtype);
}

std::string file_of(const LogClass& one, int rank) {
  return std::filesystem::path(one.file_of(rank)).filename().string();
}

class Checker {
 public:
  Checker(const Log& log, const Families& families)
      : log_(log), families_(families), class_of_(index(log.ranks)), place_(index(log.ranks)) {
    for (std::size_t c = 0; c < log.classes.size(); ++c) {
      const std::vector<int>& ranks = log.classes[c].ranks;
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        class_of_[index(ranks[i])] = static_cast<int>(c);
        place_[index(ranks[i])] = i;
      }
      agreements_.push_back(agreements_of(log.classes[c]));
    }
  }

  void check() {
    for (const LogClass& one : log_.classes) require_groups(one);
    check_world();
    for (const auto& [id, group] : log_.groups) check_group(id, group);
    for (std::size_t c = 0; c < log_.classes.size(); ++c) check_messages(static_cast<int>(c));
  }

 private:
  static Agreements agreements_of(const LogClass& one) {
    Agreements all;
    for (const LogCall& call : one.calls) {
      if (is_collective(call.op)) {
        Calls& calls = all.collectives[call.group];
        if (call.seq >= 0 && call.seq != static_cast<std::int64_t>(calls.size())) {
          throw base::ConfigError(
              {one.file, fmt::format("line {}, #/seq", call.line),
               fmt::format("{}, the collectives of this group before", calls.size()),
               std::to_string(call.seq), ""});
        }
        calls.push_back(&call);
      } else if (is_message(call.op)) {
        all.messages[{call.peer, call.op == LogOp::send}][call.tag].push_back(&call);
      }
    }
    return all;
  }

  // Each rank of a class has a group where its representative calls one.
  void require_groups(const LogClass& one) const {
    for (const auto& [group, calls] :
         agreements_[index(class_of_[index(one.representative)])].collectives) {
      for (const int rank : one.ranks) {
        if (families_.counterpart(group, rank) != Families::kNone) continue;
        fail(*calls.front(), one, one.representative,
             fmt::format("a group of the family of {} for rank {}, which is of the same class",
                         name_of(group), rank),
             "none");
      }
    }
  }

  std::string name_of(int group) const {
    return group == 0 ? "all ranks" : "group '" + log_.groups.at(group).name + "'";
  }

  const LogClass& class_of(int rank) const {
    return base::at(log_.classes, class_of_[index(rank)]);
  }

  // Calls of the rank in this group, which its representative has in a group of its own.
  const Calls& calls_of(int rank, int group) const {
    static const Calls none;
    const int own = families_.counterpart(group, class_of(rank).representative);
    const auto& all = agreements_[index(class_of_[index(rank)])].collectives;
    const auto calls = all.find(own);
    return calls == all.end() ? none : calls->second;
  }

  void check_world() {
    std::vector<int> all(index(log_.ranks));
    for (int rank = 0; rank < log_.ranks; ++rank) all[index(rank)] = rank;
    check_members(0, all);
  }

  void check_group(int id, const LogGroup& group) { check_members(id, group.ranks); }

  void check_members(int id, const std::vector<int>& members) {
    const int first = members.front();
    for (const int rank : members) {
      // Two classes agree in all groups of a family if they do in one.
      const auto key = std::tuple(id == 0 ? -1 : families_.family_of(id), class_of_[index(first)],
                                  class_of_[index(rank)]);
      if (compared_.insert(key).second) compare(id, members, first, rank);
    }
  }

  // The place of a root in its group, the same for all ranks of a class.
  int root_of(const LogCall& call) const {
    if (call.peer < 0 || call.group == 0) return call.peer;
    const std::vector<int>& ranks = log_.groups.at(call.group).ranks;
    return static_cast<int>(std::find(ranks.begin(), ranks.end(), call.peer) - ranks.begin());
  }

  void compare(int id, const std::vector<int>& members, int first, int rank) const {
    const Calls& a = calls_of(first, id);
    const Calls& b = calls_of(rank, id);
    const std::size_t both = std::min(a.size(), b.size());
    for (std::size_t k = 0; k < both; ++k) {
      const Mismatch mismatch = mismatch_of(*a[k], *b[k], members);
      if (mismatch.of == nullptr) continue;
      fail(*b[k], class_of(rank), rank,
           fmt::format("the same {} as {}, also collective {} of {}: {}", mismatch.of,
                       described(*a[k], class_of(first), first), k, name_of(id), mismatch.first),
           mismatch.second);
    }
    if (a.size() == b.size()) return;
    const bool first_has = a.size() > both;
    const LogCall& lone = *(first_has ? a : b)[both];
    const int has = first_has ? first : rank;
    const int lacks = first_has ? rank : first;
    fail(lone, class_of(has), has, fmt::format("a counterpart at each rank of {}", name_of(id)),
         fmt::format("{} collectives of it at rank {}, {} at rank {} ({})",
                     std::max(a.size(), b.size()), has, both, lacks,
                     file_of(class_of(lacks), lacks)));
  }

  Mismatch mismatch_of(const LogCall& a, const LogCall& b, const std::vector<int>& members) const {
    if (a.op != b.op) return {"op", interop::name_of(a.op), interop::name_of(b.op)};
    if (a.dtype != b.dtype) return {"dtype", a.dtype, b.dtype};
    const bool uneven = a.op == LogOp::all_to_all && (!a.splits.empty() || !b.splits.empty() ||
                                                      a.unpredictable || b.unpredictable);
    if (a.bytes != b.bytes && !uneven) return {"size", size_of(a), size_of(b)};
    if (a.reduce_op != b.reduce_op) return {"reduce_op", a.reduce_op, b.reduce_op};
    if (a.unpredictable != b.unpredictable) {
      return {"'unpredictable'", a.unpredictable ? "true" : "false",
              b.unpredictable ? "true" : "false"};
    }
    const int own = root_of(a);
    const int other = root_of(b);
    if (own == other) return {};
    const auto shown = [&](int place) {
      return place < 0 ? std::string("none") : fmt::format("rank {}", members[index(place)]);
    };
    return {"root", shown(own), shown(other)};
  }

  void check_messages(int own) {
    const LogClass& one = base::at(log_.classes, own);
    for (const auto& [key, messages] : agreements_[index(own)].messages) {
      for (std::size_t i = 0; i < one.ranks.size(); ++i) {
        const int rank = one.ranks[i];
        const int peer = families_.peer(one, i, key.first);
        const int other = class_of_[index(peer)];
        const int slot = slot_of(other, place_[index(peer)], rank, !key.second);
        if (compared_messages_.insert({own, key.first, key.second, other, slot}).second) {
          compare_messages(messages, key.second, rank, peer, slot);
        }
      }
    }
  }

  // What the representative of a class calls the peer that a rank of it calls `rank`; -1: nothing.
  int slot_of(int own, std::size_t place, int rank, bool sends) const {
    for (const auto& [key, messages] : agreements_[index(own)].messages) {
      if (key.second != sends) continue;
      if (families_.peer(base::at(log_.classes, own), place, key.first) == rank) return key.first;
    }
    return -1;
  }

  void compare_messages(const Agreements::Messages& own, bool sends, int rank, int peer,
                        int slot) const {
    const Agreements& others = agreements_[index(class_of_[index(peer)])];
    static const Agreements::Messages none;
    const auto found = others.messages.find({slot, !sends});
    const Agreements::Messages& other = found == others.messages.end() ? none : found->second;
    for (const auto& [tag, calls] : own) {
      const auto same_tag = other.find(tag);
      const Calls empty;
      const Calls& back = same_tag == other.end() ? empty : same_tag->second;
      for (std::size_t k = 0; k < calls.size(); ++k) {
        if (k >= back.size()) {
          fail(
              *calls[k], class_of(rank), rank,
              fmt::format("a {} of rank {} with tag {} for it", sends ? "recv" : "send", peer, tag),
              fmt::format("{} of rank {} ({}) for {} of these", back.size(), peer,
                          file_of(class_of(peer), peer), calls.size()));
        }
        if (calls[k]->bytes == back[k]->bytes && calls[k]->dtype == back[k]->dtype) continue;
        fail(*calls[k], class_of(rank), rank,
             fmt::format("the size of {}, its other side: {}",
                         described(*back[k], class_of(peer), peer), size_of(*back[k])),
             size_of(*calls[k]));
      }
    }
  }

  [[noreturn]] static void fail(const LogCall& call, const LogClass& one, int rank,
                                const std::string& expected, const std::string& found) {
    throw base::ConfigError({one.file,
                             fmt::format("line {} (rank {}, call {}, {})", call.line, rank,
                                         call.call_id, interop::name_of(call.op)),
                             expected, found, ""});
  }

  const Log& log_;
  const Families& families_;
  std::vector<int> class_of_;
  std::vector<std::size_t> place_;
  std::vector<Agreements> agreements_;
  std::set<std::tuple<int, int, int>> compared_;
  std::set<std::tuple<int, int, bool, int, int>> compared_messages_;
};

}  // namespace

std::string described(const LogCall& call, const LogClass& one, int rank) {
  return fmt::format("rank {}'s {} (call {}, {} line {})", rank, name_of(call.op), call.call_id,
                     file_of(one, rank), call.line);
}

void check_log(const Log& log, const Families& families) { Checker(log, families).check(); }

}  // namespace jacquard::interop
