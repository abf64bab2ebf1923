// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/cost/authors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/gemm/cost/authors_refuse.hpp"

namespace jacquard::gemm {
namespace {

double seconds(base::Picoseconds time) { return base::to_seconds(time).count(); }

bool is_output(const Request& r, Direction direction) { return moves(r, direction) == Matrix::c; }

class Authors {
 public:
  Authors(const Request& request, const Chip& chip, const MeshNetwork& network)
      : r_(request), chip_(chip), network_(network) {}

  GemmTime time() const {
    switch (r_.algorithm) {
      case Algorithm::cannon:
        return cannon();
      case Algorithm::summa:
        return summa();
      case Algorithm::collective:
        return collective();
      case Algorithm::tp:
      case Algorithm::fsdp:
        return logical_ring();
      default:
        return meshslice();
    }
  }

 private:
  // Of what moves in a direction, with the side that slices cut in so many parts.
  double slice_bytes(Direction direction, std::int64_t parts) const {
    const Stored all = stored(r_, moves(r_, direction));
    const bool along_row = direction == Direction::row;
    const std::int64_t rows = all.rows / r_.mesh.rows / (along_row ? 1 : parts);
    const std::int64_t columns = all.columns / r_.mesh.columns / (along_row ? parts : 1);
    return static_cast<double>(rows * columns) * r_.element_bytes;
  }

  // Of a chip's product with its sliced side in so many parts.
  double product(std::int64_t parts) const {
    auto [m, n, k] = r_.shape;
    const Dataflow flow = r_.dataflow;
    m /= flow == Dataflow::rs ? parts : r_.mesh.rows;
    n /= flow == Dataflow::ls ? parts : r_.mesh.columns;
    k /= flow == Dataflow::os ? parts : flow == Dataflow::ls ? r_.mesh.columns : r_.mesh.rows;
    return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) * 2 /
           chip_.effective.count();
  }

  const TransferCost& figures(Direction direction) const {
    return chip_.of(is_output(r_, direction) ? Transfer::reduce_scatter : Transfer::all_gather);
  }
  double rate(Direction direction) const {
    return base::at(figures(direction).bandwidth, static_cast<int>(direction)).count();
  }
  const std::vector<int>& fold(Direction direction) const {
    return base::at(network_.folds, static_cast<int>(direction));
  }
  // Rounded down to whole bytes, as they do.
  static double half(double bytes) { return std::floor(bytes / 2); }

  // All-gather or reduce-scatter of a shard of so many bytes.
  TransferTime collective_of(Direction direction, double bytes) const {
    const TransferCost& cost = figures(direction);
    double hops = r_.mesh.size(direction) - 1;
    double passed = hops * bytes;
    if (fold(direction).size() == 2) {
      passed = hops * half(bytes);
      hops = fold(direction).front() + fold(direction).back() - 2;
    }
    return {seconds(cost.launch), hops * seconds(cost.sync), passed / rate(direction)};
  }

  // Broadcast or reduction of a panel: its packets are infinitely many.
  TransferTime panel_of(Direction direction, double bytes) const {
    const TransferCost& cost = figures(direction);
    double hops = r_.mesh.size(direction) - 1;
    if (fold(direction).size() == 2) {
      bytes = half(bytes);
      hops = fold(direction).front() + fold(direction).back() - 1;
    }
    return {seconds(cost.launch), hops * seconds(cost.sync), bytes / rate(direction)};
  }

  // Their sends always have a row's bandwidth.
  TransferTime send_of(double hops, double bytes) const {
    const TransferCost& cost = chip_.of(Transfer::send_receive);
    return {seconds(cost.launch), hops * seconds(cost.sync),
            hops * bytes / cost.bandwidth.front().count()};
  }

  GemmTime loop(std::int64_t steps, const TransferTime& row, const TransferTime& column,
                AuthorsRule rule) const {
    const double a = row.total();
    const double b = column.total();
    const double g = product(steps);
    const auto n = static_cast<double>(steps);
    const bool mean = rule == AuthorsRule::mean;
    const double both = mean ? (a + b) / 2 : std::max(a, b);
    const double prologue = mean || r_.dataflow == Dataflow::os ? both : a + b;
    return {prologue + (n - 1) * std::max(both, g) + g, n * g, n * (row + column)};
  }

  GemmTime meshslice() const {
    const std::int64_t slices = r_.slices;
    return loop(slices, collective_of(Direction::row, slice_bytes(Direction::row, slices)),
                collective_of(Direction::column, slice_bytes(Direction::column, slices)),
                chip_.authors_rule);
  }

  GemmTime collective() const {
    const TransferTime row = collective_of(Direction::row, slice_bytes(Direction::row, 1));
    const TransferTime column = collective_of(Direction::column, slice_bytes(Direction::column, 1));
    const bool row_first = !is_output(r_, Direction::column);
    const double alone = (row_first ? row : column).total();
    const double beside = (row_first ? column : row).total();
    const double g = product(1);
    return {alone + std::max(g, beside), g, row + column};
  }

  GemmTime summa() const {
    const std::int64_t panels = std::lcm<std::int64_t>(r_.mesh.rows, r_.mesh.columns);
    const auto along = [&](Direction direction) {
      // A panel's side is cut from the whole side, not from the shard's.
      const Stored all = stored(r_, moves(r_, direction));
      const bool along_row = direction == Direction::row;
      const std::int64_t rows = all.rows / (along_row ? r_.mesh.rows : panels);
      const std::int64_t columns = all.columns / (along_row ? panels : r_.mesh.columns);
      return panel_of(direction, static_cast<double>(rows * columns) * r_.element_bytes);
    };
    return loop(panels, along(Direction::row), along(Direction::column), AuthorsRule::max);
  }

  GemmTime cannon() const {
    const int side = r_.mesh.rows;
    const double row = slice_bytes(Direction::row, 1);
    const double column = slice_bytes(Direction::column, 1);
    const double longer = std::max(row, column);
    const double g = product(side);
    const double skew = send_of(side / 2, longer).total();
    const double roll = send_of(1, longer).total();
    const auto sent = [&](double bytes) {
      return send_of(side / 2, bytes) + static_cast<double>(side) * send_of(1, bytes);
    };
    return {skew + side * std::max(roll, g), side * g, sent(row) + sent(column)};
  }

  GemmTime logical_ring() const {
    const Direction along = r_.algorithm == Algorithm::tp ? Direction::row : Direction::column;
    const int chips = r_.mesh.size(along);
    const TransferTime send = send_of(1, slice_bytes(along, 1) / 2);
    const double g = product(chips);
    return {chips * std::max(send.total(), g), chips * g, static_cast<double>(chips) * send};
  }

  const Request& r_;
  const Chip& chip_;
  const MeshNetwork& network_;
};

}  // namespace

GemmTime authors_time(const Request& request, const Chip& chip, const MeshNetwork& network) {
  refuse_what_authors_lack(request, network);
  return Authors(request, chip, network).time();
}

}  // namespace jacquard::gemm
