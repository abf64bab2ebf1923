// SPDX-License-Identifier: Apache-2.0
// The base protocol's phases and its rules, as an initiator sees them.
#include <catch2/catch.hpp>

#include "systemc/memory/bench.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

// By hand: tRCDRD 19.4 ns are 45 clocks, tCL 12.5 ns are 29, a burst is 2.
const Picoseconds kFirstRead = hbm_clocks(45 + 29 + 2);

struct Bench {
  explicit Bench(const memory::MemoryConfig& config, Picoseconds answer_after = Picoseconds{0})
      : scope(simulation), memory("memory", config), recorder("recorder", answer_after) {
    recorder.socket.bind(memory.socket);
  }
  void run() { sc_core::sc_start(); }

  Simulation simulation;
  Simulation::Scope scope;
  Memory memory;
  Recorder recorder;
};

}  // namespace

TEST_CASE("A read goes through the four phases, and takes an activation, the latency and a burst") {
  Bench bench(hbm());
  elaborate();
  CHECK(bench.recorder.begin(read_of(0x40, 32)) == tlm::TLM_UPDATED);
  bench.run();
  const std::vector<Seen> expected = {{"END_REQ", 0x40, Picoseconds{0}},
                                      {"BEGIN_RESP", 0x40, kFirstRead}};
  CHECK(bench.recorder.seen == expected);
  CHECK(bench.memory.figures().latencies == std::vector<Picoseconds>{kFirstRead});
}

TEST_CASE("A request whose delay has not passed begins when it has") {
  Bench bench(hbm());
  elaborate();
  const Picoseconds later = hbm_clocks(1000);
  CHECK(bench.recorder.begin(read_of(0, 32), later) == tlm::TLM_ACCEPTED);
  bench.run();
  const std::vector<Seen> expected = {{"END_REQ", 0, later},
                                      {"BEGIN_RESP", 0, hbm_clocks(1000 + 45 + 29 + 2)}};
  CHECK(bench.recorder.seen == expected);
}

TEST_CASE("END_REQ is withheld until the queues have room for the last burst") {
  Bench bench(hbm());
  elaborate();
  const memory::ControllerConfig controller;
  const std::size_t room = static_cast<std::size_t>(controller.queue + controller.bank_queue);
  // All in rows of one bank, each as soon as the one before it has its END_REQ.
  std::uint64_t row = 0;
  const auto fill = [&] {
    while (row < 2 * room &&
           bench.recorder.begin(read_of(16 * 1024 * row++, 32)) == tlm::TLM_UPDATED) {
    }
  };
  bench.recorder.accepted = fill;
  fill();
  bench.run();
  const std::vector<Seen> ends = bench.recorder.of("END_REQ");
  REQUIRE(ends.size() == 2 * room);
  CHECK(bench.recorder.of("BEGIN_RESP").size() == 2 * room);
  // The queue and that of the bank fill within clocks. Then each has to wait for a read to be
  // issued: the first tRCDRD after its activation, the next a tRC later, and a clock to move up.
  CHECK(ends[room - 1].at < hbm_clocks(45));
  for (std::size_t i = 0; i < 3; ++i) {
    const Picoseconds issued = hbm_clocks(45 + 104 * static_cast<std::int64_t>(i));
    CHECK(ends[room + i].at >= issued);
    CHECK(ends[room + i].at <= issued + hbm_clocks(1));
  }
}

TEST_CASE("No BEGIN_RESP comes before the END_RESP of the one before it") {
  const Picoseconds slow{1'000'000};
  Bench bench(hbm(), slow);
  elaborate();
  for (std::uint64_t i = 0; i < 3; ++i) bench.recorder.begin(read_of(32 * i, 32));
  bench.run();
  const std::vector<Seen> responses = bench.recorder.of("BEGIN_RESP");
  REQUIRE(responses.size() == 3);
  CHECK(responses[0].at == kFirstRead);
  CHECK(responses[1].at == kFirstRead + slow);
  CHECK(responses[2].at == kFirstRead + slow + slow);
  // The memory was done long before: an access's latency is the memory's.
  for (const Picoseconds latency : bench.memory.figures().latencies) CHECK(latency < slow);
}

TEST_CASE("Payloads are used again") {
  Bench bench(hbm());
  elaborate();
  for (int i = 0; i < 100; ++i) {
    bench.recorder.begin(read_of(0, 32));
    bench.run();
  }
  CHECK(bench.recorder.payloads() == 1);
  CHECK(bench.recorder.of("BEGIN_RESP").size() == 100);
}

TEST_CASE("b_transport waits until the last byte") {
  struct Caller : sc_core::sc_module {
    Caller(const sc_core::sc_module_name& name, Memory& memory) : sc_module(name) {
      socket.bind(memory.socket);
      SC_HAS_PROCESS(Caller);
      SC_THREAD(call);
    }
    void call() {
      tlm::tlm_generic_payload payload;
      set_access(read_of(0, 32), payload);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->b_transport(payload, delay);
      end = now() + Picoseconds{static_cast<std::int64_t>(delay.value())};
      ok = payload.is_response_ok();
    }
    tlm_utils::simple_initiator_socket<Caller> socket{"socket"};
    Picoseconds end{0};
    bool ok = false;
  };
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Memory memory("memory", hbm());
  Caller caller("caller", memory);
  sc_core::sc_start();
  CHECK(caller.ok);
  CHECK(caller.end == kFirstRead);
}

}  // namespace jacquard::systemc
