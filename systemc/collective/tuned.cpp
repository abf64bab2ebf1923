// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/tuned.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/nccl_choice.hpp"
#include "jacquard/cost/node_collective.hpp"
#include "jacquard/interop/nccl/tuner.hpp"
#include "jacquard/rounds/names.hpp"

namespace jacquard::run {
namespace {

using cost::NcclProtocol;
using interop::NcclTunerRow;
using rounds::CollectiveKind;

constexpr int kUnknown = 0;  // nodes, which no line but one of any number fits

void require_tuned(CollectiveKind kind, const char* option) {
  if (interop::has_nccl_tuner(kind)) return;
  throw base::ConfigError({option, "", "a collective of which NCCL chooses the algorithm",
                           rounds::name_of(kind), "all-reduce, say"});
}

// Of the group of rank 0.
int nodes_of(const Reached& reached, const collective::CollectiveRequest& request) {
  if (reached.per_node < 1) return kUnknown;
  rounds::Collective collective;
  collective.shape = request.shape;
  for (int d = 0; d < request.shape.digits(); ++d) {
    if (request.involves(d)) collective.involved.push_back(d);
  }
  std::set<int> nodes;
  for (int member = 0; member < request.members(); ++member) {
    nodes.insert(collective.rank_of(0, member) / reached.per_node);
  }
  return static_cast<int>(nodes.size());
}

NcclProtocol protocol_of(const std::string& word) {
  if (word == "ll") return NcclProtocol::ll;
  return word == "ll128" ? NcclProtocol::ll128 : NcclProtocol::simple;
}

const char* word_of(NcclProtocol protocol) {
  if (protocol == NcclProtocol::ll) return "ll";
  return protocol == NcclProtocol::ll128 ? "ll128" : "simple";
}

// As NCCL counts them: the larger of what a rank puts in and ends with.
std::int64_t nccl_bytes(CollectiveKind kind, int ranks, base::Bytes put_in) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  if (kind != CollectiveKind::all_gather) return put_in.count();
  return put_in.count() > most / ranks ? most : put_in.count() * ranks;
}

}  // namespace

Tuned tuned_by(const std::string& file, const CollectiveConfig& config, const Reached& reached,
               const topology::Network& network, const collective::CollectiveRequest& request) {
  require_tuned(config.kind, "--kind");
  const int ranks = request.members();
  const int nodes = nodes_of(reached, request);
  const std::int64_t bytes = nccl_bytes(config.kind, ranks, config.bytes);
  const std::vector<NcclTunerRow> rows = interop::read_nccl_tuner(file);
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const NcclTunerRow& r) {
    return r.kind == config.kind && bytes >= r.least && bytes <= r.most &&
           (r.nodes == -1 || r.nodes == nodes) && (r.ranks == -1 || r.ranks == ranks);
  });
  if (row == rows.end()) return {{}, {}, "no line fits, so as without it"};
  const std::string line = fmt::format("{}, {} {}", row->where, row->algorithm, row->protocol);
  const auto by_default = [&](const std::string& why) {
    return Tuned{{}, {}, fmt::format("{}: {}, so as without it", line, why)};
  };
  const auto refuse = [&](const std::string& expected) {
    throw base::ConfigError({file, row->where + ", column algorithm", expected,
                             "'" + row->algorithm + "'", "nothing here has its law"});
  };
  const auto law = node_time_of(config, reached, network, request);
  const bool in_switch = row->algorithm == "nvls";
  if (law && (in_switch || row->algorithm == "ring")) {
    const cost::Device& device = reached.node->device;
    if (in_switch && !cost::nccl_adds_in_switch(device, config.kind, ranks, true)) {
      return by_default(fmt::format("no NVLS for a {} of {} {}", rounds::name_of(config.kind),
                                    ranks, device.name));
    }
    const base::Seconds time = cost::node_collective_by(
        device, {config.kind, ranks, config.bytes, true}, {in_switch, protocol_of(row->protocol)});
    const auto ps = std::llround(time.count() * static_cast<double>(base::kPicosecondsPerSecond));
    return {NodeTime{"nccl-" + row->algorithm, base::Picoseconds{ps}}, {}, line};
  }
  const bool is_tree = row->algorithm == "tree";
  if (!is_tree && row->algorithm != "ring") refuse("ring, tree, or nvls in a node of a GPU");
  if (is_tree && config.kind != CollectiveKind::all_reduce)
    return by_default("NCCL has no such tree");
  Asked asked;
  asked.config = config;
  asked.algorithms = {is_tree ? "double-binary-tree" : "ring"};
  asked.spreads = {collective::Spread::baseline, collective::Spread::blueconnect};
  asked.chunks = {1, 8, 64};
  if (!has_spreads(config, network)) {
    asked.spreads.resize(1);
    asked.chunks.resize(1);
  }
  asked.sizes = {config.bytes};
  asked.reached = reached;
  for (int digit = 0; is_tree && digit < request.shape.digits(); ++digit) {
    const int size = request.shape.radix(digit);
    if (request.involves(digit) && (size & (size - 1)) != 0)
      refuse("no tree of other than 2^k NPUs");
  }
  return {{}, compare(asked, network, 1, 0).front().how, line};
}

namespace {

// As NCCL calls it; "" of what it has not.
std::string nccl_name(const Combination& how, CollectiveKind kind) {
  const std::string name = of_all_dimensions_alike(how.algorithm);
  if (name == "ring" || name == "nccl-ring") return "ring";
  if (name == "nccl-nvls") return "nvls";
  return name == "double-binary-tree" && kind == CollectiveKind::all_reduce ? "tree" : "";
}

// Of messages as large packets; of a node the protocol that NCCL's law has as the fastest.
std::string protocol_for(const Combination& how, const Asked& asked, base::Bytes bytes, int ranks) {
  if (!how.is_by_law() || how.algorithm == "nccl-nvls") return "simple";
  const cost::Device& device = asked.reached.node->device;
  const auto time = [&](NcclProtocol protocol) {
    return cost::node_collective_by(device, {asked.config.kind, ranks, bytes, true},
                                    {false, protocol});
  };
  NcclProtocol best = NcclProtocol::simple;
  for (const NcclProtocol other : {NcclProtocol::ll128, NcclProtocol::ll}) {
    if (other == NcclProtocol::ll128 && device.link_kind != "nvlink") continue;
    if (time(other) < time(best)) best = other;
  }
  return word_of(best);
}

}  // namespace

std::string tuner_text(const Asked& asked, const topology::Network& network,
                       const std::vector<Ranked>& all, const std::string& about) {
  require_tuned(asked.config.kind, "--tuner-out");
  if (!asked.config.involved.empty()) {
    throw base::ConfigError({"--tuner-out", "", "all NPUs", "--involved", "a smaller system"});
  }
  const int ranks = network.npus();
  const int per_node = asked.reached.per_node;
  const int nodes = per_node < 1 ? -1 : (ranks + per_node - 1) / per_node;
  const bool has_law =
      std::any_of(all.begin(), all.end(), [](const Ranked& one) { return one.how.is_by_law(); });
  std::vector<NcclTunerRow> rows;
  std::int64_t size = 0;  // the last that was asked and has a row
  for (const Ranked& one : all) {
    const std::string name = nccl_name(one.how, asked.config.kind);
    const std::int64_t bytes = nccl_bytes(asked.config.kind, ranks, one.bytes);
    // A ring in a node is priced by the law, so messages say nothing of it.
    const bool other_price = has_law && name == "ring" && !one.how.is_by_law();
    if (name.empty() || other_price || (!rows.empty() && bytes == size)) continue;
    NcclTunerRow row;
    row.kind = asked.config.kind;
    row.most = std::numeric_limits<std::int64_t>::max();
    row.algorithm = name;
    row.protocol = protocol_for(one.how, asked, one.bytes, ranks);
    row.nodes = nodes;
    row.ranks = ranks;
    const std::int64_t before = std::exchange(size, bytes);
    if (!rows.empty()) {
      NcclTunerRow& last = rows.back();
      if (last.algorithm == row.algorithm && last.protocol == row.protocol) continue;
      const double middle = std::sqrt(static_cast<double>(before) * static_cast<double>(bytes));
      last.most = std::clamp(std::llround(middle), before + 0LL, bytes - 1LL);
      row.least = last.most + 1;
    }
    rows.push_back(std::move(row));
  }
  if (rows.empty()) {
    throw base::ConfigError({"--tuner-out", "", "a way that NCCL has: ring, tree or NVLS",
                             "none of those compared", "--algorithm all"});
  }
  return interop::nccl_tuner_text(
      rows, about +
                "\n# between the sizes asked, and beyond them, rows are interpolated: a range "
                "ends at the geometric mean");
}

}  // namespace jacquard::run
