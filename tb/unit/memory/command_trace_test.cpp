// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/command_trace.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::memory;
using Catch::Contains;
using tb::fault_of;
using tb::Folder;

namespace {

const std::string kHead = "clock,time_ps,channel,command,group,bank,row,column\n";

std::vector<TracedCommand> read(const std::string& text) {
  const Folder folder;
  return read_command_trace(folder.file("commands.csv", text));
}

}  // namespace

TEST_CASE("commands are written as CSV with their times, and read back") {
  const std::vector<TracedCommand> lines = {
      {0, {23, CommandKind::activate, 1, 2, 417, 0}},
      {31, {68, CommandKind::read, 1, 2, 417, 31}},
      {0, {70, CommandKind::write, 1, 2, 417, 3}},
      {0, {180, CommandKind::precharge, 1, 2, 0, 0}},
      {0, {230, CommandKind::refresh, -1, -1, 0, 0}},
      {31, {230, CommandKind::refresh_bank, -1, 3, 0, 0}},
  };
  std::ostringstream out;
  write_trace_head(out);
  for (const TracedCommand& line : lines) write_trace_line(out, line, Organisation{});
  // 2.3 GHz: 23 clocks are 10 ns.
  CHECK(out.str().substr(0, kHead.size() + 27) == kHead + "23,10000,0,ACT,1,2,417,0\n68");
  const std::vector<TracedCommand> back = read(out.str());
  REQUIRE(back.size() == lines.size());
  std::ostringstream again;
  write_trace_head(again);
  for (const TracedCommand& line : back) write_trace_line(again, line, Organisation{});
  CHECK(again.str() == out.str());
}

TEST_CASE("a trace of another simulator is held against the timings, channel by channel") {
  const MemoryConfig hbm;  // tRCDRD: 45 clocks
  const std::string late = "0,0,0,ACT,0,0,5,0\n45,0,0,RD,0,0,5,0\n";
  REQUIRE(check_trace(hbm, read(kHead + late)).size() == 1);
  CHECK(check_trace(hbm, read(kHead + late))[0].commands == 2);
  CHECK(check_trace(hbm, read(kHead + late))[0].violations == 0);
  const auto channels =
      check_trace(hbm, read(kHead + late + "46,0,1,ACT,0,0,5,0\n90,0,1,RD,0,0,5,0"));
  REQUIRE(channels.size() == 2);
  CHECK(channels[0].violations == 0);
  CHECK(channels[1].channel == 1);
  const std::vector<Violation>& found = channels[1].first;
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "tRCDRD");
  CHECK(found[0].told() ==
        "tRCDRD: RD of bank 0.0 row 5 at clock 90, 1 clock too early after ACT of bank 0.0 row 5 "
        "at clock 46");
}

TEST_CASE("a trace that is none is one line with its number") {
  const auto fault = [](const std::string& text) { return fault_of([&] { read(text); }); };
  CHECK_THAT(fault(""), Contains("line 1") && Contains("clock,time_ps"));
  CHECK_THAT(fault("clock\n"), Contains("line 1"));
  CHECK_THAT(fault(kHead + "1,2,3\n"), Contains("line 2") && Contains("the columns"));
  CHECK_THAT(fault(kHead + "\n-1,0,0,ACT,0,0,0,0\n"), Contains("line 3") && Contains("a clock"));
  CHECK_THAT(fault(kHead + "0,0,0,ACTIVATE,0,0,0,0\n"), Contains("\"ACT\""));
  CHECK_THAT(fault(kHead + "0,0,65536,ACT,0,0,0,0\n"), Contains("a channel"));
  CHECK_THAT(fault(kHead + "0,0,0,ACT,64,0,0,0\n"), Contains("a bank group"));
  CHECK_THAT(fault(kHead + "0,0,0,ACT,0,x,0,0\n"), Contains("a bank"));
  CHECK_THAT(fault(kHead + "99999999999999999999,0,0,ACT,0,0,0,0\n"), Contains("a clock"));
  CHECK_THAT(fault(kHead + "0,0,0,ACT,0,0,-1,0\n"), Contains("a row"));
  CHECK_THAT(fault(kHead + "0,0,0,RD,0,0,0,3000000000\n"), Contains("a column"));
  CHECK_THAT(fault(kHead + "9,0,0,ACT,0,0,0,0\n8,0,0,ACT,1,0,0,0\n"),
             Contains("line 3") && Contains("not before 9"));
  CHECK(read(kHead + "9,0,0,ACT,0,0,0,0\n8,0,1,ACT,1,0,0,0").size() == 2);
}
