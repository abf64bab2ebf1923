// SPDX-License-Identifier: Apache-2.0
// Experiments on a memory: the shipped ones reach what closed forms say, with every command held
// against the protocol.
#include "sim/platform/memory_family.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/memory/command_trace.hpp"
#include "sim/platform/run_memory.hpp"
#include "support/folder.hpp"

namespace jacquard::platform {
namespace {

Question question(const std::string& name, std::vector<std::string> set = {}) {
  Question q;
  q.path = base::data_path("configs/experiments/" + name + ".json");
  q.set = std::move(set);
  q.threads = 1;
  return q;
}

report::Row only_row(const Question& q) {
  const Answer answer = memory_family().run(q);
  REQUIRE(answer.rows.size() == 1);
  return answer.rows.front().json;
}

double number(const report::Row& row, const char* key) { return row.at(key).get<double>(); }

double bus_sum(const report::Row& row) {
  return number(row, "bus_data_fraction") + number(row, "bus_activate_fraction") +
         number(row, "bus_refresh_fraction") + number(row, "bus_turnaround_fraction") +
         number(row, "bus_idle_fraction");
}

}  // namespace

TEST_CASE("A stream reaches 95 % of what refreshes leave of the peak, and no more than that") {
  struct Case {
    const char* name;
    double peak;
    double refresh_share;  // tRFC / tREFI
  };
  for (const Case& c :
       {Case{"hbm_stream", 36.8e9, 350.0 / 3900}, {"ddr_stream", 22.4e9, 295.0 / 3900}}) {
    for (const char* fidelity : {"at", "lt"}) {
      INFO(c.name << " " << fidelity);
      const report::Row row =
          only_row(question(c.name, {std::string("memory.fidelity=") + fidelity,
                                     "memory.check=true", "traffic.duration=117 us"}));
      const double bound = c.peak * (1 - c.refresh_share);
      CHECK(number(row, "bound_bytes_per_s") == Approx(bound));
      CHECK(number(row, "peak_bytes_per_s") == Approx(c.peak));
      CHECK(number(row, "achieved_bytes_per_s") > 0.95 * bound);
      CHECK(number(row, "achieved_bytes_per_s") <= bound);
      CHECK(number(row, "fraction") ==
            Approx(number(row, "achieved_bytes_per_s") / number(row, "peak_bytes_per_s")));
      CHECK(bus_sum(row) == Approx(1).margin(1e-6));
    }
  }
}

TEST_CASE("Single bursts at random come within 3 % of the closed form") {
  for (const char* fidelity : {"at", "lt"}) {
    const std::string fast = std::string("memory.fidelity=") + fidelity;
    // 4 bursts in each tFAW.
    const report::Row hbm = only_row(question("hbm_random", {fast, "memory.check=true"}));
    const double hbm_bound = 4 * 32 / 15e-9 * (1 - 350.0 / 3900);
    CHECK(hbm_bound / 1e9 == Approx(7.77).margin(0.005));
    CHECK(number(hbm, "bound_bytes_per_s") == Approx(hbm_bound));
    CHECK(number(hbm, "achieved_bytes_per_s") == Approx(hbm_bound).epsilon(0.03));
    CHECK(bus_sum(hbm) == Approx(1).margin(1e-6));
    const report::Row ddr = only_row(question(
        "hbm_random", {"memory=ddr5_5600", fast, "memory.check=true", "traffic.access=64 B"}));
    const double ddr_bound = 4 * 64 / 20e-9 * (1 - 295.0 / 3900);
    CHECK(ddr_bound / 1e9 == Approx(11.83).margin(0.005));
    CHECK(number(ddr, "achieved_bytes_per_s") == Approx(ddr_bound).epsilon(0.03));
  }
}

TEST_CASE("A part of a burst costs a whole one") {
  const report::Row row =
      only_row(question("hbm_random", {"traffic.access=20 B", "traffic.duration=39 us"}));
  // Multiples of 20 reach across a boundary of 32 from 4 of the 8 places that they begin at there.
  CHECK(number(row, "amplification") == Approx(32.0 / 20 * (1 + 4.0 / 8)).epsilon(0.02));
  CHECK(number(row, "moved_bytes") == 32 * number(row, "reads"));
}

TEST_CASE("Parts of energy sum to the total, and idle memories refresh") {
  const report::Row row = only_row(question("hbm_stream", {"traffic.rate=1 GB/s"}));
  double sum = 0;
  for (const char* part : {"activate", "read", "write", "refresh", "io", "background"}) {
    sum += number(row, ("energy_" + std::string(part) + "_j").c_str());
  }
  CHECK(number(row, "energy_j") == Approx(sum));
  CHECK(number(row, "energy_per_bit_j") == Approx(sum / 8 / number(row, "bytes")));
  // One each 3.9 us.
  CHECK(number(row, "refreshes") == Approx(number(row, "time_ps") / 3.9e6).margin(1));
  CHECK(number(row, "achieved_bytes_per_s") == Approx(1e9).epsilon(0.01));
  // Alone in the queue, most accesses find their row open: tCL and 8 bursts of four groups.
  CHECK(number(row, "latency_p50_ps") < 40'000);
}

TEST_CASE("Threads change nothing, a seed changes what is random") {
  Question q = question("hbm_random", {"traffic.duration=20 us", "sweep.key=traffic.access",
                                       R"(sweep.values=["32 B", "64 B"])"});
  const Answer one = memory_family().run(q);
  q.threads = 2;
  const Answer two = memory_family().run(q);
  REQUIRE(one.rows.size() == 2);
  CHECK(one.rows == two.rows);
  q.seed = 2;
  CHECK_FALSE(one.rows == memory_family().run(q).rows);
}

TEST_CASE("Commands of every channel are written as CSV, which the checker finds clean") {
  const tb::Folder folder;
  Question q = question("hbm_stream", {"memory.organisation.channels=2", "commands=true",
                                       "traffic.read_share=0.5", "traffic.duration=20 us"});
  q.out = folder.path("out");
  const report::Row row = only_row(q);
  const auto commands = memory::read_command_trace(q.out + "/commands.csv");
  std::int64_t columns = 0;
  for (const auto& line : commands) {
    columns += line.command.kind == memory::CommandKind::read ||
               line.command.kind == memory::CommandKind::write;
  }
  CHECK(columns == row.at("reads").get<std::int64_t>() + row.at("writes").get<std::int64_t>());
  memory::MemoryConfig config;
  config.organisation.channels = 2;
  for (const auto& channel : memory::check_trace(config, commands)) CHECK(channel.violations == 0);
  CHECK(base::read_file(q.out + "/report.html").find("<svg") != std::string::npos);
  CHECK(base::read_file(q.out + "/effective.json").find("\"traffic\"") != std::string::npos);
}

TEST_CASE("A trace is played at its times, and each access's latency written down") {
  const tb::Folder folder;
  Question q = question("hbm_stream");
  q.requests = folder.path("requests.txt");
  q.out = folder.path("out");
  base::write_file(q.requests,
                   "# two to one burst, one far later\n"
                   "0x40 32 R 0\n"
                   "\n"
                   "40 32 R 1000000\n"
                   "0x50 16 W 2000000\n");
  const report::Row row = only_row(q);
  CHECK(number(row, "accesses") == 3);
  CHECK(number(row, "bytes") == 80);
  // A row that is closed: tRCDRD + tCL + a burst, 45 + 29 + 2 clocks; one that is open: 29 + 2.
  // 1 us lies between two clock edges: the access waits for the next, at 1,000,000 - 43.5 + ...
  const std::string csv = base::read_file(q.out + "/latencies.csv");
  CHECK(csv.rfind("index,address,bytes,direction,at_ps,done_ps,latency_ps\n"
                  "0,0x40,32,R,0,33043,33043\n"
                  "1,0x40,32,R,1000000,1013478,13478\n",
                  0) == 0);
  CHECK(csv.find("2,0x50,16,W,2000000,") != std::string::npos);
}

TEST_CASE("What a memory experiment cannot be is refused at its key") {
  const auto fault = [](const std::vector<std::string>& set) -> std::string {
    try {
      memory_family().run(question("hbm_stream", set));
    } catch (const base::ConfigError& error) {
      return error.what();
    }
    return "none";
  };
  using Catch::Contains;
  CHECK_THAT(fault({"traffic.duration=0 s"}), Contains("/traffic/duration"));
  CHECK_THAT(fault({"traffic.working_set=2 GiB"}),
             Contains("/traffic/working_set") && Contains("memory.organisation.channels"));
  CHECK_THAT(fault({"traffic.initiators=1000", "traffic.access=500 MB"}),
             Contains("/traffic/access"));
  CHECK_THAT(fault({"traffic.pattern=strided", "traffic.stride=2 GiB"}),
             Contains("/traffic/stride"));
  CHECK_THAT(fault({"traffic.read_share=1.5"}), Contains("read_share"));
  CHECK_THAT(fault({"traffic.outstanding=0"}), Contains("outstanding"));
  CHECK_THAT(fault({"commands=true"}), Contains("/commands") && Contains("--out"));
  CHECK_THAT(fault({"commands=true", "memory.fidelity=lt"}), Contains("/commands"));
  CHECK_THAT(fault({"memory.organisation.channels=0"}), Contains("channels"));
  CHECK_THAT(fault({"memory.timing.tRC=10 ns"}), Contains("tRC"));
  CHECK_THAT(fault({"memory.timing.tRFC=4 us"}), Contains("tRFC"));
  CHECK_THAT(fault({"memory.controller.mapping=row-bank"}), Contains("mapping"));
  CHECK_THAT(fault({"memory=hbm3"}), Contains("hbm"));
}

}  // namespace jacquard::platform
