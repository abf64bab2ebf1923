// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/merge_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include "jacquard/base/digest.hpp"

namespace jacquard::interop {
namespace {

using base::index;

// What a class's calls are, and the groups and peers that they name, in the order of first use.
struct Signature {
  base::Digest::Value calls;
  std::vector<int> groups;
  std::vector<int> peers;
};

std::int64_t number_of(std::vector<int>& known, int value) {
  const auto at = std::find(known.begin(), known.end(), value);
  const std::int64_t number = at - known.begin();
  if (at == known.end()) known.push_back(value);
  return number;
}

class Signer {
 public:
  explicit Signer(const Log& log) : log_(log) {}

  Signature of(const LogClass& one) {
    out_ = {};
    digest_ = {};
    lines_.clear();
    for (std::size_t i = 0; i < one.calls.size(); ++i) {
      add(one.calls[i]);
      if (one.calls[i].call_id >= 0) lines_[one.calls[i].call_id] = static_cast<std::int64_t>(i);
    }
    out_.calls = digest_.value();
    return std::move(out_);
  }

 private:
  void add(const LogCall& call) {
    add_all({static_cast<std::int64_t>(call.op), call.bytes.count(), call.tag, call.unpredictable,
             call.async, call.detached, static_cast<std::int64_t>(call.phase), call.micro_batch,
             call.layer, call.compute_time ? call.compute_time->count() : -1,
             call.duration ? call.duration->count() : -1});
    for (const double amount : {call.flops.value_or(-1), call.compute_bytes.value_or(-1)}) {
      std::uint64_t word = 0;
      std::memcpy(&word, &amount, sizeof word);
      digest_.add(word);
    }
    for (const std::string* text : {&call.name, &call.dtype, &call.reduce_op, &call.stream}) {
      digest_.add(*text);
    }
    digest_.add_signed(static_cast<std::int64_t>(call.splits.size()));
    for (const std::int64_t split : call.splits) digest_.add_signed(split);
    if (is_collective(call.op)) add_group(call);
    if (is_message(call.op)) digest_.add_signed(number_of(out_.peers, call.peer));
    if (call.op == LogOp::wait) digest_.add_signed(lines_.at(call.wait_of));
    digest_.add_signed(call.after ? static_cast<std::int64_t>(call.after->size()) : -1);
    for (const std::int64_t id : call.after.value_or(std::vector<std::int64_t>{})) {
      digest_.add_signed(lines_.at(id));
    }
  }

  void add_all(std::initializer_list<std::int64_t> words) {
    for (const std::int64_t word : words) digest_.add_signed(word);
  }

  // By family where there is one, else by when it is used first; with the place of the root.
  void add_group(const LogCall& call) {
    if (call.group == 0) {
      add_all({-1, call.peer});
      return;
    }
    const LogGroup& group = log_.groups.at(call.group);
    digest_.add_signed(number_of(out_.groups, call.group));
    digest_.add(group.family);
    const auto root = std::find(group.ranks.begin(), group.ranks.end(), call.peer);
    add_all({static_cast<std::int64_t>(group.ranks.size()),
             call.peer < 0 ? -1 : root - group.ranks.begin()});
  }

  const Log& log_;
  Signature out_;
  base::Digest digest_;
  std::map<std::int64_t, std::int64_t> lines_;  // of each call_id
};

// Groups that stand in each other's place; a number for each such set.
class Roles {
 public:
  explicit Roles(const Log& log) : log_(log) {
    for (const auto& [id, group] : log.groups) parent_[id] = id;
  }

  int root(int group) {
    int& up = parent_.at(group);
    if (up != group) up = root(up);
    return up;
  }

  void join(int a, int b) { parent_[root(b)] = root(a); }

  bool disjoint() {
    for (const auto& [id, all] : ranks_of_roles()) {
      if (std::adjacent_find(all.begin(), all.end()) != all.end()) return false;
    }
    return true;
  }

  // Roles of different classes are one where their groups are the same steps of ranks, and no rank
  // is in both: such as the data parallelism of two stages.
  void join_alike() {
    struct Joined {
      int role = 0;
      std::vector<int> ranks;
    };
    std::map<std::vector<int>, std::vector<Joined>> by_steps;
    for (const auto& [id, ranks] : ranks_of_roles()) {
      if (!log_.groups.at(id).family.empty()) continue;
      std::vector<Joined>& known = by_steps[steps_of(id)];
      std::vector<int> both;
      const auto fits =
          std::find_if(known.begin(), known.end(), [&, own = &ranks](const Joined& j) {
            both.clear();
            std::set_intersection(j.ranks.begin(), j.ranks.end(), own->begin(), own->end(),
                                  std::back_inserter(both));
            return both.empty();
          });
      if (fits == known.end()) {
        known.push_back({id, ranks});
        continue;
      }
      std::vector<int> merged;
      std::merge(fits->ranks.begin(), fits->ranks.end(), ranks.begin(), ranks.end(),
                 std::back_inserter(merged));
      fits->ranks = std::move(merged);
      join(fits->role, id);
    }
  }

 private:
  // Sorted; one that is in two groups comes twice.
  std::map<int, std::vector<int>> ranks_of_roles() {
    std::map<int, std::vector<int>> ranks;
    for (const auto& [id, group] : log_.groups) {
      std::vector<int>& all = ranks[root(id)];
      all.insert(all.end(), group.ranks.begin(), group.ranks.end());
    }
    for (auto& [id, all] : ranks) std::sort(all.begin(), all.end());
    return ranks;
  }

  std::vector<int> steps_of(int id) const {
    std::vector<int> steps = log_.groups.at(id).ranks;
    for (int& rank : steps) rank -= log_.groups.at(id).ranks.front();
    return steps;
  }

  const Log& log_;
  std::map<int, int> parent_;
};

// "4 ranks, 8 apart".
std::string name_of_family(const LogGroup& group) {
  const std::vector<int>& ranks = group.ranks;
  for (std::size_t i = 2; i < ranks.size(); ++i) {
    if (ranks[i] - ranks[i - 1] != ranks[1] - ranks[0]) return group.name + ", ...";
  }
  if (ranks.size() < 2) return group.name + ", ...";
  return fmt::format("{} ranks, {} apart", ranks.size(), ranks[1] - ranks[0]);
}

void name_families(Log& log, Roles& roles) {
  std::map<int, int> sizes;
  std::set<std::string> names;
  for (const auto& [id, group] : log.groups) {
    ++sizes[roles.root(id)];
    names.insert(group.family);
  }
  std::map<int, std::string> of_role;
  for (const auto& [role, size] : sizes) {
    if (size < 2) continue;
    std::string name = name_of_family(log.groups.at(role));
    if (!names.insert(name).second) name += " (" + log.groups.at(role).name + ")";
    names.insert(name);
    of_role[role] = name;
  }
  for (auto& [id, group] : log.groups) {
    const auto name = of_role.find(roles.root(id));
    if (name != of_role.end()) group.family = name->second;
  }
}

void add_ranks(const LogClass& more, const Signature& own, const Families& families,
               const Signature& first, LogClass& one) {
  one.ranks.insert(one.ranks.end(), more.ranks.begin(), more.ranks.end());
  if (more.file != one.file) {
    for (const int rank : more.ranks) one.files[rank] = more.file;
  }
  for (std::size_t p = 0; p < own.peers.size(); ++p) {
    for (std::size_t i = 0; i < more.ranks.size(); ++i) {
      one.peers[first.peers[p]].push_back(families.peer(more, i, own.peers[p]));
    }
  }
}

}  // namespace

void merge_classes(Log& log) {
  Signer signer(log);
  std::vector<Signature> signatures;
  std::map<base::Digest::Value, std::vector<std::size_t>> alike;
  for (std::size_t c = 0; c < log.classes.size(); ++c) {
    signatures.push_back(signer.of(log.classes[c]));
    alike[signatures.back().calls].push_back(c);
  }
  Roles roles(log);
  for (const auto& [calls, classes] : alike) {
    const Signature& first = signatures[classes.front()];
    for (const std::size_t c : classes) {
      for (std::size_t g = 0; g < first.groups.size(); ++g) {
        if (log.groups.at(first.groups[g]).family.empty()) {
          roles.join(first.groups[g], signatures[c].groups[g]);
        }
      }
    }
  }
  if (!roles.disjoint()) return;
  roles.join_alike();
  const Families families(log);
  std::vector<LogClass> merged;
  for (std::size_t c = 0; c < log.classes.size(); ++c) {
    const std::vector<std::size_t>& classes = alike.at(signatures[c].calls);
    if (classes.front() != c) continue;
    LogClass one = log.classes[c];
    one.ranks.clear();
    one.peers.clear();
    for (const std::size_t other : classes) {
      add_ranks(log.classes[other], signatures[other], families, signatures[c], one);
    }
    merged.push_back(std::move(one));
  }
  name_families(log, roles);
  log.classes = std::move(merged);
}

}  // namespace jacquard::interop
