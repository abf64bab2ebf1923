// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/summary.hpp"

#include <algorithm>
#include <map>

#include "jacquard/base/at.hpp"

namespace jacquard::interop {
namespace {

// Time in which at least one of the operations that it is told of, by their beginnings, runs.
class Busy {
 public:
  void add(const KinetoOp& op) {
    total_ += std::max<std::int64_t>(0, op.end - std::max(op.begin, end_));
    end_ = std::max(end_, op.end);
  }
  std::int64_t total() const { return total_; }
  std::int64_t end() const { return end_; }

 private:
  std::int64_t end_ = 0;
  std::int64_t total_ = 0;
};

}  // namespace

KinetoTotals kineto_totals(const KinetoJob& job) {
  KinetoTotals totals;
  for (const KinetoRank& rank : job.ranks) {
    Busy computes, runs;
    for (const KinetoOp& op : rank.ops) {
      runs.add(op);
      if (op.kind != KinetoKind::nccl) computes.add(op);
      totals.kernels += op.kind != KinetoKind::copy ? 1 : 0;
      totals.copies += op.kind == KinetoKind::copy ? 1 : 0;
    }
    const std::int64_t span = runs.end() - rank.ops.front().begin;
    totals.streams = std::max(totals.streams, static_cast<std::int64_t>(rank.streams.size()));
    totals.span_ns = std::max(totals.span_ns, span);
    totals.all_ns += static_cast<double>(span);
    totals.compute_ns += static_cast<double>(computes.total());
    totals.communication_ns += static_cast<double>(runs.total() - computes.total());
    totals.unsaid += rank.unsaid;
    for (const KinetoCall& call : rank.calls) {
      ++(call.type == ChakraNodeType::comm_coll ? totals.collectives : totals.messages);
    }
  }
  return totals;
}

std::vector<KinetoCallTotals> kineto_calls(const KinetoJob& job) {
  std::map<std::pair<std::string, int>, KinetoCallTotals> all;
  for (std::size_t r = 0; r < job.ranks.size(); ++r) {
    const KinetoRank& rank = job.ranks[r];
    for (const KinetoOp& op : rank.ops) {
      if (op.call < 0) continue;
      const KinetoCall& call = base::at(rank.calls, op.call);
      const bool is_message = call.type != ChakraNodeType::comm_coll;
      const int group = job.number(static_cast<int>(r), call);
      const std::string kind = is_message ? name_of(call.type) : name_of(call.kind);
      KinetoCallTotals& own = all[{kind, group}];
      own.kind = kind;
      own.group = group == 0 ? "all" : job.group_names.at(group);
      own.ranks = job.size_of(group);
      ++own.calls;
      own.bytes += static_cast<double>(call.bytes);
      own.recorded_ns += static_cast<double>(op.end - op.begin);
    }
  }
  std::vector<KinetoCallTotals> list;
  for (auto& [key, own] : all) list.push_back(std::move(own));
  return list;
}

}  // namespace jacquard::interop
