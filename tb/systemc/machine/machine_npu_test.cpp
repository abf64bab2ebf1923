// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/machine_npu.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "jacquard/cost/systolic.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/npu/gemm_run.hpp"
#include "systemc/photonic/support.hpp"

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;
using systemc::GemmWork;

namespace {

systemc::CoresOfNpu cores_of(int count) {
  systemc::CoresOfNpu cores;
  cores.count = count;
  cores.core.array = {32, 32};
  cores.core.dataflow = cost::Dataflow::ws;
  return cores;
}

GemmWork work_of(const cost::MatrixShape& shape, const cost::MatrixShape& tile) {
  GemmWork work;
  work.shape = shape;
  work.tile = tile;
  work.layout = systemc::Layout::tiles;
  return work;
}

memory::MemoryConfig ideal_memory(int channels) {
  memory::MemoryConfig memory;
  memory.organisation.channels = channels;
  memory.fidelity = memory::Fidelity::ideal;
  return memory;
}

// Until a stream has read so many bytes of a module of which it uses `kept`, and what hit.
struct Stream {
  double seconds = 0;
  systemc::CacheCounts counts;
};
Stream read_from(const systemc::ModuleConfig& module, Bytes kept, Bytes bytes) {
  const systemc::Simulation simulation;
  const systemc::Simulation::Scope scope(simulation);
  systemc::MachineNpu npu(0, systemc::ModuleMemory{module, kept}, {});
  Stream stream;
  systemc::Agenda agenda("agenda");
  agenda.after(Picoseconds{0}, [&] {
    npu.computations().move(bytes, memory::Direction::read,
                            [&] { stream.seconds = base::to_seconds(systemc::now()).count(); });
  });
  sc_core::sc_start();
  stream.counts = *npu.memory().cache();
  return stream;
}

// The port carries more than the HBM gives.
systemc::ModuleConfig wide_module() {
  systemc::ModuleConfig module = systemc::ideal_module();
  module.port.lanes = 1024;
  module.cache.line = Bytes{64 << 10};
  module.cache.mshrs = 64;
  return module;
}

}  // namespace

TEST_CASE("A product on a machine's NPU takes what the experiment of one product says") {
  for (const int count : {1, 2, 3}) {
    const auto cores = cores_of(count);
    systemc::NpuConfig npu;
    npu.cores = cores.count;
    npu.core = cores.core;
    npu.memory = ideal_memory(2);
    for (const cost::MatrixShape shape : {cost::MatrixShape{256, 512, 384}, {96, 64, 1000}}) {
      const GemmWork work = work_of(shape, {96, 64, 128});
      const auto alone = run_gemm(npu, work, 0, {"test", ""});
      CHECK(times_of_products(npu.memory, cores, {{work}}).front() == alone.time);
    }
  }
}

// Of 100 ns each, so that loads and stores take next to nothing.
TEST_CASE("A product of one tile takes the clocks of the systolic closed form") {
  auto cores = cores_of(1);
  cores.core.clock = Picoseconds{100'000};
  for (const cost::MatrixShape shape : {cost::MatrixShape{512, 96, 128}, {100, 33, 65}}) {
    GemmWork work = work_of(shape, shape);
    work.overlap = false;
    const auto time = times_of_products(ideal_memory(32), cores, {{work}}).front();
    const auto clocks = static_cast<double>(systolic_clocks(cores.core.one_array(), shape));
    const double ps = clocks * static_cast<double>(cores.core.clock.count());
    CHECK(static_cast<double>(time.count()) == Approx(ps).epsilon(0.002));
    CHECK(static_cast<double>(time.count()) >= ps);
  }
}

TEST_CASE("Products of a list run one after the other") {
  const auto cores = cores_of(2);
  const GemmWork one = work_of({256, 256, 256}, {128, 128, 128});
  const auto times = times_of_products(ideal_memory(2), cores, {{one}, {one, one, one}});
  const double clock = static_cast<double>(cores.core.clock.count());
  CHECK(static_cast<double>(times[1].count()) ==
        Approx(3.0 * static_cast<double>(times[0].count())).margin(3 * clock));
}

TEST_CASE("A stream that a module's cache holds takes the time of its HBM") {
  const systemc::ModuleConfig module = wide_module();
  const Bytes bytes{std::int64_t{1} << 30};
  const Stream stream = read_from(module, Bytes{64 << 20}, bytes);
  CHECK(stream.counts.hit_rate() == 1);
  const double by_hbm = bytes / Bytes{1} / module.all_hbm().organisation.peak().count();
  CHECK(stream.seconds == Approx(by_hbm).epsilon(0.01));
}

TEST_CASE("A stream longer than a module's cache never hits and takes the time of its DDR") {
  systemc::ModuleConfig module = wide_module();
  module.cache.capacity = Bytes{32 << 20};
  const Bytes bytes{256 << 20};
  const Stream stream = read_from(module, Bytes{64 << 20}, bytes);
  CHECK(stream.counts.read_hits == 0);
  const double by_ddr = bytes / Bytes{1} / module.all_ddr().organisation.peak().count();
  CHECK(stream.seconds == Approx(by_ddr).epsilon(0.02));
}

TEST_CASE("Through a port that is slower than the HBM a stream takes the port's time") {
  systemc::ModuleConfig module = wide_module();
  module.port.lanes = 128;  // 900 GB/s, of which headers of 4 B leave 256 / 260
  const Bytes bytes{std::int64_t{1} << 30};
  const double by_port = bytes / Bytes{1} / 900e9 * 260 / 256;
  CHECK(read_from(module, Bytes{64 << 20}, bytes).seconds == Approx(by_port).epsilon(0.01));
}

TEST_CASE("A product's tiles come out of a module as out of a memory that is as fast") {
  systemc::ModuleConfig module = wide_module();
  module.port.latency = Picoseconds{0};
  module.cache.tags = Picoseconds{0};
  module.port.response_header = module.port.request_header = Bytes{1};
  const auto cores = cores_of(1);
  const GemmWork work = work_of({1024, 1024, 1024}, {256, 256, 256});
  const auto hbm = times_of_products(module.all_hbm(), cores, {{work}}).front();
  const auto hits =
      times_of_products(systemc::ModuleMemory{module, Bytes{64 << 20}}, cores, {{work}}).front();
  CHECK(hits / hbm == Approx(1).epsilon(0.01));
}
