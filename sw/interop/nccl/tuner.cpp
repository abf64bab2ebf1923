// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/nccl/tuner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/line_reader.hpp"

namespace jacquard::interop {
namespace {

using rounds::CollectiveKind;
using Cells = std::vector<std::string>;

const Cells kColumns = {"collective_type", "min_bytes", "max_bytes", "algorithm",  "protocol",
                        "channels",        "nNodes",    "nRanks",    "numPipeOps", "regBuff"};
constexpr std::size_t kLeastCells = 8;
const Cells kKinds = {"allreduce", "allgather", "reducescatter", "broadcast", "reduce"};
constexpr CollectiveKind kKindOf[] = {CollectiveKind::all_reduce, CollectiveKind::all_gather,
                                      CollectiveKind::reduce_scatter, CollectiveKind::broadcast,
                                      CollectiveKind::reduce};
const Cells kAlgorithms = {"tree",           "ring",          "nvls", "nvls_tree",
                           "collnet_direct", "collnet_chain", "pat"};
const Cells kProtocols = {"ll", "ll128", "simple"};

// The row of a line, if it is of one operation on buffers that are not registered.
void read_row(const Cells& cells, const config::Place& line, std::vector<NcclTunerRow>& rows) {
  const auto place = [&](std::size_t i) {
    return config::Place{line.source, line.where + ", column " + kColumns[i]};
  };
  const auto number = [&](std::size_t i, std::int64_t least, std::int64_t most) {
    if (i >= cells.size()) return std::int64_t{-1};
    const auto value = base::parse_number<std::int64_t>(cells[i]);
    if (value && *value >= least && *value <= most) return *value;
    place(i).fail(fmt::format("a whole number in {}..{}", least, most), "'" + cells[i] + "'");
  };
  const auto known = [&](std::size_t i, const Cells& words) {
    const auto found = std::find(words.begin(), words.end(), cells[i]);
    if (found != words.end()) return found - words.begin();
    place(i).fail(fmt::format("one of {}", fmt::join(words, ", ")), "'" + cells[i] + "'");
  };
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t most_ranks = std::int64_t{1} << 30;
  NcclTunerRow row;
  row.kind = kKindOf[known(0, kKinds)];
  row.least = number(1, 0, most);
  row.most = number(2, row.least, most);
  known(3, kAlgorithms);
  known(4, kProtocols);
  row.algorithm = cells[3];
  row.protocol = cells[4];
  number(5, -1, most_ranks);
  row.nodes = static_cast<int>(number(6, -1, most_ranks));
  row.ranks = static_cast<int>(number(7, -1, most_ranks));
  row.where = line.where;
  const std::int64_t operations = number(8, -1, most_ranks), registered = number(9, -1, 1);
  if ((operations == -1 || operations == 1) && registered != 1) rows.push_back(std::move(row));
}

}  // namespace

bool has_nccl_tuner(CollectiveKind kind) {
  return std::find(std::begin(kKindOf), std::end(kKindOf), kind) != std::end(kKindOf);
}

std::vector<NcclTunerRow> read_nccl_tuner(const std::string& path) {
  demand::LineReader lines(demand::file_input(path));
  std::vector<NcclTunerRow> rows;
  for (std::string_view line; lines.next(line);) {
    Cells cells = base::comma_list(line);
    for (std::string& cell : cells) {
      cell.erase(cell.find_last_not_of(" \t") + 1);
      cell.erase(0, cell.find_first_not_of(" \t"));
    }
    const bool is_empty = cells.size() == 1 && cells[0].empty();
    if (is_empty || cells[0].rfind('#', 0) == 0 || cells[0] == kColumns[0]) continue;
    if (cells.size() < kLeastCells || cells.size() > kColumns.size()) {
      lines.here().fail(
          fmt::format("{} to {} cells: {}", kLeastCells, kColumns.size(), fmt::join(kColumns, ",")),
          std::to_string(cells.size()));
    }
    read_row(cells, lines.here(), rows);
  }
  return rows;
}

std::string nccl_tuner_text(const std::vector<NcclTunerRow>& rows, const std::string& about) {
  std::string text = fmt::format("# {}\n# {}\n", about, fmt::join(kColumns, ","));
  for (const NcclTunerRow& row : rows) {
    const auto* kind = std::find(std::begin(kKindOf), std::end(kKindOf), row.kind);
    text += fmt::format("{},{},{},{},{},-1,{},{},-1,-1\n",
                        kKinds[static_cast<std::size_t>(kind - std::begin(kKindOf))], row.least,
                        row.most, row.algorithm, row.protocol, row.nodes, row.ranks);
  }
  return text;
}

}  // namespace jacquard::interop
