// SPDX-License-Identifier: Apache-2.0
// Files of MSCCL, NCCL and SimAI at the verbs that open them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

json row_of(Words words, const Folder& folder) {
  words.push_back("--json");
  const Answer answer = run_program(words, folder);
  INFO("stderr: " << answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"][0];
}

std::string refusal(const Words& words, const Folder& folder) {
  const Answer answer = run_program(words, folder);
  CHECK(answer.exit_code == 2);
  CHECK(count_lines(answer.err) == 1);
  return answer.err;
}

const std::string kRing = "configs/rounds/msccl_ring_4.xml";
const std::string kPlan = "configs/rounds/mscclpp_direct_4.json";

}  // namespace

TEST_CASE("a ring of MSCCL takes as long as the ring that jacquard writes") {
  const Folder folder;
  const Words on = {"--topology",       "Ring(4)",   "--bandwidth",
                    "50 GB/s",          "--latency", "500 ns",
                    "--endpoint-delay", "0 ns",      "--local-memory-bandwidth",
                    "3 TB/s",           "--bytes",   "4 MB"};
  Words theirs = {"collective", "--rounds", kRing}, ours = {"collective", "--algorithm", "ring"};
  theirs.insert(theirs.end(), on.begin(), on.end());
  ours.insert(ours.end(), on.begin(), on.end());
  const json row = row_of(theirs, folder);
  CHECK(row["time_ps"] == row_of(ours, folder)["time_ps"]);
  CHECK(row["algorithm"] == "ring");
  CHECK(row["messages"] == 24);
  CHECK(row["wire_bytes"] == 24'000'000);
  // 2 (n - 1) steps of 1 MB on a link, and three sums of 3 x 1 MB.
  CHECK(row["time_ps"] == 6 * 20'500'000 + 3 * 1'000'000);
}

TEST_CASE("a plan of MSCCL++ takes as long as the same messages that jacquard writes") {
  const Folder folder;
  const Words on = {"--topology",
                    "FullyConnected(4)",
                    "--bandwidth",
                    "50 GB/s",
                    "--latency",
                    "500 ns",
                    "--endpoint-delay",
                    "0 ns",
                    "--local-memory-bandwidth",
                    "3 TB/s",
                    "--bytes",
                    "4 MB"};
  Words theirs = {"collective", "--rounds", kPlan}, ours = {"collective", "--algorithm", "direct"};
  theirs.insert(theirs.end(), on.begin(), on.end());
  ours.insert(ours.end(), on.begin(), on.end());
  const json row = row_of(theirs, folder);
  CHECK(row["time_ps"] == row_of(ours, folder)["time_ps"]);
  CHECK(row["algorithm"] == "direct");
  CHECK(row["messages"] == 24);
  CHECK(row["wire_bytes"] == 24'000'000);
  const json proof = row_of({"collective", "prove", "--rounds", kPlan}, folder);
  CHECK(proof["status"] == "proved");
  CHECK(proof["kind"] == "all-reduce");
  CHECK_THAT(refusal({"collective", "--system", "8xh100", "--rounds", kPlan}, folder),
             Contains("mscclpp_direct_4.json#/gpus: expected 8, the NPUs of the network, found 4"));
}

TEST_CASE("collective prove follows the chunks of MSCCL's XML") {
  const Folder folder;
  CHECK(row_of({"collective", "prove", "--rounds", kRing}, folder)["status"] == "proved");
  const std::string bad = folder.file(
      "bad.xml",
      "<algo name=\"b\" nchunksperloop=\"1\" ngpus=\"2\" coll=\"broadcast\" inplace=\"1\">\n"
      "<gpu id=\"0\" i_chunks=\"1\" o_chunks=\"0\" s_chunks=\"0\"/>\n"
      "<gpu id=\"1\" i_chunks=\"1\" o_chunks=\"0\" s_chunks=\"0\"/></algo>\n");
  const Answer answer = run_program({"collective", "prove", "--rounds", bad}, folder);
  CHECK(answer.exit_code == 1);
  CHECK_THAT(answer.out, Contains("failed") && Contains("GPU 1 ends with chunk 0 of GPU 1"));
  const Words run = {"collective", "--topology", "Ring(4)", "--rounds"};
  const auto with = [&](const Words& more) {
    Words words = run;
    words.insert(words.end(), more.begin(), more.end());
    return refusal(words, folder);
  };
  CHECK_THAT(refusal({"collective", "--topology", "Ring(2)", "--rounds", bad}, folder),
             Contains("bad.xml: expected an algorithm that does what coll says"));
  CHECK_THAT(with({bad}),
             Contains("bad.xml, line 1, ngpus: expected 4, the NPUs") && Contains("found 2"));
  CHECK_THAT(refusal({"collective", "--system", "8xh100", "--rounds", kRing}, folder),
             Contains("ngpus: expected 8, the NPUs of the network, found 4"));
  CHECK_THAT(with({kRing, "--kind", "all-gather"}), Contains("--kind"));
  CHECK_THAT(with({kRing, "--rounds-out", "x.json"}), Contains("--rounds-out"));
}

TEST_CASE("a table for NCCL's tuner is written of the fastest ways, and priced when read") {
  const Folder folder;
  const std::string table = folder.path("t.conf");
  const Answer written = run_program({"collective", "--system", "8xh100", "--algorithm", "all",
                                      "--bytes", "64 KB,1 GB", "--tuner-out", table, "--quiet"},
                                     folder);
  REQUIRE(written.exit_code == 0);
  const Words at = {"collective", "--system", "8xh100", "--bytes", "1 GB"};
  const auto with = [&](const Words& more) {
    Words words = at;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const json tuned = row_of(with({"--tuner", table}), folder);
  CHECK(tuned["algorithm"] == "nccl-nvls");
  CHECK(tuned["time_ps"] == row_of(at, folder)["time_ps"]);  // as NCCL itself chooses
  const std::string ring = folder.file("r.conf", "allreduce,0,4294967295,ring,simple,-1,1,8\n");
  const json slower = row_of(with({"--tuner", ring}), folder);
  CHECK(slower["algorithm"] == "nccl-ring");
  CHECK(slower["time_ps"] > tuned["time_ps"]);
  // A line of two nodes is none of ours.
  const std::string other = folder.file("o.conf", "allreduce,0,4294967295,ring,ll,-1,2,-1\n");
  CHECK(row_of(with({"--tuner", other}), folder)["time_ps"] == tuned["time_ps"]);
  CHECK(
      row_of(with({"--tuner", folder.file("t2.conf", "allreduce,0,4294967295,tree,ll,-1,-1,-1\n")}),
             folder)["algorithm"] == "double-binary-tree");
  CHECK_THAT(
      refusal(with({"--tuner", folder.file("p.conf", "allreduce,0,4294967295,pat,ll,-1,1,8\n")}),
              folder),
      Contains("p.conf, line 1, column algorithm") && Contains("'pat'"));
  CHECK_THAT(refusal(with({"--tuner", ring, "--algorithm", "ring"}), folder), Contains("--tuner"));
  CHECK_THAT(refusal(with({"--tuner-out", table}), folder), Contains("--tuner-out"));
}

TEST_CASE(
    "a table for NCCL's tuner has no holes and breaks between sizes, and slows none of them") {
  const Folder folder;
  const std::string table = folder.path("t.conf");
  const Words sizes = {"1 MB", "4 MB", "64 MB", "256 MB"};
  REQUIRE(run_program({"collective", "--system", "8xh100", "--algorithm", "all", "--bytes",
                       "1 MB,4 MB,64 MB,256 MB", "--tuner-out", table, "--quiet"},
                      folder)
              .exit_code == 0);
  const std::string text = jacquard::base::read_file(table);
  CHECK_THAT(text, Contains("interpolated") && Contains("\nallreduce,0,") &&
                       Contains(",9223372036854775807,nvls,simple,-1,1,8,-1,-1\n"));
  for (const std::string& size : sizes) {
    INFO(size << "\n" << text);
    Words words = {"collective", "--system", "8xh100", "--bytes", size};
    const auto without = row_of(words, folder)["time_ps"].get<std::int64_t>();
    words.insert(words.end(), {"--tuner", table});
    CHECK(row_of(words, folder)["time_ps"].get<std::int64_t>() <= without);
  }
  // Nodes of a device without a law of NCCL: a tree at 64 kB, a ring at 256 kB, so that the range
  // ends at sqrt(64e3 x 256e3).
  REQUIRE(run_program({"collective", "--system", "64xmi300x", "--algorithm", "all", "--bytes",
                       "64 KB,256 KB", "--tuner-out", table, "--quiet"},
                      folder)
              .exit_code == 0);
  CHECK_THAT(jacquard::base::read_file(table),
             Contains("\nallreduce,0,128000,tree,simple,-1,8,64,-1,-1\n"
                      "allreduce,128001,9223372036854775807,ring,simple,-1,8,64,-1,-1\n"));
}

TEST_CASE("a dump of NCCL's topology is a system and a topology") {
  const Folder folder;
  const std::string host = folder.file(
      "host.xml",
      "<system version=\"1\"><cpu numaid=\"0\"><pci busid=\"02\"><gpu dev=\"0\" sm=\"90\" "
      "rank=\"0\"><nvlink target=\"a\" count=\"18\" tclass=\"0x068000\"/></gpu></pci>"
      "<pci busid=\"03\"><gpu dev=\"1\" sm=\"90\" rank=\"1\"><nvlink target=\"a\" count=\"18\" "
      "tclass=\"0x068000\"/></gpu></pci></cpu></system>");
  const Words kind = {"--kind",    "all-gather", "--algorithm",      "ring", "--bytes", "450 MB",
                      "--latency", "1 us",       "--endpoint-delay", "0 ns"};
  Words by_system = {"collective", "--system", host},
        by_topology = {"collective", "--topology", host};
  by_system.insert(by_system.end(), kind.begin(), kind.end());
  by_topology.insert(by_topology.end(), kind.begin(), kind.end());
  const json row = row_of(by_topology, folder);
  CHECK(row["npus"] == 2);
  CHECK(row["time_ps"] == 1'002'000'000);  // 450 MB at 450 GB/s, over two links of 1 us
  CHECK(row_of(by_system, folder)["time_ps"] == row["time_ps"]);
}

TEST_CASE("a workload of SimAI is imported, and takes what its loop adds up to") {
  const Folder folder;
  const std::string text = folder.file(
      "w.txt",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 2 vpp: 1 ga: 1 "
      "all_gpus: 4 checkpoints: 0 checkpoint_initiates: 0\n1\n"
      "layer\t-"
      "1\t1000\tALLREDUCE\t1000000\t2000\tALLREDUCE\t1000000\t3000\tALLREDUCE\t2000000\t0\n");
  const std::string out = folder.path("job");
  const Answer answer = run_program({"trace", "import", text, "--out", out, "--json"}, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  CHECK_THAT(answer.err, Contains("one of 2 pipeline stages"));
  const json row = json::parse(answer.out)["rows"][0];
  CHECK(row["ranks"] == 4);
  CHECK(row["nodes"] == 6);
  CHECK(row["compute_ps"] == 6'000'000);
  const Answer ran = run_program(
      {"astra", "--workload-configuration", out + "/job", "--system-configuration",
       out + "/system.json", "--comm-group-configuration", out + "/groups.json", "--mode",
       "faithful", "--system",
       R"x({"network": {"topology": "Ring(2) Ring(2)", "bandwidth": ["100 GB/s"], "latency": ["0 ns"]}})x"},
      folder);
  INFO(ran.err);
  REQUIRE(ran.exit_code == 0);
  // 1 + 2 + 3 us, 10 us for each all-reduce of 1 MB between two, 20 us for that of 2 MB; and 10 ns
  // as each of the three begins and after each of its two messages.
  CHECK_THAT(ran.out, Contains("sys[0] finished, 46090 cycles"));
  CHECK_THAT(refusal({"trace", "import", text, "--npus", "8", "--out", folder.path("y")}, folder),
             Contains("w.txt, line 1: expected all_gpus: 8, as --npus says, found 4"));
  const std::string zero =
      folder.file("z.txt", "HYBRID_TRANSFORMER model_parallel_NPU_group: 0 all_gpus: 4\n1\n");
  CHECK_THAT(refusal({"trace", "import", zero, "--out", folder.path("y")}, folder),
             Contains("z.txt, line 1: expected model_parallel_NPU_group:, a number in 1.."));
  const std::string typed = folder.file("t.txt", "HYBRID_TRANSFORMR all_gpus: 4\n1\n");
  CHECK_THAT(refusal({"trace", "import", typed, "--out", folder.path("y")}, folder),
             Contains("t.txt, line 1: expected a training loop, one of DATA, ") &&
                 Contains("HYBRID_TRANSFORMR"));
  CHECK_THAT(refusal({"trace", "import", text, typed, "--out", folder.path("y")}, folder),
             Contains("expected one workload in text") && Contains("t.txt too"));
  std::string days = "MICRO all_gpus: 1\n9\n";
  for (int layer = 0; layer < 9; ++layer)
    days += "layer -1 1000000000000000 NONE 0 0 NONE 0 0 NONE 0 0\n";
  CHECK_THAT(refusal({"trace", "import", folder.file("long.txt", days), "--out", folder.path("y")},
                     folder),
             Contains("long.txt: expected computations of at most 100 days"));
  CHECK_THAT(
      refusal({"trace", "import", folder.file("d.txt", "DATA\n1\n"), "--out", folder.path("x")},
              folder),
      Contains("--npus"));
}

TEST_CASE("a trace without nodes is refused by its name") {
  const Folder folder;
  const std::string trace = folder.file("e.0.json", R"({"workload_graph": []})");
  const std::string job = folder.file("job.json", R"({"traces": "e"})");
  const auto is_named = Contains("e.0.json: expected a trace with nodes, found none");
  CHECK_THAT(refusal({"trace", trace}, folder), is_named);
  CHECK_THAT(refusal({"simulate", job, "--system", "1xh100", "--json"}, folder), is_named);
  CHECK_THAT(refusal({"train", job, "--system", "1xh100", "--out", folder.path("o")}, folder),
             is_named);
}
