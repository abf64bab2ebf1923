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
  void lost(const systemc::Transfer&, systemc::ByteRange, systemc::Why) override {
    FAIL("a byte is lost");
  }
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

// A plane of four ports, and when what happened there, in ns.
class Story {
 public:
  Story(bool circuits, Picoseconds guard) : scope_(simulation_), agenda_("agenda"), shuffle_(0) {
    const systemc::MessagePlane::Delivered delivered = [this](std::int64_t id) {
      note("message " + std::to_string(id));
    };
    if (circuits) {
      plane_ = std::make_unique<systemc::CircuitPlane>("plane", shape_of(guard), losses_, shuffle_,
                                                       delivered);
    } else {
      plane_ = std::make_unique<systemc::LinkPlane>("plane", shape_of(guard), agenda_, delivered);
    }
  }

  void request(int ns, int from, int to, std::int64_t id) {
    at(ns, [=] { plane_->request(from, to, Bytes{1000}, id); });
  }
  // Given back 5 us after they are had.
  void hold(int ns, std::vector<int> ports, std::string name) {
    at(ns, [=] {
      plane_->hold(ports, [=] {
        note(name);
        agenda_.after(Picoseconds{5'000'000}, [=] { plane_->release(ports); });
      });
    });
  }
  std::map<std::string, std::int64_t> run() {
    sc_core::sc_start();
    return times_;
  }

 private:
  void at(int ns, std::function<void()> act) { agenda_.at(Picoseconds{ns * 1000}, std::move(act)); }
  void note(const std::string& what) { times_[what] = systemc::now().count() / 1000; }

  systemc::Simulation simulation_;
  systemc::Simulation::Scope scope_;
  systemc::Agenda agenda_;
  NoLosses losses_;
  systemc::Shuffle shuffle_;
  std::map<std::string, std::int64_t> times_;
  std::unique_ptr<systemc::MessagePlane> plane_;
};

// Messages 0, 1, 2 from 0 to 1, 1000 B each: 0 at 0 ns, 1 at 100 ns, when ports 0 and 1 are asked
// for too, and 2 at 200 ns; 3 from 2 to 3 at 200 ns.
std::map<std::string, std::int64_t> story(bool circuits, Picoseconds guard) {
  Story story(circuits, guard);
  story.request(0, 0, 1, 0);
  story.request(100, 0, 1, 1);
  story.hold(100, {0, 1}, "held");
  story.request(200, 0, 1, 2);
  story.request(200, 2, 3, 3);
  return story.run();
}

// Two exchanges side by side, a message from one to the other asked for between them; then a
// message back, and the first ports again.
std::map<std::string, std::int64_t> in_turn(bool circuits, Picoseconds guard) {
  Story story(circuits, guard);
  story.hold(0, {0, 1}, "a");
  story.request(100, 0, 3, 0);
  story.hold(200, {2, 3}, "b");
  story.request(300, 2, 1, 1);
  story.hold(400, {0, 1}, "c");
  return story.run();
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

TEST_CASE("Who asks for ports waits for messages that came before, and they for who asked before") {
  const auto circuits = in_turn(true, Picoseconds{50'000});
  CHECK(circuits.at("a") == 0);
  CHECK(circuits.at("message 0") == 5000 + 50 + 1200);
  CHECK(circuits.at("b") == 6050);  // its last bit has left port 0
  CHECK(circuits.at("message 1") == 6050 + 5000 + 50 + 1200);
  CHECK(circuits.at("c") == 12100);
  const auto links = in_turn(false, Picoseconds{0});
  CHECK(links.at("message 0") == 6200);
  CHECK(links.at("b") == 6200);
  CHECK(links.at("message 1") == 12400);
  CHECK(links.at("c") == 12400);
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
