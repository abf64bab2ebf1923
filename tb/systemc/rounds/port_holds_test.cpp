// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <memory>
#include <systemc>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/rounds/circuit_plane.hpp"
#include "systemc/rounds/link_plane.hpp"

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;

namespace {

class NoLosses final : public systemc::LossSink {
 public:
  void lost(const systemc::Transfer&, systemc::ByteRange, systemc::Why) override { FAIL("a byte is lost"); }
};

// A byte takes a nanosecond, each of two links 100 ns.
systemc::PlaneShape shape_of(Picoseconds guard) {
  systemc::PlaneShape shape;
  shape.ports = 4;
  shape.framing.rate = base::BitsPerSecond{8'000'000'000};
  shape.up = shape.down = Picoseconds{100'000};
  shape.guard = guard;
  return shape;
}

// Messages 0, 1, 2 from 0 to 1, 1000 B each: 0 at 0 ns, 1 at 100 ns, when ports 0 and 1 are asked
// for too, and 2 at 200 ns; 3 from 2 to 3 at 200 ns. The ports are given back 5 us after.
std::map<std::string, std::int64_t> story(bool circuits, Picoseconds guard) {
  systemc::Simulation simulation;
  const systemc::Simulation::Scope scope(simulation);
  systemc::Agenda agenda("agenda");
  NoLosses losses;
  systemc::Shuffle shuffle(0);
  std::map<std::string, std::int64_t> times;
  const auto note = [&](const std::string& what) { times[what] = systemc::now().count() / 1000; };
  const systemc::MessagePlane::Delivered delivered = [&](std::int64_t id) {
    note("message " + std::to_string(id));
  };
  std::unique_ptr<systemc::MessagePlane> plane;
  if (circuits) {
    plane = std::make_unique<systemc::CircuitPlane>("plane", shape_of(guard), losses, shuffle,
                                                    delivered);
  } else {
    plane = std::make_unique<systemc::LinkPlane>("plane", shape_of(guard), agenda, delivered);
  }
  const auto at = [&](int ns, std::function<void()> act) {
    agenda.at(Picoseconds{ns * 1000}, std::move(act));
  };
  at(0, [&] { plane->request(0, 1, Bytes{1000}, 0); });
  at(100, [&] {
    plane->request(0, 1, Bytes{1000}, 1);
    plane->hold({0, 1}, [&] {
      note("held");
      agenda.after(Picoseconds{5'000'000}, [&] { plane->release({0, 1}); });
    });
  });
  at(200, [&] {
    plane->request(0, 1, Bytes{1000}, 2);
    plane->request(2, 3, Bytes{1000}, 3);
  });
  sc_core::sc_start();
  return times;
}

}  // namespace

TEST_CASE("Ports of circuits are held when what came before has left, and free again after") {
  const auto times = story(true, Picoseconds{50'000});
  CHECK(times.at("message 0") == 1200);
  CHECK(times.at("message 1") == 2200);  // the same circuit: no guard
  CHECK(times.at("message 3") == 1400);  // others' ports are free
  CHECK(times.at("held") == 2000);       // its last bit has left port 0
  CHECK(times.at("message 2") == 2000 + 5000 + 50 + 1200);
}

TEST_CASE("Ports of links are held when what came before has come, and free again after") {
  const auto times = story(false, Picoseconds{0});
  CHECK(times.at("message 0") == 1200);
  CHECK(times.at("message 1") == 2200);
  CHECK(times.at("message 3") == 1400);
  CHECK(times.at("held") == 2200);
  CHECK(times.at("message 2") == 2200 + 5000 + 1200);
}

TEST_CASE("Who asks for ports that another has gets them in turn") {
  systemc::PortHolds holds(3);
  std::string order;
  holds.ask({0, 1}, [&] { order += "a"; });
  holds.ask({1, 2}, [&] { order += "b"; });
  holds.ask({2}, [&] { order += "c"; });
  const auto all_idle = [](int) { return true; };
  const auto grant = [&] {
    for (const auto& granted : holds.grant(all_idle)) granted();
  };
  grant();
  CHECK(order == "a");  // b waits for port 1, and c behind b for port 2
  holds.put_behind({0, 2, Bytes{1}, 7});
  CHECK(holds.release({0, 1}).empty());
  grant();
  CHECK(order == "ab");
  CHECK(holds.release({1, 2}).empty());
  grant();
  CHECK(order == "abc");
  const auto free = holds.release({2});
  REQUIRE(free.size() == 1);
  CHECK(free.front().id == 7);
}
