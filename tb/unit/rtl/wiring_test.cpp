// SPDX-License-Identifier: Apache-2.0
// What the ports of a stranger's module are taken for, and what is said where that fails.
#include "jacquard/rtl/wiring.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "support/folder.hpp"

using namespace jacquard::rtl;
using Catch::Contains;
using jacquard::tb::Folder;

namespace {

Port in(const std::string& name, Shape shape) { return port_of(name, "input", std::move(shape)); }
Port out(const std::string& name, Shape shape) { return port_of(name, "output", std::move(shape)); }
Shape bits(int count) { return Shape::vector({count - 1, 0}); }

Wiring wired(const std::vector<Port>& ports, const PortMap& map = {},
             RtlKind kind = RtlKind::n_to_1, SwitchShape shape = {0, 0, 0}) {
  return wire("m", {ports, {}, true}, map, kind, shape, {});
}

// "role=port" of each, with '?' where it was guessed.
std::vector<std::string> said(const Wiring& wiring) {
  std::vector<std::string> all;
  for (const Said& each : wiring.said) {
    all.push_back(each.what + "=" + each.port + (each.guessed ? "?" : ""));
  }
  return all;
}

const std::vector<Port> kArbiter{in("clk", Shape::bit()), in("rst_n", Shape::bit()),
                                 in("request", bits(4)), out("grant", bits(4))};

}  // namespace

TEST_CASE("Ports of common names need no map, and every guess is said") {
  const Wiring wiring = wired(kArbiter);
  CHECK(said(wiring) ==
        std::vector<std::string>{"clk=clk?", "reset=rst_n (low)?", "req=request?", "gnt=grant?"});
  CHECK(wiring.shape.inputs == 4);
  CHECK(wiring.in_bits == 4);
  CHECK(wiring.out_bits == 4);
  CHECK_THAT(wiring.text, Contains("assign f_clk = {clk_i}") &&
                              Contains("assign f_rst_n = {rst_ni}") &&
                              Contains("assign f_request = {in_i[3:0]}") &&
                              Contains("assign out_o = {f_grant[3:0]}"));
}

TEST_CASE("A reset is high or low by its name, and otherwise as it is said") {
  const auto driven = [](const std::string& port, const std::vector<std::string>& resets) {
    const Wiring wiring = wired(
        {in("clk", Shape::bit()), in(port, Shape::bit()), in("req", bits(2)), out("gnt", bits(2))},
        {{}, resets, {}, {}, {}});
    const bool high = wiring.text.find("assign f_" + port + " = {~rst_ni}") != std::string::npos;
    const bool low = wiring.text.find("assign f_" + port + " = {rst_ni}") != std::string::npos;
    CHECK(high != low);
    return high;
  };
  for (const char* port : {"rst", "reset_i", "areset", "RST"}) CHECK(driven(port, {}));
  for (const char* port : {"rst_n", "rst_ni", "aresetn", "resetn_i"}) CHECK_FALSE(driven(port, {}));
  CHECK_FALSE(driven("rst", {"rst:low"}));
  CHECK(driven("rst_n", {"rst_n:high,async"}));
  CHECK(driven("clear_all", {"clear_all:high"}));
  for (const char* text : {"rst:up", ":high", "other", ""}) {
    CHECK_THROWS_WITH(reset_of(text), Contains("--reset") && Contains("PORT:high or PORT:low"));
  }
}

TEST_CASE("An input is tied to what is said, or by its name, and what nobody drives is refused") {
  std::vector<Port> ports = kArbiter;
  ports.push_back(in("mode", bits(3)));
  CHECK_THROWS_WITH(wired(ports), Contains("an input mode that nobody drives"));
  CHECK_THAT(wired(ports, {{}, {}, {"mode=3'h5"}, {}, {}}).text,
             Contains("assign f_mode = {1'b1, 1'b0, 1'b1}"));
  CHECK_THROWS_WITH(wired(ports, {{}, {}, {"mode=x"}, {}, {}}), Contains("--tie"));
  CHECK_THROWS_WITH(wired(ports, {{}, {}, {"mood=1"}, {}, {}}),
                    Contains("--tie") && Contains("'mood'") && Contains("mode"));
  ports.back() = in("flush_i", Shape::bit());
  CHECK(said(wired(ports)).back() == "tie=flush_i=0?");
  ports.back() = in("en", Shape::bit());
  CHECK(said(wired(ports)).back() == "tie=en=ones?");
}

TEST_CASE("A role is packed, unpacked, several ports, or a member of a struct by its path") {
  const Shape flit{Shape::Kind::members, {}, {{"want", Shape::bit()}, {"data", bits(3)}}};
  const Shape flits = Shape::array(Shape::Kind::packed, {1, 0}, flit);
  const PortMap by_path{{"req=flit_i.want", "data=flit_i.data"}, {}, {}, {}, {}};
  const Wiring members = wired({in("flit_i", flits), out("gnt", bits(2))}, by_path);
  CHECK(members.shape.inputs == 2);
  // bit 3 of each flit is `want` (in_i[1:0]), the three below it `data`
  CHECK_THAT(members.text, Contains("assign f_flit_i = {in_i[1], in_i[7:5], in_i[0], in_i[4:2]}"));

  const Shape queues = Shape::array(Shape::Kind::unpacked, {0, 2}, flits);  // of 3 inputs
  const Wiring lanes = wired({in("flit_i", queues), in("dest", bits(12)), out("gnt", bits(6))},
                             by_path, RtlKind::allocator);
  CHECK(lanes.shape.inputs == 3);
  CHECK(lanes.shape.lanes == 2);

  const Wiring single = wired({in("r0", Shape::bit()), in("r1", Shape::bit()), out("gnt", bits(2))},
                              {{"req=r0,r1"}, {}, {}, {}, {}});
  CHECK(single.shape.inputs == 2);
  CHECK_THAT(single.text, Contains("assign f_r1 = {in_i[1]}"));

  const Shape unpacked = Shape::array(Shape::Kind::unpacked, {0, 2}, Shape::bit());
  const Wiring apart = wired({in("req", unpacked), out("gnt", unpacked)});
  CHECK(apart.shape.inputs == 3);
  CHECK_THAT(apart.text, Contains("assign p_req[2] = f_req[2:2]"));
}

TEST_CASE("Each wrong word of a map is one line that names what there is") {
  const auto mapped = [](const std::string& word) {
    return wired(kArbiter, {{word}, {}, {}, {}, {}});
  };
  CHECK_THROWS_WITH(mapped("rq=request"), Contains("--map") && Contains("did you mean 'req'"));
  CHECK_THROWS_WITH(mapped("req=requests"), Contains("--map") && Contains("'requests'") &&
                                                Contains("it has clk, rst_n, request"));
  CHECK_THROWS_WITH(mapped("req=request.x"), Contains("request.x"));
  CHECK_THROWS_WITH(mapped("req="), Contains("NAME=VALUE"));
  CHECK_THROWS_WITH(mapped("gnt=request"), Contains("an output of module m"));
  std::vector<Port> ports = kArbiter;
  ports[3] = out("grant", bits(3));
  CHECK_THROWS_WITH(wired(ports, {{"gnt=grant"}, {}, {}, {}, {}}),
                    Contains("grant of 3 bits as gnt, which is 4 fields"));
  ports[2] = in("wishes", bits(4));
  CHECK_THROWS_WITH(wired(ports), Contains("no port for req (a requester asks)"));
}

TEST_CASE("A dest port wider than it must be is refused where nobody named it") {
  const std::vector<Port> ports{in("req", bits(4)), in("dest", bits(12)), out("gnt", bits(4))};
  CHECK_THROWS_WITH(
      wired(ports, {}, RtlKind::allocator),
      Contains("dest of 3 bits where 2 number an output") && Contains("--map dest=dest"));
  CHECK(wired(ports, {{"dest=dest"}, {}, {}, {}, {}}, RtlKind::allocator).bus("dest").bits == 3);
}

TEST_CASE("A map may be a file, and a word that is wrong in it is named with the file") {
  const Folder folder;
  PortMap map{{folder.file("map.json", R"({"map": ["req=request"], "reset": ["rst_n:low"],
                                           "tie": ["mode=0"], "contract": ["order=fixed"]})"),
               "gnt=grant"},
              {},
              {},
              {},
              {}};
  read_port_map_files(map);
  CHECK(map.roles == std::vector<std::string>{"req=request", "gnt=grant"});
  CHECK(map.resets == std::vector<std::string>{"rst_n:low"});
  CHECK(map.ties == std::vector<std::string>{"mode=0"});
  CHECK(map.contract == std::vector<std::string>{"order=fixed"});
  PortMap wrong{{folder.file("odd.json", R"({"maps": []})")}, {}, {}, {}, {}};
  CHECK_THROWS_WITH(read_port_map_files(wrong), Contains("odd.json") && Contains("maps"));
  PortMap gone{{folder.path("gone.json")}, {}, {}, {}, {}};
  CHECK_THROWS_WITH(read_port_map_files(gone), Contains("gone.json"));
}
