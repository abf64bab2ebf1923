// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/interface.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/rtl/user_models.hpp"
#include "jacquard/rtl/user_rtl.hpp"
#include "support/folder.hpp"

using namespace jacquard::rtl;
using jacquard::base::ConfigError;
using jacquard::tb::Folder;

TEST_CASE("Numbers as Verilator writes them are read, and nothing else is") {
  CHECK(number_of("32'h1f", -1) == 31);
  CHECK(number_of("32'sh3", -1) == 3);
  CHECK(number_of("4'b101", -1) == 5);
  CHECK(number_of("12", -1) == 12);
  for (const char* text : {"", "x", "32'", "32'h", "32'hz", "\"x\"", "1.5"}) {
    CHECK(number_of(text, -1) == -1);
  }
}

TEST_CASE("Text that is no XML has no ports, and ends") {
  for (const char* text : {"", "<", "<module", "<module topModule=\"1\"", "<var name=\"", "<<>>",
                           "<module topModule=\"1\"><var pinIndex=\"1\" dtype_id=\"9\"/>"}) {
    CHECK(read_interface(text).parameters.empty());
  }
}

TEST_CASE("A module has state where something is assigned at an edge, not where it only prints") {
  const auto clocked = [](const std::string& body) {
    return read_interface("<module topModule=\"1\">" + body + "</module>").clocked;
  };
  const std::string edge = "<sentree><senitem edgeType=\"POS\"></senitem></sentree>";
  CHECK(clocked("<always>" + edge + "<assigndly></assigndly></always>"));
  CHECK(clocked("<always>" + edge + "<begin><assign></assign></begin></always>"));
  CHECK_FALSE(clocked("<always>" + edge + "<display></display></always>"));
  CHECK_FALSE(clocked("<always>" + edge +
                      "<display></display></always><always><assign></assign></always>"));
  CHECK_FALSE(clocked("<always><assign></assign></always>"));
}

TEST_CASE("The ports of an arbiter are what the module may have, and priority it may do without") {
  Interface found{{{"clk_i", "input", 1},
                   {"rst_ni", "input", 1},
                   {"req_i", "input", 9},
                   {"gnt_o", "output", 9},
                   {"busy_o", "output", 1}},
                  {}};
  CHECK(check_ports("m", "an arbiter", found, arbiter_ports(3)) ==
        std::vector<std::string>{"busy_o"});
  CHECK_THROWS_WITH(check_ports("m", "an arbiter", found, arbiter_ports(4)),
                    Catch::Contains("req_i of 9 bits where 16 = N*N is due"));
  found.ports.push_back({"prio_i", "input", 3});
  CHECK_THROWS_WITH(check_ports("m", "an arbiter", found, arbiter_ports(3)),
                    Catch::Contains("prio_i of 3 bits where 2 = $clog2(N) is due"));
}

TEST_CASE("The bits of a port are where its ranges put them, ascending ones from the left") {
  const auto places = [](int width, const std::vector<Range>& ranges) {
    return places_of({"p", "input", width, ranges});
  };
  CHECK(places(4, {{3, 0}}) == std::vector<int>{0, 1, 2, 3});
  CHECK(places(4, {{0, 3}}) == std::vector<int>{3, 2, 1, 0});
  CHECK(places(4, {{4, 7}}) == std::vector<int>{3, 2, 1, 0});
  CHECK(places(4, {{2, -1}}) == std::vector<int>{0, 1, 2, 3});
  // [0:1][2:0], [1:0][0:2] and [0:1][0:2]: element [i][j] is i*3 + j of each.
  CHECK(places(6, {{0, 1}, {2, 0}}) == std::vector<int>{3, 4, 5, 0, 1, 2});
  CHECK(places(6, {{1, 0}, {0, 2}}) == std::vector<int>{2, 1, 0, 5, 4, 3});
  CHECK(places(6, {{0, 1}, {0, 2}}) == std::vector<int>{5, 4, 3, 2, 1, 0});
  CHECK(places(1, {}) == std::vector<int>{0});
  CHECK(places(3, {}) == std::vector<int>{0, 1, 2});  // a struct
}

TEST_CASE("Pairs are numbered by rows, or by wrapped diagonal") {
  const Port port{"req_i", "input", 4, {{3, 0}}};
  CHECK(pair_places(port, 2, PairOrder::rows) == std::vector<int>{0, 1, 2, 3});
  // (0,0) and (1,1) are diagonal 0, (0,1) and (1,0) diagonal 1.
  CHECK(pair_places(port, 2, PairOrder::diagonals) == std::vector<int>{0, 2, 3, 1});
}

TEST_CASE("A file list names files, folders and macros, lists within it, and may comment") {
  const Folder folder;
  folder.file("a.sv", "");
  folder.file("b.sv", "");
  folder.file("inner.f", "b.sv  # the second\n");
  const std::string list = folder.file("all.f",
                                       "// sources\n"
                                       "+incdir+inc+more +define+WIDTH=3+FAST\n"
                                       "a.sv /* not\n this.sv */ -f inner.f\n");
  UserRtl rtl;
  read_file_list(list, rtl);
  CHECK(rtl.files == std::vector<std::string>{folder.path("a.sv"), folder.path("b.sv")});
  CHECK(rtl.include_folders == std::vector<std::string>{"inc", "more"});
  CHECK(rtl.defines == std::vector<std::string>{"WIDTH=3", "FAST"});
  CHECK_THROWS_AS(read_file_list(folder.file("odd.f", "+vcs+lic\n"), rtl), ConfigError);
}

TEST_CASE("A file list may name libraries, quote, and use the environment, as simulators' do") {
  const Folder folder;
  std::filesystem::create_directories(folder.path("my lib"));
  folder.file("my lib/cell.v", "");
  ::setenv("JQ_LIST_TEST", folder.path("my lib").c_str(), 1);
  UserRtl rtl;
  read_file_list(folder.file("all.f",
                             "-sv -y \"my lib\" +libext+.v+.sv\n"
                             "-v \"${JQ_LIST_TEST}/cell.v\"\n"
                             "$(JQ_LIST_TEST)/cell.v  '$NOT_READ.v'\n"),
                 rtl);
  const std::string cell = folder.path("my lib/cell.v");
  CHECK(rtl.files == std::vector<std::string>{cell, cell, "$NOT_READ.v"});
  CHECK(rtl.library_folders == std::vector<std::string>{folder.path("my lib")});
  CHECK(rtl.library_endings == std::vector<std::string>{".v", ".sv"});
  const auto refused = [&](const std::string& text) {
    read_file_list(folder.file("odd.f", text), rtl);
  };
  using Catch::Contains;
  CHECK_THROWS_WITH(refused("a.sv\n-y"), Contains("odd.f, line 2") && Contains("after -y"));
  CHECK_THROWS_WITH(refused("\"a.sv\n"), Contains("odd.f, line 1") && Contains("quote"));
  CHECK_THROWS_WITH(refused("$JQ_NOT_SET/a.sv"), Contains("$JQ_NOT_SET"));
  CHECK_THROWS_WITH(refused("--lint-only"), Contains("'--lint-only'"));
}

TEST_CASE("After -F paths are of the list's folder alone, after -f of the present one too") {
  const Folder folder;
  std::filesystem::create_directories(folder.path("ip"));
  folder.file("ip/a.sv", "");
  const std::string inner = folder.file("ip/ip.f", "a.sv gone.sv\n");
  UserRtl rtl;
  read_file_list(folder.file("top.f", "-F " + inner + "\n-f " + inner + "\n"), rtl);
  CHECK(rtl.files == std::vector<std::string>{folder.path("ip/a.sv"), folder.path("ip/gone.sv"),
                                              folder.path("ip/a.sv"), "gone.sv"});
}
