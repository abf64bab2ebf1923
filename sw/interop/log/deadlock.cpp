// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/deadlock.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/cycle.hpp"
#include "jacquard/base/span.hpp"

namespace jacquard::interop {
namespace {

using base::index;
using workload::Job;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

bool meets(const OpNode& node) { return node.kind == OpKind::collective || node.barrier; }

// Vertices are calls, with the nodes of all actors who take part, and other nodes by themselves.
class Waiting {
 public:
  // `npus`: who acts. `actor_of`: the actor that stands for each NPU.
  Waiting(const Job& job, std::vector<int> npus, std::vector<int> actor_of)
      : job_(job), npus_(std::move(npus)), actor_of_(std::move(actor_of)) {
    first_.push_back(0);
    for (const int npu : npus_) first_.push_back(first_.back() + index(job.graph(npu).size()));
    vertex_.resize(first_.back());
    std::iota(vertex_.begin(), vertex_.end(), 0);
    join_collectives();
    join_messages();
    add_waits();
  }

  // Some messages have their other side at another actor for some NPUs: circles prove nothing.
  bool is_partial() const { return partial_; }

  std::vector<Wait> find() const {
    const std::vector<int> cycle =
        base::find_cycle(static_cast<int>(vertex_.size()), [this](int v) { return after(v); });
    std::vector<Step> steps;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      steps.push_back(step(cycle[i], cycle[(i + 1) % cycle.size()]));
    }
    return waits_of(steps);
  }

 private:
  struct Step {
    int actor = 0;
    int later = 0;
    int earlier = 0;
  };

  const OpGraph& graph(int actor) const { return job_.graph(base::at(npus_, actor)); }
  int place(int actor, int node) const { return static_cast<int>(first_[index(actor)]) + node; }
  base::Span<const int> after(int vertex) const {
    const std::size_t begin = waits_first_[index(vertex)];
    return {waits_.data() + begin, waits_first_[index(vertex) + 1] - begin};
  }

  // Of each actor, equal for those whose NPUs meet in some group of this number.
  std::vector<int> together(int group) const {
    std::vector<int> parent(npus_.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int a) {
      while (parent[index(a)] != a) a = parent[index(a)] = parent[index(parent[index(a)])];
      return a;
    };
    if (job_.partitions.count(group) == 0) return std::vector<int>(npus_.size(), 0);
    for (int npu = 0; npu < job_.npus(); ++npu) {
      const int first = root(actor_of_[index(job_.first_member(group, npu))]);
      parent[index(root(actor_of_[index(npu)]))] = first;
    }
    for (std::size_t a = 0; a < parent.size(); ++a) parent[a] = root(static_cast<int>(a));
    return parent;
  }

  void join_collectives() {
    std::map<int, std::vector<int>> together_in;
    std::map<std::tuple<int, int, int>, int> calls;
    for (int a = 0; a < static_cast<int>(npus_.size()); ++a) {
      std::map<int, int> issued;
      for (int n = 0; n < graph(a).size(); ++n) {
        if (!meets(graph(a).node(n))) continue;
        const int group = graph(a).group(n);
        const auto [known, is_new] = together_in.try_emplace(group);
        if (is_new) known->second = together(group);
        const auto key = std::tuple(group, known->second[index(a)], issued[group]++);
        vertex_[index(place(a, n))] = calls.try_emplace(key, place(a, n)).first->second;
      }
    }
  }

  void join_messages() {
    struct Exchange {
      std::vector<int> sends;
      std::vector<int> receives;
    };
    std::map<std::tuple<int, int, std::int64_t>, Exchange> exchanges;
    for (int a = 0; a < static_cast<int>(npus_.size()); ++a) {
      for (int n = 0; n < graph(a).size(); ++n) {
        const OpNode& node = graph(a).node(n);
        if (node.kind != OpKind::send && node.kind != OpKind::receive) continue;
        const int other = base::at(actor_of_, job_.peer(node, base::at(npus_, a)));
        if (node.kind == OpKind::send) {
          exchanges[{a, other, node.tag}].sends.push_back(place(a, n));
        } else {
          exchanges[{other, a, node.tag}].receives.push_back(place(a, n));
        }
      }
    }
    for (const auto& [key, exchange] : exchanges) {
      partial_ = partial_ || exchange.sends.size() != exchange.receives.size();
      const std::size_t pairs = std::min(exchange.sends.size(), exchange.receives.size());
      for (std::size_t k = 0; k < pairs; ++k) {
        vertex_[index(exchange.receives[k])] = exchange.sends[k];
      }
    }
  }

  template <class Take>
  void each_wait(Take&& take) const {
    for (int a = 0; a < static_cast<int>(npus_.size()); ++a) {
      for (int n = 0; n < graph(a).size(); ++n) {
        for (const int before : graph(a).dependencies(n)) {
          take(vertex_[index(place(a, n))], vertex_[index(place(a, before))], Step{a, n, before});
        }
      }
    }
  }

  void add_waits() {
    waits_first_.assign(vertex_.size() + 1, 0);
    each_wait([this](int from, int, const Step&) { ++waits_first_[index(from) + 1]; });
    for (std::size_t v = 1; v < waits_first_.size(); ++v) waits_first_[v] += waits_first_[v - 1];
    waits_.resize(waits_first_.back());
    std::vector<std::size_t> next(waits_first_.begin(), std::prev(waits_first_.end()));
    each_wait([&](int from, int to, const Step&) { waits_[next[index(from)]++] = to; });
  }

  // The node that makes one vertex wait for the other.
  Step step(int from, int to) const {
    Step found;
    bool known = false;
    each_wait([&](int a, int b, const Step& own) {
      if (a == from && b == to && !known) {
        found = own;
        known = true;
      }
    });
    return found;
  }

  bool is_call(int actor, int node) const {
    return workload::communicates(graph(actor).node(node)) || graph(actor).node(node).barrier;
  }

  // Steps over computations are of one actor, and are one wait together.
  std::vector<Wait> waits_of(std::vector<Step> steps) const {
    const auto call = std::find_if(steps.begin(), steps.end(),
                                   [this](const Step& s) { return is_call(s.actor, s.later); });
    std::vector<Wait> waits;
    if (call == steps.end()) return waits;
    std::rotate(steps.begin(), call, steps.end());
    for (const Step& s : steps) {
      if (is_call(s.actor, s.later)) {
        waits.push_back({base::at(npus_, s.actor), s.later, s.earlier});
      } else {
        waits.back().earlier = s.earlier;
      }
    }
    return waits;
  }

  const Job& job_;
  std::vector<int> npus_;
  std::vector<int> actor_of_;
  std::vector<std::size_t> first_;  // of each actor, its first node
  std::vector<int> vertex_;         // of each node
  std::vector<std::size_t> waits_first_;
  std::vector<int> waits_;
  bool partial_ = false;
};

std::vector<int> firsts_of_classes(const Job& job) {
  std::vector<int> first(job.graphs.size(), 0);
  for (int npu = job.npus() - 1; npu >= 0; --npu) first[index(job.class_of[index(npu)])] = npu;
  return first;
}

}  // namespace

std::vector<Wait> find_deadlock(const Job& job) {
  const Waiting classes(job, firsts_of_classes(job), job.class_of);
  const std::vector<Wait> waits = classes.find();
  if (waits.empty() && !classes.is_partial()) return {};
  if (job.graphs.size() == index(job.npus())) return waits;
  constexpr double kMostNodes = 4e6;
  double nodes = 0;
  for (int npu = 0; npu < job.npus(); ++npu) nodes += job.graph(npu).size();
  if (nodes > kMostNodes) return {};
  std::vector<int> all(index(job.npus()));
  std::iota(all.begin(), all.end(), 0);
  return Waiting(job, all, all).find();
}

}  // namespace jacquard::interop
