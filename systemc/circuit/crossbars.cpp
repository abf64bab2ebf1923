// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/crossbars.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/circuit/colour_edges.hpp"
#include "systemc/circuit/parallel_crossbars.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using schedule::kUnmatched;
using schedule::Matching;

std::string numbered(const std::string& what, std::size_t k) {
  return what + "_" + std::to_string(k);
}

// Links of one switch, and who counts what they delivered. `prefix`: of names.
class Links {
 public:
  Links(std::string prefix, const Surroundings& around)
      : prefix_(std::move(prefix)), places_(around.places), shuffle_(around.shuffle) {}

  Link& make(const std::string& name, Picoseconds delay, TransferSink& sink, int port) {
    const std::string whole = prefix_ + name;
    all_.push_back(
        std::make_unique<Link>(whole.c_str(), delay, sink, port, places_.add(whole), shuffle_));
    return *all_.back();
  }
  int new_place(const std::string& name) { return places_.add(prefix_ + name); }
  std::int64_t deliveries() const {
    std::int64_t sum = 0;
    for (const auto& link : all_) sum += link->delivered();
    return sum;
  }

 private:
  std::string prefix_;
  std::vector<std::unique_ptr<Link>> all_;
  Places& places_;
  Shuffle& shuffle_;
};

class OneCrossbar final : public Crossbars {
 public:
  OneCrossbar(const CrossbarsShape& shape, const std::string& prefix, const Surroundings& around,
              const CrossbarHardware& hardware)
      : ports_(static_cast<int>(around.nics.size())),
        links_(prefix, around),
        switch_((prefix + "crossbar").c_str(), {ports_, ports_, shape.guard},
                links_.new_place("crossbar"), around.losses) {
    for (int i = 0; i < ports_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      Nic& nic = *around.nics[k];
      nic.connect(links_.make(numbered("up", k), shape.npu_delay[k], switch_, i));
      switch_.connect_output(i, links_.make(numbered("down", k), shape.npu_delay[k], nic, 0));
      if (!around.outages[k].empty()) switch_.set_outages(&around.outages[k], i);
    }
    if (hardware.core == nullptr) return;
    hardware_ = std::make_unique<ClockedCrossbar>("hardware", *hardware.core, hardware.timing,
                                                  switch_, hardware.complain);
  }

  std::vector<Matching> split(const Matching& columns) const override { return {columns}; }

  void apply(const Setting& setting, std::int64_t hold) override {
    if (hardware_ == nullptr) {
      switch_.apply(setting);
    } else {
      hardware_->offer(setting, hold);
      switch_.count_guard(setting);
    }
    kept("", setting);
  }

  std::vector<NamedPort> ports() const override {
    std::vector<NamedPort> all;
    for (const PortUse& use : switch_.outputs()) {
      all.push_back({"port " + std::to_string(all.size()) + " out", use});
    }
    return all;
  }

  std::int64_t deliveries() const override {
    return links_.deliveries() + (hardware_ == nullptr ? 0 : hardware_->clocks());
  }

 private:
  int ports_;
  Links links_;
  CircuitSwitch switch_;
  std::unique_ptr<ClockedCrossbar> hardware_;
};

// All traffic goes up and down again (Chronos s3), so that a permutation of NPUs is a multigraph of
// leaves whose edges, coloured, are the spines.
class LeavesAndSpines final : public Crossbars {
 public:
  LeavesAndSpines(const CrossbarsShape& shape, const std::string& prefix,
                  const Surroundings& around)
      : leaves_count_(shape.leaves),
        spines_count_(shape.spines),
        per_leaf_(static_cast<int>(around.nics.size()) / shape.leaves),
        spine_delay_(shape.spine_delay),
        links_(prefix, around) {
    const int leaf_ports = per_leaf_ + spines_count_;
    for (int l = 0; l < leaves_count_; ++l) {
      const std::string name = numbered("leaf", static_cast<std::size_t>(l));
      leaves_.push_back(std::make_unique<CircuitSwitch>(
          (prefix + name).c_str(), CircuitSwitch::Shape{leaf_ports, leaf_ports, shape.guard},
          links_.new_place(name), around.losses));
    }
    for (int s = 0; s < spines_count_; ++s) {
      const std::string name = numbered("spine", static_cast<std::size_t>(s));
      spines_.push_back(std::make_unique<CircuitSwitch>(
          (prefix + name).c_str(), CircuitSwitch::Shape{leaves_count_, leaves_count_, shape.guard},
          links_.new_place(name), around.losses));
    }
    for (std::size_t k = 0; k < around.nics.size(); ++k) {
      connect_npu(k, shape, *around.nics[k], around.outages[k]);
    }
    for (int l = 0; l < leaves_count_; ++l) {
      for (int s = 0; s < spines_count_; ++s) connect_spine(l, s);
    }
  }

  std::vector<Matching> split(const Matching& columns) const override {
    const auto coloured = colour(columns);
    int parts = 1;
    for (const int c : coloured) parts = std::max(parts, c / spines_count_ + 1);
    std::vector<Matching> all(static_cast<std::size_t>(parts),
                              Matching(columns.size(), kUnmatched));
    std::size_t edge = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] == kUnmatched) continue;
      base::at(all, coloured[edge++] / spines_count_)[i] = columns[i];
    }
    return all;
  }

  void apply(const Setting& setting, std::int64_t) override {
    const Matching idle(static_cast<std::size_t>(per_leaf_ + spines_count_), kUnmatched);
    std::vector<Matching> leaf_up(leaves_.size(), idle), leaf_down(leaves_.size(), idle);
    std::vector<Matching> spine(spines_.size(), Matching(leaves_.size(), kUnmatched));
    const auto coloured = colour(setting.columns);
    std::size_t edge = 0;
    for (int i = 0; i < static_cast<int>(setting.columns.size()); ++i) {
      const int j = base::at(setting.columns, i);
      if (j == kUnmatched) continue;
      const int s = coloured[edge++];
      const auto from = static_cast<std::size_t>(i / per_leaf_);
      const auto to = static_cast<std::size_t>(j / per_leaf_);
      base::at(leaf_up[from], i % per_leaf_) = per_leaf_ + s;
      base::at(spine, s)[from] = static_cast<int>(to);
      base::at(leaf_down[to], per_leaf_ + s) = j % per_leaf_;
    }
    for (std::size_t l = 0; l < leaves_.size(); ++l) {
      // Both directions of a leaf have a time of their own; its guard is counted once.
      Setting up = at(leaf_up[l], setting, Picoseconds{0} - spine_delay_);
      leaves_[l]->apply(up);
      kept("leaf " + std::to_string(l) + " up", up);
      Setting down = at(leaf_down[l], setting, spine_delay_);
      kept("leaf " + std::to_string(l) + " down", down);
      down.guard_from = down.from;
      leaves_[l]->apply(down);
    }
    for (std::size_t s = 0; s < spines_.size(); ++s) {
      const Setting set = at(spine[s], setting, Picoseconds{0});
      spines_[s]->apply(set);
      kept("spine " + std::to_string(s), set);
    }
  }

  std::vector<NamedPort> ports() const override {
    std::vector<NamedPort> all;
    for (std::size_t l = 0; l < leaves_.size(); ++l) {
      const auto& use = leaves_[l]->outputs();
      for (std::size_t p = 0; p < use.size(); ++p) {
        const bool npu = p < static_cast<std::size_t>(per_leaf_);
        const std::string port =
            npu ? " to npu " + std::to_string(l * static_cast<std::size_t>(per_leaf_) + p)
                : " uplink " + std::to_string(p - static_cast<std::size_t>(per_leaf_));
        all.push_back({"leaf " + std::to_string(l) + port, use[p]});
      }
    }
    for (std::size_t s = 0; s < spines_.size(); ++s) {
      const auto& use = spines_[s]->outputs();
      for (std::size_t p = 0; p < use.size(); ++p) {
        all.push_back({"spine " + std::to_string(s) + " to leaf " + std::to_string(p), use[p]});
      }
    }
    return all;
  }

  std::int64_t deliveries() const override { return links_.deliveries(); }

 private:
  static Setting at(const Matching& columns, const Setting& of, Picoseconds shift) {
    const auto moved = [shift](Picoseconds t) { return std::max(t + shift, Picoseconds{0}); };
    return {columns, moved(of.guard_from), moved(of.from), moved(of.to), of.number};
  }

  std::vector<int> colour(const Matching& columns) const {
    std::vector<Edge> edges;
    for (int i = 0; i < static_cast<int>(columns.size()); ++i) {
      const int j = base::at(columns, i);
      if (j != kUnmatched) edges.push_back({i / per_leaf_, j / per_leaf_});
    }
    return colour_edges(edges, leaves_count_);
  }

  void connect_npu(std::size_t k, const CrossbarsShape& shape, Nic& nic,
                   const std::vector<Interval>& outages) {
    CircuitSwitch& leaf = *leaves_[k / static_cast<std::size_t>(per_leaf_)];
    const int port = static_cast<int>(k) % per_leaf_;
    nic.connect(links_.make(numbered("up", k), shape.npu_delay[k], leaf, port));
    leaf.connect_output(port, links_.make(numbered("down", k), shape.npu_delay[k], nic, 0));
    if (!outages.empty()) leaf.set_outages(&outages, port);
  }

  void connect_spine(int l, int s) {
    CircuitSwitch& leaf = *base::at(leaves_, l);
    CircuitSwitch& spine = *base::at(spines_, s);
    const std::string pair = "_" + std::to_string(l) + "_" + std::to_string(s);
    leaf.connect_output(per_leaf_ + s, links_.make("uplink" + pair, spine_delay_, spine, l));
    spine.connect_output(l, links_.make("downlink" + pair, spine_delay_, leaf, per_leaf_ + s));
  }

  int leaves_count_;
  int spines_count_;
  int per_leaf_;
  Picoseconds spine_delay_;
  Links links_;
  std::vector<std::unique_ptr<CircuitSwitch>> leaves_, spines_;
};

// `prefix`: of the names of its parts.
std::unique_ptr<Crossbars> make_one(const CrossbarsShape& shape, const std::string& prefix,
                                    const Surroundings& around, const CrossbarHardware& hardware) {
  if (shape.leaves > 0) return std::make_unique<LeavesAndSpines>(shape, prefix, around);
  return std::make_unique<OneCrossbar>(shape, prefix, around, hardware);
}

}  // namespace

std::unique_ptr<Crossbars> make_crossbars(const CrossbarsShape& shape, const Surroundings& around,
                                          const CrossbarHardware& hardware) {
  if (shape.switches == 1) return make_one(shape, "", around, hardware);
  JQ_CHECK(hardware.core == nullptr, "hardware is one switch");
  std::vector<std::unique_ptr<Crossbars>> all;
  for (int k = 0; k < shape.switches; ++k) {
    all.push_back(make_one(shape, numbered("switch", base::index(k)) + "_", around, {}));
  }
  return std::make_unique<ParallelCrossbars>(std::move(all));
}

}  // namespace jacquard::systemc
