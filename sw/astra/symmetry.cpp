// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/symmetry.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "jacquard/astra/lines.hpp"
#include "jacquard/astra/ties.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/digest.hpp"

namespace jacquard::astra {

namespace {

using base::Digest;

enum class Uniformity : char { unknown, same, mixed };

class Refinement {
 public:
  Refinement(const Input& input, const Places& places)
      : input_(input),
        places_(places),
        ties_(ties_of(input.job)),
        colour_(static_cast<std::size_t>(input.job.npus())) {
    std::map<Digest::Value, int> numbers;
    std::vector<int> of_class(ties_.size(), -1);
    for (std::size_t i = 0; i < colour_.size(); ++i) {
      const int own = input.job.class_of[i];
      int& colour = base::at(of_class, own);
      if (colour < 0) {
        const auto& digest = base::at(ties_, own).digest;
        colour = numbers.try_emplace(digest, static_cast<int>(numbers.size())).first->second;
      }
      colour_[i] = colour;
    }
    colours_ = static_cast<int>(numbers.size());
  }

  // Until no class splits.
  void run() {
    for (int before = 0; before != colours_;) {
      before = colours_;
      refine();
    }
  }

  const std::vector<int>& colours() const { return colour_; }
  const std::vector<TiesOfClass>& ties() const { return ties_; }
  std::vector<TiesOfClass> take_ties() { return std::move(ties_); }

 private:
  void add_peer(Digest& out, int own, int peer) const {
    if (peer < 0 || peer >= places_.npus() || peer == own) return;  // said when it is issued
    out.add_signed(base::at(colour_, peer));
    out.add_signed(base::at(colour_, peer));
    // Without congestion the first dimension is charged alone.
    for (int d = places_.first_difference(own, peer); d < places_.dimensions(); ++d) {
      const int from = places_.digit(own, d);
      const int to = places_.digit(peer, d);
      if (from == to) continue;
      out.add_signed(d);
      out.add_signed(hops(places_.dimension(d), from, to));
      if (input_.mode == Mode::unaware) break;
    }
  }

  // Whether all of a line that is no list have one colour. Asked once for each of its NPUs, looked
  // at once: `known` is by the line's first NPU.
  bool one_coloured(int own, const Line& line, std::vector<Uniformity>& known) const {
    const int first = line.npu_at(own, 0);
    known.resize(colour_.size(), Uniformity::unknown);
    Uniformity& answer = base::at(known, first);
    if (answer == Uniformity::unknown) {
      answer = Uniformity::same;
      for (int i = 1; i < line.members && answer == Uniformity::same; ++i) {
        if (base::at(colour_, line.npu_at(own, i)) != base::at(colour_, first)) {
          answer = Uniformity::mixed;
        }
      }
    }
    return answer == Uniformity::same;
  }

  void add_line(Digest& out, int own, const Line& line, std::vector<Uniformity>& known) const {
    const int position = line.position(own);
    out.add_signed(line.members);
    if (position < 0) return;
    const int n = line.members;
    const collective::Method method = line.implementation.method;
    if (line.of_group()) {
      const bool ring = method == collective::Method::ring;
      for (int i = 1; i < n; ++i) {
        if (ring && i != 1 && i != n - 1) continue;
        const int at = method == collective::Method::halving_doubling ? position ^ i : position + i;
        add_peer(out, own, line.npu_at(own, at % n));
      }
      return;
    }
    if (method == collective::Method::double_binary_tree) out.add_signed(position);
    const auto colour_at = [&](int at) { return base::at(colour_, line.npu_at(own, at)); };
    if (!line.implementation.flat && one_coloured(own, line, known)) return;
    // Hops along a line of all NPUs depend on where it crosses a dimension's border.
    if (line.implementation.flat) {
      for (int i = 1; i < n; ++i) add_peer(out, own, line.npu_at(own, (position + i) % n));
      return;
    }
    const bool flips = method == collective::Method::halving_doubling;
    for (int i = 1; i < n; ++i) {
      const int at = flips ? (position ^ i) % n : (position + i) % n;
      out.add_signed(colour_at(at));
    }
  }

  // Lines along which an NPU of a class communicates, each with what is known of it.
  struct Way {
    const Line* line = nullptr;
    std::vector<Uniformity>* uniformity = nullptr;
  };
  using LineKey = std::tuple<CollectiveKind, int>;

  // A small group's lines are the same for every kind until November 2025.
  std::vector<Way> ways_of(
      const Ties& ties, std::map<std::tuple<LineKey, std::size_t>, std::vector<Uniformity>>& of) {
    std::vector<Way> ways;
    std::set<LineKey> seen;
    for (const auto& [kind, group, involved] : ties.collectives) {
      if (kind == CollectiveKind::broadcast || !input_.job.has_group(group)) continue;
      const bool small = group != 0 && input_.job.size_of(group) != places_.npus();
      const bool alike = small && !input_.since_november_2025;
      const LineKey key{alike ? CollectiveKind::all_reduce : kind, group};
      if (group != 0 && !seen.insert(key).second) continue;
      auto& known = lines_[key];
      if (known.empty()) known = lines_of(input_, places_, kind, group);
      for (std::size_t d = 0; d < known.size(); ++d) {
        if (group == 0 && d < involved.size() && !involved[d]) continue;
        ways.push_back({&known[d], &of[{key, d}]});
      }
    }
    return ways;
  }

  void refine() {
    std::map<Digest::Value, int> numbers;
    std::vector<int> next(colour_.size());
    std::map<std::tuple<LineKey, std::size_t>, std::vector<Uniformity>> uniformity;
    std::vector<std::optional<std::vector<Way>>> ways(ties_.size());
    for (std::size_t i = 0; i < colour_.size(); ++i) {
      const int own = static_cast<int>(i);
      const int number = input_.job.class_of[i];
      const Ties& ties = base::at(ties_, number).ties;
      auto& own_ways = base::at(ways, number);
      if (!own_ways) own_ways = ways_of(ties, uniformity);
      Digest out;
      out.add_signed(colour_[i]);
      for (const OpNode* node : ties.peers) add_peer(out, own, input_.job.peer(*node, own));
      for (const Way& way : *own_ways) add_line(out, own, *way.line, *way.uniformity);
      next[i] = numbers.try_emplace(out.value(), static_cast<int>(numbers.size())).first->second;
    }
    colour_ = std::move(next);
    colours_ = static_cast<int>(numbers.size());
  }

  const Input& input_;
  const Places& places_;
  std::vector<TiesOfClass> ties_;  // by class of the job
  std::map<LineKey, std::vector<Line>> lines_;
  std::vector<int> colour_;
  int colours_ = 0;
};

bool shares_memory(const Input& input) {
  if (input.memory.kind != RemoteMemory::Kind::pool &&
      input.memory.kind != RemoteMemory::Kind::per_node) {
    return false;
  }
  std::set<const void*> seen;
  for (const OpGraph& graph : input.job.graphs) {
    if (!seen.insert(graph.nodes_id()).second) continue;
    for (int i = 0; i < graph.size(); ++i) {
      if (accesses_remote_memory(graph.node(i))) return true;
    }
  }
  return false;
}

// Whether the peers of an NPU are all of different classes, so that class and order say which
// message is whose; and none of its own, as what it sends would come when its peer's message does,
// in an order that one NPU cannot show.
bool peers_told_apart(const Input& input, const std::vector<TiesOfClass>& ties,
                      const Classes& symmetry) {
  for (const int npu : symmetry.first) {
    std::set<int> classes = {base::at(symmetry.class_of, npu)};
    std::set<int> peers;
    for (const OpNode* node : base::at(ties, base::at(input.job.class_of, npu)).ties.peers) {
      const int peer = input.job.peer(*node, npu);
      if (peer < 0 || static_cast<std::size_t>(peer) >= symmetry.class_of.size()) return false;
      if (!peers.insert(peer).second) continue;
      if (!classes.insert(base::at(symmetry.class_of, peer)).second) return false;
    }
  }
  return true;
}

// Whether all members of a listed group call it the same in the order of use.
bool groups_told_apart(const Input& input, const std::vector<TiesOfClass>& ties) {
  std::map<int, int> name;
  for (const TiesOfClass& own : ties) {
    for (std::size_t i = 0; i < own.ties.groups.size(); ++i) {
      const int number = static_cast<int>(i);
      const int group = own.ties.groups[i];
      if (name.try_emplace(group, number).first->second != number) return false;
      if (input.job.groups.count(group) == 0) return false;
    }
  }
  return true;
}

// Whether messages leave the lines in which all NPUs have the same links, so that links of one
// cannot stand for those of another.
bool strays(const Input& input, const Places& places, const std::vector<TiesOfClass>& ties) {
  for (const TiesOfClass& own : ties) {
    if (!own.ties.peers.empty()) return true;
    for (const auto& collective : own.ties.collectives) {
      const int group = std::get<1>(collective);
      if (group != 0 && input.job.size_of(group) != places.npus()) return true;
    }
  }
  for (const auto& implementations : input.system.implementations) {
    for (const Implementation& i : implementations) {
      if (i.flat && places.dimensions() > 1) return true;
    }
  }
  return false;
}

Symmetry trivial(std::size_t npus) {
  Symmetry out;
  out.class_of.resize(npus);
  std::iota(out.class_of.begin(), out.class_of.end(), 0);
  out.first = out.class_of;
  return out;
}

Classes classes_of(const workload::Job& job, const Refinement& refinement) {
  Classes out;
  std::map<int, int> numbers;
  for (std::size_t i = 0; i < refinement.colours().size(); ++i) {
    const auto [at, is_new] =
        numbers.try_emplace(refinement.colours()[i], static_cast<int>(numbers.size()));
    out.class_of.push_back(at->second);
    if (!is_new) continue;
    out.first.push_back(static_cast<int>(i));
    out.groups.push_back(base::at(refinement.ties(), job.class_of[i]).ties.groups);
  }
  return out;
}

}  // namespace

Symmetry symmetry_of(const Input& input, const Places& places) {
  const auto npus = static_cast<std::size_t>(input.job.npus());
  const bool custom = std::any_of(input.custom.begin(), input.custom.end(),
                                  [](const CustomCollective& c) { return !c.empty(); });
  if (!input.symmetry || input.rendezvous || custom || shares_memory(input)) return trivial(npus);
  Refinement refinement(input, places);
  refinement.run();
  Classes classes = classes_of(input.job, refinement);
  Symmetry out = trivial(npus);
  const bool apart = peers_told_apart(input, refinement.ties(), classes) &&
                     groups_told_apart(input, refinement.ties());
  if (apart && input.mode == Mode::aware && strays(input, places, refinement.ties())) {
    out.uncontended = std::move(classes);
  } else if (apart) {
    static_cast<Classes&>(out) = std::move(classes);
  }
  out.ties = refinement.take_ties();
  return out;
}

}  // namespace jacquard::astra
