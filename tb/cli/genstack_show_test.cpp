// SPDX-License-Identifier: Apache-2.0
// `jacquard genstack show` as a user runs it.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

// 2 stages of 4 ranks, each on a leaf of its own.
class Here : public Folder {
 public:
  Here() {
    file("job.json", R"json({"model": "llama3-8b", "system": "dgx_h100_8", "layers": 4, "batch": 8,
                             "sequence": 1024, "parallel": "tp=2,dp=2,pp=2,micro_batch=1"})json");
    file("fabric.json", R"json({"radix": 8, "leaf_ports": 4, "slot": "50 us"})json");
    const Answer made = run_program({"genstack", "--job", "./job.json", "--fabric", "./fabric.json",
                                     "--no-report", "--out", "stack"},
                                    *this);
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
  }
};

const Words kShow = {"genstack", "show", "stack", "--json", "--no-timing"};

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(with(kShow, words), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

// The first slot in which something is sent.
std::int64_t busy_slot(const Folder& folder) {
  for (int slot = 0;; ++slot) {
    const json rows = rows_of({"--slot", std::to_string(slot)}, folder);
    if (rows[0]["sending_ports"] != 0) return slot;
  }
}

}  // namespace

TEST_CASE("a slot is shown by actors, ports and switches, which agree") {
  const Here folder;
  const std::string slot = std::to_string(busy_slot(folder));
  const json rows = rows_of({"--slot", slot}, folder);
  std::map<int, int> peers;
  std::int64_t of_actors = 0;
  for (const json& row : rows) {
    if (row["row_kind"] == "actor") of_actors += row["ports"].get<std::int64_t>();
    if (row["row_kind"] == "port" && row.contains("peer")) peers[row["port"]] = row["peer"];
  }
  CHECK(of_actors == rows[0]["sending_ports"]);
  CHECK(static_cast<std::int64_t>(peers.size()) == of_actors);
  // The step begins with a ring of two at the first stage: ranks 0 and 1, 2 and 3.
  CHECK(peers == std::map<int, int>{{0, 1}, {1, 0}, {2, 3}, {3, 2}});
  for (const json& row : rows_of({"--slot", slot, "--switch", "leaf0"}, folder)) {
    if (row["row_kind"] != "input" || row["state"] != "used") continue;
    CHECK(peers.at(row["input"]) == row["output"]);
  }
}

TEST_CASE("settings of a switch are written as text, words and bytes") {
  const Here folder;
  const json files = rows_of({"--switch", "leaf1", "--all", "--out", "files"}, folder);
  REQUIRE(files.size() == 4);
  const std::string csv = jacquard::base::read_file(folder.path("files/leaf1.csv"));
  CHECK(csv.substr(0, 18) == "slot,input,output\n");
  const std::string hex = jacquard::base::read_file(folder.path("files/leaf1.hex"));
  // 8 ports of 4 bits: all is idle in slot 0, so the word ends in 32 ones.
  CHECK(hex.find("\n0000000000000000ffffffff\n") != std::string::npos);
  CHECK_FALSE(jacquard::base::read_file(folder.path("files/leaf1.bin")).empty());
  CHECK(rows_of({"--all", "--out", "each"}, folder).size() % 4 == 0);
  CHECK(jacquard::base::read_file(folder.path("each/leaf1.csv")) == csv);
}

TEST_CASE("media channels of OpenConfig, set one after the other, are the settings of the table") {
  const Here folder;
  rows_of({"--switch", "leaf1", "--all", "--out", "files"}, folder);
  const auto read = [&](const char* file) {
    return jacquard::base::read_file(folder.path(std::string("files/") + file));
  };
  const json file = json::parse(read("leaf1.json"));
  CHECK(file["model"] == "openconfig-wavelength-router");
  CHECK(file["target"] == "leaf1");
  std::map<std::string, std::string> set;  // output by input
  std::string table = "slot,input,output\n";
  for (const json& one : file["sets"]) {
    CHECK(one["at_ps"] == one["slot"].get<std::int64_t>() * file["slot_ps"].get<std::int64_t>());
    std::map<int, std::string> lines;
    for (const json& path : one["delete"]) {
      const std::string text = path.get<std::string>();
      const int input = std::stoi(text.substr(text.find("[index=") + 7)) - 1;
      CHECK(set.erase("in" + std::to_string(input)) == 1);
      lines[input] = "";
    }
    for (const json& change : one["replace"]) {
      const json& channel = change["val"];
      const int input = channel["index"].get<int>() - 1;
      CHECK(change["path"] ==
            "/openconfig-wavelength-router:wavelength-router/media-channels/channel[index=" +
                std::to_string(input + 1) + "]");
      CHECK(channel["config"]["index"] == input + 1);
      const std::string from = channel["source"]["config"]["port-name"];
      CHECK(from == "in" + std::to_string(input));
      set[from] = channel["dest"]["config"]["port-name"];
      lines[input] = set[from].substr(3);
    }
    std::set<std::string> outputs;  // each has one input
    for (const auto& [from, to] : set) CHECK(outputs.insert(to).second);
    for (const auto& [input, output] : lines) {
      table += std::to_string(one["slot"].get<int>()) + "," + std::to_string(input) + "," + output +
               "\n";
    }
  }
  CHECK(table == read("leaf1.csv"));
}

TEST_CASE("configurations are measured by four methods, for leaves and spines") {
  const Here folder;
  const double slots = rows_of({"--slot", "0"}, folder)[0]["slots"];
  const json rows = rows_of({"--configuration"}, folder);
  REQUIRE(rows.size() == 8);
  CHECK(rows[0]["method"] == "grammar");
  CHECK(rows[1]["method"] == "explicit");
  CHECK(rows[1]["switches"] == "leaf");
  CHECK(rows[1]["config_bytes_per_switch"] == slots * 8 * 4 / 8);  // 8 ports of 4 bits
  CHECK(rows[2]["over_dictionary"] == 1);
}

TEST_CASE("what genstack show cannot show is named") {
  const Here folder;
  const auto fault = [&](const Words& words) {
    return mistake(with({"genstack", "show"}, words), folder);
  };
  CHECK(fault({}).find("STACK") != std::string::npos);
  CHECK(fault({"stack"}).find("one of --slot K, --all and --configuration") != std::string::npos);
  CHECK(fault({"stack", "--slot", "99999999"}).find("a slot below") != std::string::npos);
  CHECK(fault({"stack", "--slot", "0", "--ports", "7..3"}).find("--ports") != std::string::npos);
  CHECK(fault({"stack", "--slot", "0", "--switch", "leaf2"}).find("leaf0..leaf1") !=
        std::string::npos);
  CHECK(fault({"stack", "--slot", "0", "--channel", "1"}).find("--channel") != std::string::npos);
  CHECK(fault({"stack", "--all", "--switch", "leaf0"}).find("--out DIR") != std::string::npos);
}
