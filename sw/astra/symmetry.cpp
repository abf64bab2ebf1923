// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/symmetry.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "jacquard/astra/lines.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/digest.hpp"

namespace jacquard::astra {

namespace {

using base::Digest;

// Number of `value` in the order of first use.
int alias(std::vector<int>& known, int value) {
  const auto at = std::find(known.begin(), known.end(), value);
  if (at != known.end()) return static_cast<int>(at - known.begin());
  known.push_back(value);
  return static_cast<int>(known.size()) - 1;
}

// What an NPU's class depends on besides its trace.
struct Ties {
  std::vector<int> peers;  // of sends and receives, in the order of first use
  std::vector<int> groups;
  std::vector<int> first_in;  // the node that uses each of them first
  // Kind, group, and involved dimensions of its collectives.
  std::set<std::tuple<CollectiveKind, int, std::vector<bool>>> collectives;
};

template <class Amount>
void add(Digest& out, const std::optional<Amount>& amount) {
  const auto count = amount ? amount->count() : -1;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &count, sizeof bits);
  out.add(bits);
}

Digest::Value digest(const OpGraph& trace, Ties& ties) {
  Digest out;
  out.add_signed(trace.size());
  for (int i = 0; i < trace.size(); ++i) {
    const OpNode& node = trace.node(i);
    out.add_signed(static_cast<int>(node.kind));
    out.add_signed(static_cast<int>(node.stream));
    out.add_signed(node.duration.count());
    add(out, node.flops);
    for (const auto& bytes : node.moved) add(out, bytes);
    for (const int child : trace.dependents(i)) out.add_signed(child);
    if (node.kind == OpKind::send || node.kind == OpKind::receive) {
      add(out, node.bytes);
      out.add_signed(node.tag);
      out.add_signed(alias(ties.peers, node.kind == OpKind::send ? node.to : node.from));
    }
    if (node.kind == OpKind::collective) {
      add(out, node.bytes);
      out.add_signed(static_cast<int>(node.collective));
      out.add_signed(node.priority);
      const int group = trace.group(i);
      out.add_signed(group == 0 ? -1 : alias(ties.groups, group));
      if (ties.first_in.size() < ties.groups.size()) ties.first_in.push_back(i);
      for (const bool involved : node.involved) out.add_signed(involved ? 1 : 0);
      ties.collectives.insert({node.collective, group, node.involved});
    }
  }
  return out.value();
}

// The ties of a trace that shares its nodes with one whose ties are known.
Ties renamed(const Ties& known, const OpGraph& trace) {
  Ties own = known;
  own.collectives.clear();
  std::map<int, int> names = {{0, 0}};
  for (std::size_t i = 0; i < known.groups.size(); ++i) {
    own.groups[i] = trace.group(known.first_in[i]);
    names[known.groups[i]] = own.groups[i];
  }
  for (const auto& [kind, group, involved] : known.collectives) {
    own.collectives.insert({kind, names[group], involved});
  }
  return own;
}

enum class Uniformity : char { unknown, same, mixed };

class Refinement {
 public:
  Refinement(const Input& input, const Places& places)
      : input_(input),
        places_(places),
        ties_(static_cast<std::size_t>(input.job.npus())),
        colour_(static_cast<std::size_t>(input.job.npus())) {
    std::map<Digest::Value, int> numbers;
    std::map<const void*, std::size_t> first_with;
    for (std::size_t i = 0; i < ties_.size(); ++i) {
      const OpGraph& graph = input.job.graph(static_cast<int>(i));
      const auto [known, is_new] = first_with.try_emplace(graph.nodes_id(), i);
      if (!is_new) {
        const bool same = input.job.class_of[i] == input.job.class_of[known->second];
        ties_[i] = same ? ties_[known->second] : renamed(ties_[known->second], graph);
        colour_[i] = colour_[known->second];
        continue;
      }
      const auto value = digest(graph, ties_[i]);
      colour_[i] = numbers.try_emplace(value, static_cast<int>(numbers.size())).first->second;
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
  const std::vector<Ties>& ties() const { return ties_; }

 private:
  void add_peer(Digest& out, int own, int peer) const {
    if (peer < 0 || peer >= places_.npus() || peer == own) return;  // said when it is issued
    const int d = places_.first_difference(own, peer);
    out.add_signed(base::at(colour_, peer));
    out.add_signed(d);
    out.add_signed(hops(places_.dimension(d), places_.digit(own, d), places_.digit(peer, d)));
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
    if (line.list != nullptr) {
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

  void refine() {
    std::map<Digest::Value, int> numbers;
    std::vector<int> next(colour_.size());
    std::map<std::pair<CollectiveKind, int>, std::vector<Line>> lines;
    std::map<std::tuple<CollectiveKind, int, std::size_t>, std::vector<Uniformity>> uniform;
    for (std::size_t i = 0; i < colour_.size(); ++i) {
      const int own = static_cast<int>(i);
      Digest out;
      out.add_signed(colour_[i]);
      for (const int peer : ties_[i].peers) add_peer(out, own, peer);
      for (const auto& [kind, group, involved] : ties_[i].collectives) {
        if (kind == CollectiveKind::broadcast) continue;
        if (group != 0 && input_.job.groups.count(group) == 0) continue;
        auto& known = lines[{kind, group}];
        if (known.empty()) known = lines_of(input_, places_, kind, group);
        for (std::size_t d = 0; d < known.size(); ++d) {
          std::vector<Uniformity>& looked_at = uniform[{kind, group, d}];
          if (group == 0 && d < involved.size() && !involved[d]) continue;
          add_line(out, own, known[d], looked_at);
        }
      }
      next[i] = numbers.try_emplace(out.value(), static_cast<int>(numbers.size())).first->second;
    }
    colour_ = std::move(next);
    colours_ = static_cast<int>(numbers.size());
  }

  const Input& input_;
  const Places& places_;
  std::vector<Ties> ties_;
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
bool peers_told_apart(const std::vector<Ties>& ties, const Symmetry& symmetry) {
  for (const int npu : symmetry.first) {
    std::set<int> classes = {base::at(symmetry.class_of, npu)};
    for (const int peer : base::at(ties, npu).peers) {
      if (peer < 0 || static_cast<std::size_t>(peer) >= symmetry.class_of.size()) return false;
      if (!classes.insert(base::at(symmetry.class_of, peer)).second) return false;
    }
  }
  return true;
}

// Whether all members of a group call it the same in the order of use.
bool groups_told_apart(const Input& input, const std::vector<Ties>& ties) {
  std::map<int, int> name;
  for (const Ties& own : ties) {
    for (std::size_t i = 0; i < own.groups.size(); ++i) {
      const int number = static_cast<int>(i);
      if (name.try_emplace(own.groups[i], number).first->second != number) return false;
      if (input.job.groups.count(own.groups[i]) == 0) return false;
    }
  }
  return true;
}

// Whether messages leave the lines in which all NPUs have the same links, so that links of one
// cannot stand for those of another.
bool strays(const Input& input, const Places& places, const std::vector<Ties>& ties) {
  const auto small_group = [&](int group) {
    return static_cast<int>(input.job.groups.at(group).size()) != places.npus();
  };
  for (const Ties& own : ties) {
    if (!own.peers.empty()) return true;
    if (std::any_of(own.groups.begin(), own.groups.end(), small_group)) return true;
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

}  // namespace

Symmetry symmetry_of(const Input& input, const Places& places) {
  const auto npus = static_cast<std::size_t>(input.job.npus());
  const bool custom = std::any_of(input.custom.begin(), input.custom.end(),
                                  [](const CustomCollective& c) { return !c.empty(); });
  if (!input.symmetry || input.rendezvous || custom || shares_memory(input)) return trivial(npus);
  Refinement refinement(input, places);
  refinement.run();
  Symmetry out;
  std::map<int, int> numbers;
  for (std::size_t i = 0; i < npus; ++i) {
    const auto [at, is_new] =
        numbers.try_emplace(refinement.colours()[i], static_cast<int>(numbers.size()));
    if (is_new) out.first.push_back(static_cast<int>(i));
    out.class_of.push_back(at->second);
    out.groups.push_back(refinement.ties()[i].groups);
  }
  if (!peers_told_apart(refinement.ties(), out) || !groups_told_apart(input, refinement.ties()) ||
      (input.mode == Mode::aware && strays(input, places, refinement.ties()))) {
    return trivial(npus);
  }
  return out;
}

}  // namespace jacquard::astra
