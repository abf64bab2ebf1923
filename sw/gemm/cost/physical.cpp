// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/cost/physical.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/gemm/cost/traffic.hpp"

namespace jacquard::gemm {
namespace {

constexpr std::array<Direction, 2> kPlane = {Direction::row, Direction::column};

class Physical {
 public:
  Physical(const Request& request, const Chip& chip, const MeshNetwork& network)
      : r_(request), chip_(chip), network_(network) {}

  GemmTime sliced(int slices) const {
    const TransferTime row = gather(Direction::row, slices);
    const TransferTime column = gather(Direction::column, slices);
    const double links = std::max(row.total(), column.total());
    const Work first = product_of(r_, chip_, 1.0 / slices, false);
    const Work later = product_of(r_, chip_, 1.0 / slices, sums_here());
    const Work in = slicing(slices, false);
    const Work out = slicing(slices, true);
    const double passed =
        links_bytes(Direction::row, slices) + links_bytes(Direction::column, slices);
    const auto steady = [&](const Work& product) {
      const double bytes = product.bytes + in.bytes + out.bytes + passed;
      return std::max(
          {links, product.seconds + in.seconds + out.seconds, memory_seconds(chip_, bytes)});
    };
    const double prologue =
        in.seconds + out.seconds + (os() ? links : row.total() + column.total());
    const double n = slices;
    if (slices == 1) {
      return {prologue + first.seconds, first.seconds, row + column};
    }
    const double loop = steady(first) + (n - 2) * steady(later);
    const double compute = first.seconds + (n - 1) * later.seconds + n * (in.seconds + out.seconds);
    return {prologue + loop + later.seconds, compute, n * (row + column)};
  }

  GemmTime wang() const {
    const int steps = steps_of(r_);
    if (steps == 1) return sliced(1);
    const Direction cut = overlapped(r_);
    const TransferTime whole = gather(across(cut), 1);
    const int chips = r_.mesh.size(cut);
    TransferTime sent;
    double compute = product_of(r_, chip_, 1.0 / chips, false).seconds;
    // When the last send and the last three products ended: a buffer is free when the product
    // before the last has read it. Sums that move run this backwards.
    double send_end = 0;
    double product_end = compute;
    double product_before = 0;
    int blocks = 0;
    for (int t = 1; t < steps; ++t) {
      const int until = static_cast<int>(std::int64_t{chips - 1} * t / (steps - 1));
      const double count = until - blocks;
      blocks = until;
      const TransferTime send = send_of(cut, count);
      const Work product = product_of(r_, chip_, count / chips, sums_here());
      sent = sent + send;
      compute += product.seconds;
      send_end = std::max(send_end, t > 1 ? product_before : 0) + send.total();
      product_before = product_end;
      product_end = std::max(product_end, send_end) + product.seconds;
    }
    return {whole.total() + product_end, compute, whole + sent};
  }

  GemmTime summa() const {
    const double panels = std::lcm(r_.mesh.rows, r_.mesh.columns);
    const double iterations = steps_of(r_);
    const double merged = panels / iterations;
    const Chain row = chain(Direction::row, r_.mesh.columns / panels);
    const Chain column = chain(Direction::column, r_.mesh.rows / panels);
    const Work first = product_of(r_, chip_, 1 / iterations, false);
    const Work later = product_of(r_, chip_, 1 / iterations, sums_here());
    const auto of_iteration = [&](const Chain& chain, double pairs) {
      return merged * chain.panel.total() + pairs * chain.change.total();
    };
    const double a = of_iteration(row, merged);
    const double b = of_iteration(column, merged);
    const double first_a = of_iteration(row, merged - 1) + row.fill.total();
    const double first_b = of_iteration(column, merged - 1) + column.fill.total();
    const double prologue = os() ? std::max(first_a, first_b) : first_a + first_b;
    const double loop = iterations > 1 ? std::max({a, b, first.seconds}) +
                                             (iterations - 2) * std::max({a, b, later.seconds})
                                       : 0;
    const Work& last = iterations > 1 ? later : first;
    return {prologue + loop + last.seconds, first.seconds + (iterations - 1) * later.seconds,
            panels * (row.panel + column.panel) + row.fill + column.fill +
                (panels - 1) * (row.change + column.change)};
  }

  GemmTime cannon() const {
    const int side = r_.mesh.rows;
    const double steps = static_cast<double>(side) / r_.mesh.layers;
    const Work first = product_of(r_, chip_, 1.0 / side, false);
    const Work later = product_of(r_, chip_, 1.0 / side, sums_here());
    TransferTime communication;
    double shift = 0;
    double behind = 0;
    for (const Direction direction : kPlane) {
      const TransferTime skew = send_of(direction, side / 2);
      const TransferTime one = side > 1 ? send_of(direction, 1) : TransferTime{};
      communication = communication + skew + (steps - 1) * one;
      shift = std::max(shift, one.total());
      if (moves(r_, direction) == Matrix::c) behind = skew.total();
    }
    const double before = inputs_ready(communication);
    const TransferTime sum = between_layers(Matrix::c);
    const double loop =
        steps > 1 ? std::max(shift, first.seconds) + (steps - 2) * std::max(shift, later.seconds)
                  : 0;
    const Work& last = steps > 1 ? later : first;
    return {before + loop + last.seconds + behind + sum.total(),
            first.seconds + (steps - 1) * later.seconds, communication + sum};
  }

 private:
  bool os() const { return r_.dataflow == Dataflow::os; }
  bool sums_here() const { return os(); }
  bool one_way(Direction direction) const {
    return network_.rings == Rings::one_way &&
           !base::at(network_.open, static_cast<int>(direction));
  }

  // A calibrated figure is that of all links an operation took; where the ways are told apart, each
  // is a link's.
  TransferTime gather(Direction direction, int slices) const {
    TransferTime time = slice_time(r_, chip_, network_, direction, slices);
    if (one_way(direction) || chip_.link.count() <= 0) return time;
    const TransferCost& cost = chip_.of(transfer_of(moves(r_, direction)));
    const double rate = base::at(cost.bandwidth, static_cast<int>(direction)).count();
    time.transfer *= std::max(1.0, rate / chip_.link.count());
    return time;
  }

  // Read by the links and written by them, for one slice.
  double links_bytes(Direction direction, double slices) const {
    return 2 * (r_.mesh.size(direction) - 1) * shard_bytes(r_, moves(r_, direction)) / slices;
  }

  Work slicing(double slices, bool of_output) const {
    double bytes = 0;
    for (const Direction direction : kPlane) {
      const Matrix moving = moves(r_, direction);
      if ((moving == Matrix::c) == of_output) bytes += shard_bytes(r_, moving) / slices;
    }
    return slices > 1 ? copy_of(chip_, bytes) : Work{};
  }

  TransferTime send_of(Direction direction, double hops) const {
    return transfer_time(chip_, Transfer::send_receive, direction, hops,
                         hops * shard_bytes(r_, moves(r_, direction)));
  }

  // A panel's packets on one link; what the chain takes to fill; and what the next panel waits for
  // on average: a root that is new got its last packet one hop late.
  struct Chain {
    TransferTime panel;
    TransferTime fill;
    TransferTime change;
  };
  Chain streamed(Direction direction, Transfer transfer, double bytes) const {
    const int chips = r_.mesh.size(direction);
    if (chips == 1) return {};
    const double packets = r_.packets == 0 ? chips : r_.packets;
    const auto of_packets = [&](double count) {
      return transfer_time(chip_, transfer, direction, count, count * bytes / packets);
    };
    Chain chain{of_packets(packets), of_packets(chips - 2), {}};
    chain.fill.launch = 0;
    return chain;
  }
  Chain chain(Direction direction, double share_of_shard) const {
    const Matrix moving = moves(r_, direction);
    Chain chain =
        streamed(direction, transfer_of(moving), shard_bytes(r_, moving) * share_of_shard);
    const int chips = r_.mesh.size(direction);
    if (chips == 1) return chain;
    const double packets = r_.packets == 0 ? chips : r_.packets;
    // Panels are a multiple of the chips; P - 1 of their pairs have two roots. Of two chips the one
    // that hears is the next root at once.
    const double panels = chips / share_of_shard;
    const double changes = chips > 2 ? chips - 1 : 0;
    chain.change = (changes / (panels - 1) / packets) * chain.panel;
    chain.change.launch = 0;
    return chain;
  }
  TransferTime between_layers(Matrix matrix) const {
    const Chain all = streamed(Direction::depth, transfer_of(matrix), shard_bytes(r_, matrix));
    return all.panel + all.fill;
  }

  // When A and B are on their layer and skewed. What moves comes first.
  double inputs_ready(TransferTime& communication) const {
    double came = 0;
    double ready = 0;
    for (const Direction direction : kPlane) {
      const Matrix moving = moves(r_, direction);
      if (moving == Matrix::c) continue;
      const TransferTime copy = between_layers(moving);
      came += copy.total();
      communication = communication + copy;
      ready = std::max(ready, came + send_of(direction, r_.mesh.rows / 2).total());
    }
    if (os()) return ready;
    const TransferTime copy = between_layers(r_.dataflow == Dataflow::ls ? Matrix::a : Matrix::b);
    communication = communication + copy;
    return std::max(ready, came + copy.total());
  }

  const Request& r_;
  const Chip& chip_;
  const MeshNetwork& network_;
};

}  // namespace

GemmTime physical_time(const Request& request, const Chip& chip, const MeshNetwork& network) {
  const Physical physical(request, chip, network);
  switch (request.algorithm) {
    case Algorithm::cannon:
    case Algorithm::solomonik:
      return physical.cannon();
    case Algorithm::summa:
      return physical.summa();
    case Algorithm::wang:
    case Algorithm::tp:
    case Algorithm::fsdp:
      return physical.wang();
    case Algorithm::collective:
      return physical.sliced(1);
    case Algorithm::meshslice:
      break;
  }
  return physical.sliced(request.slices);
}

}  // namespace jacquard::gemm
