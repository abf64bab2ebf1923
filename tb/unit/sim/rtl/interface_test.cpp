// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/interface.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "sim/rtl/own_rtl.hpp"
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

TEST_CASE("A file list names files, folders and macros, lists within it, and may comment") {
  const Folder folder;
  folder.file("a.sv", "");
  folder.file("b.sv", "");
  folder.file("inner.f", "b.sv  # the second\n");
  const std::string list = folder.file("all.f",
                                       "// sources\n"
                                       "+incdir+inc+more +define+WIDTH=3+FAST\n"
                                       "a.sv /* not\n this.sv */ -f inner.f\n");
  OwnRtl rtl;
  read_file_list(list, rtl);
  CHECK(rtl.files == std::vector<std::string>{folder.path("a.sv"), folder.path("b.sv")});
  CHECK(rtl.include_folders == std::vector<std::string>{"inc", "more"});
  CHECK(rtl.defines == std::vector<std::string>{"WIDTH=3", "FAST"});
  CHECK_THROWS_AS(read_file_list(folder.file("odd.f", "+libext+.v\n"), rtl), ConfigError);
}
