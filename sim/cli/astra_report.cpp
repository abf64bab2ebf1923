// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/astra_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "jacquard/engine/astra/delays.hpp"

namespace jacquard::cli {

namespace {

using engine::astra::Answer;
using engine::astra::Finish;
using engine::astra::Input;

constexpr std::int64_t kPicosecondsPerCycle = 1000;

const char* name_of(topology::Block block) {
  if (block == topology::Block::ring) return "Ring";
  return block == topology::Block::fully_connected ? "FullyConnected" : "Switch";
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

struct ByNpu {
  const Finish* finish = nullptr;
  const std::vector<std::int64_t>* bytes = nullptr;

  std::int64_t exposed() const { return finish->time - finish->compute; }
  bool operator<(const ByNpu& o) const {
    return std::tie(finish->time, finish->compute, *bytes) <
           std::tie(o.finish->time, o.finish->compute, *o.bytes);
  }
};

std::vector<ByNpu> by_npu(const Answer& answer) {
  std::vector<ByNpu> npus(answer.bytes.size());
  for (const Finish& finish : answer.finished) {
    const auto at = static_cast<std::size_t>(finish.npu);
    npus[at] = {&finish, &answer.bytes[at]};
  }
  return npus;
}

}  // namespace

std::vector<std::string> astra_lines(const Answer& answer) {
  std::vector<std::string> lines;
  for (const Finish& f : answer.finished) {
    lines.push_back(fmt::format("sys[{}] finished, {} cycles, exposed communication {} cycles.",
                                f.npu, f.time, f.time - f.compute));
  }
  return lines;
}

std::vector<report::Row> astra_rows(const Input& input, const Answer& answer) {
  const std::vector<ByNpu> npus = by_npu(answer);
  std::map<ByNpu, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < npus.size(); ++i) members[npus[i]].push_back(i);
  std::vector<const std::vector<std::size_t>*> classes;
  for (const auto& entry : members) classes.push_back(&entry.second);
  std::sort(classes.begin(), classes.end(),
            [](const auto* a, const auto* b) { return a->front() < b->front(); });

  std::vector<report::Row> rows;
  for (const auto* own : classes) {
    const ByNpu& npu = npus[own->front()];
    report::Row row;
    row["row_kind"] = "npu_class";
    row["first_npu"] = own->front();
    row["npus"] = own->size();
    row["time_ps"] = npu.finish->time * kPicosecondsPerCycle;
    row["exposed_comm_ps"] = npu.exposed() * kPicosecondsPerCycle;
    row["bytes"] = std::accumulate(npu.bytes->begin(), npu.bytes->end(), std::int64_t{0});
    row["utilisation"] =
        ratio(static_cast<double>(npu.finish->compute), static_cast<double>(npu.finish->time));
    rows.push_back(std::move(row));
  }
  std::int64_t last = 0;
  std::int64_t exposed = 0;
  for (const ByNpu& npu : npus) {
    last = std::max(last, npu.finish->time);
    exposed = std::max(exposed, npu.exposed());
  }
  for (std::size_t d = 0; d < input.network.size(); ++d) {
    const engine::astra::Dimension& dimension = input.network[d];
    std::int64_t bytes = 0;
    for (const ByNpu& npu : npus) bytes += (*npu.bytes)[d];
    const double room = engine::astra::bytes_per_ns(dimension) * static_cast<double>(last) *
                        static_cast<double>(npus.size());
    report::Row row;
    row["row_kind"] = "dimension";
    row["dimension"] = d;
    row["topology"] = name_of(dimension.block);
    row["size"] = dimension.npus;
    row["time_ps"] = last * kPicosecondsPerCycle;
    row["exposed_comm_ps"] = exposed * kPicosecondsPerCycle;
    row["bytes"] = bytes;
    row["utilisation"] = ratio(static_cast<double>(bytes), room);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace jacquard::cli
