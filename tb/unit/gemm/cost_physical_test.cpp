// SPDX-License-Identifier: Apache-2.0
// Mode physical against the programs themselves, run operation by operation on one chip, and its
// memory's share against bytes counted by hand.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "jacquard/gemm/cost/gemm_cost.hpp"
#include "unit/gemm/timeline.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

namespace {

Chip fitted() { return gemm::chip_of("tpu-v4-sim", config::Place{"test", ""}); }

// Of one operation on the links or the cores of a chip whose memory bounds nothing.
std::int64_t duration(const Program& program, const Chip& chip, const Op& op) {
  const Mesh& mesh = program.request.mesh;
  if (op.kind == OpKind::multiply) {
    const Buffer& left = program.buffer(op.from);
    const Buffer& to = program.buffer(op.to);
    const double k = static_cast<double>(op.left_transposed ? left.rows : left.columns);
    const double flops = 2 * k * static_cast<double>(to.values());
    return std::llround(flops / chip.effective.count() * 1e12);
  }
  const int chips = mesh.size(op.direction);
  const bool send = op.kind == OpKind::permute;
  const bool skew = send && (op.shift.by_row != 0 || op.shift.by_column != 0);
  const bool scatter = op.kind == OpKind::scatter_sum;
  const Transfer transfer = send      ? Transfer::send_receive
                            : scatter ? Transfer::reduce_scatter
                                      : Transfer::all_gather;
  const double bytes = static_cast<double>(program.bytes_of(op).count()) / (scatter ? chips : 1);
  const int hops = skew ? chips / 2 : send ? 1 : chips - 1;
  const TransferCost& cost = chip.of(transfer);
  const double rate = base::at(cost.bandwidth, std::min(static_cast<int>(op.direction), 1)).count();
  const double launch = op.launched ? static_cast<double>(cost.launch.count()) : 0;
  return std::llround(launch +
                      hops * (static_cast<double>(cost.sync.count()) + bytes / rate * 1e12));
}

void compare(const Request& request, const Chip& chip) {
  if (illegal(request)) return;
  INFO(name_of(request.algorithm) << " " << name_of(request.dataflow) << " "
                                  << text_of(request.mesh) << " in " << request.slices
                                  << " overlapping " << name_of(overlapped(request)));
  const Program program = program_of(request);
  const std::int64_t ends =
      ends_at(program, [&](const Op& op) { return duration(program, chip, op); });
  const double closed = cost_of(request, chip, Mode::physical).time.count() * 1e12;
  // Buffers of joined blocks bind steps of unequal length in ways that the closed form has not.
  const bool even = request.algorithm != Algorithm::wang || request.slices == 1 ||
                    request.slices == request.mesh.size(overlapped(request));
  const double apart = even ? 0 : 0.05;
  CHECK(closed == Approx(ends).epsilon(apart).margin(program.ops.size()));
}

// When the last chip has the last of so many panels, root after root, packet after packet. A chip
// begins a panel when it has passed the one before on, and a launch later.
double chains_end(int chips, int panels, int packets, double launch, double packet) {
  std::vector<double> free_at(static_cast<std::size_t>(chips), 0);
  for (int panel = 0; panel < panels; ++panel) {
    const int root = panel / (panels / chips);
    std::vector<double> came(static_cast<std::size_t>(packets), 0);
    for (int place = 0; place < chips; ++place) {
      double& free = base::at(free_at, (root + place) % chips);
      double sent = free + launch;
      for (double& at : came) {
        sent = std::max(sent, at);
        if (place + 1 < chips) at = sent += packet;
      }
      free = sent;
    }
  }
  return *std::max_element(free_at.begin(), free_at.end());
}

}  // namespace

TEST_CASE("SUMMA's panels follow each other down their chains in mode physical", "[gemm]") {
  Chip chip = fitted();
  chip.memory_bandwidth = base::BytesPerSecond{0};
  chip.effective = base::FlopsPerSecond{1e18};
  for (const Mesh& mesh : {Mesh{2, 2, 1}, Mesh{4, 4, 1}, Mesh{8, 8, 1}, Mesh{16, 16, 1},
                           Mesh{1, 8, 1}, Mesh{2, 8, 1}, Mesh{3, 8, 1}}) {
    for (const int packets : {1, 0, 32}) {
      Request r;
      r.algorithm = Algorithm::summa;
      r.mesh = mesh;
      // Nearly all bytes move along rows.
      r.shape = {mesh.rows * 4096, mesh.columns * 8, 49152};
      r.slices = 0;
      r.packets = packets;
      const int chips = mesh.columns;
      const int panels = std::lcm(mesh.rows, mesh.columns);
      const int count = packets == 0 ? chips : packets;
      const double bytes = 4096.0 * 49152 / panels * 2;
      const double packet = 11.6e-6 + bytes / count / 83.6e9;
      INFO(text_of(mesh) << ", " << count << " packets");
      CHECK(cost_of(r, chip, Mode::physical).time.count() ==
            Approx(chains_end(chips, panels, count, 68.4e-6, packet)).epsilon(0.01));
    }
  }
}

TEST_CASE("mode physical without a memory's bound takes the time of the program", "[gemm]") {
  Chip chip = fitted();
  chip.memory_bandwidth = base::BytesPerSecond{0};
  for (const double flops : {1e13, 245e12, 1e16}) {
    chip.effective = base::FlopsPerSecond{flops};
    for (const Dataflow dataflow : {Dataflow::os, Dataflow::ls, Dataflow::rs}) {
      Request r;
      r.dataflow = dataflow;
      r.shape = {15360, 7680, 30720};
      for (const Mesh& mesh : {Mesh{4, 2, 1}, Mesh{2, 5, 1}, Mesh{8, 8, 1}, Mesh{1, 6, 1}}) {
        r.mesh = mesh;
        r.overlapped.reset();
        r.algorithm = Algorithm::meshslice;
        for (const int slices : {1, 2, 3, 8}) {
          r.slices = slices;
          compare(r, chip);
        }
        r.algorithm = Algorithm::wang;
        for (const Direction cut : {Direction::row, Direction::column}) {
          r.overlapped = cut;
          for (r.slices = 1; r.slices <= mesh.size(cut); ++r.slices) compare(r, chip);
        }
      }
    }
    for (const Mesh& mesh : {Mesh{4, 4, 1}, Mesh{5, 5, 1}, Mesh{2, 2, 1}}) {
      Request r;
      r.algorithm = Algorithm::cannon;
      r.shape = {15360, 15360, 30720};  // both skews take as long
      r.mesh = mesh;
      compare(r, chip);
    }
  }
}

TEST_CASE("a product that its memory bounds takes its traffic's time", "[gemm]") {
  Chip chip = fitted();
  chip.effective = base::FlopsPerSecond{1e18};
  chip.memory_bandwidth = base::BytesPerSecond{1e9};
  Request r;
  r.mesh = {1, 1, 1};
  r.shape = {1000, 1000, 1000};
  r.block = 4;
  const auto ms = [&] { return cost_of(r, chip, Mode::physical).time.count() * 1e3; };
  CHECK(ms() == Approx(6));  // three matrices of 2 MB
  // Two slices: 2 MB of A and B copied, read and written, for each; products of 4 MB, and of 6 MB
  // where the sum is read again.
  r.slices = 2;
  CHECK(ms() == Approx(4 + 4 + 4 + 6));
  r.dataflow = Dataflow::ls;
  // A is read for both products, B in halves, C written in halves; B and C are copied.
  CHECK(ms() == Approx(2 * (2 + 1 + 1) + 2 * 4));
}

TEST_CASE("links shared by both ways have at most the link's bandwidth in mode physical",
          "[gemm]") {
  const Chip chip = fitted();
  Request r;
  r.algorithm = Algorithm::collective;
  r.mesh = {1, 8, 1};
  r.shape = {8192, 8192, 8192};
  MeshNetwork network;
  const double shard = 8192.0 * 1024 * 2;
  const auto transfer = [&] { return cost_of(r, chip, Mode::physical, network).transfer.count(); };
  CHECK(transfer() == Approx(7 * shard / 83.6e9));
  network.rings = Rings::two_way;
  CHECK(transfer() == Approx(3.5 * shard / 45e9));
  network = {};
  network.open[0] = true;
  CHECK(transfer() == Approx(7 * shard / 45e9));
}
