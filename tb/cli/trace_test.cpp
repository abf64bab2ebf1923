// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;

namespace {

const char* const kStage = R"({"nodes": [
  {"id": 1, "name": "work", "type": "COMP", "attr": {"num_ops": 1000, "tensor_size": 10}},
  {"id": 2, "name": "say", "type": "COMM_SEND", "data_deps": [1],
   "attr": {"comm_dst": 1, "comm_size": 64, "comm_tag": 7}}]})";
const char* const kNext = R"({"nodes": [
  {"id": 1, "name": "hear", "type": "COMM_RECV",
   "attr": {"comm_src": 0, "comm_size": 64, "comm_tag": 8}}]})";

void save(const tb::Folder& folder, const std::string& name, const std::string& json) {
  folder.file(name, interop::write_chakra(interop::parse_chakra_json(json, name)));
}

}  // namespace

TEST_CASE("trace shows a job, and turns a trace into JSON and back to the same bytes") {
  const tb::Folder folder;
  save(folder, "job.0.et", kStage);
  const tb::Answer shown = tb::run_program({"trace", "job", "--json"}, folder);
  CHECK(shown.exit_code == 0);
  const nlohmann::json answer = nlohmann::json::parse(shown.out);
  CHECK(answer["rows"][0]["ranks"] == 1);
  CHECK(answer["rows"][0]["nodes"] == 2);
  CHECK(answer["rows"][1]["operations"] == 1000);
  CHECK(tb::run_program({"trace", "job.0.et", "--convert", "json", "--out", "a.json"}, folder)
            .exit_code == 0);
  CHECK(tb::run_program({"trace", "a.json", "--convert", "chakra", "--out", "b.et"}, folder)
            .exit_code == 0);
  CHECK(base::read_file(folder.path("b.et")) == base::read_file(folder.path("job.0.et")));
  CHECK(tb::run_program({"trace", "job", "--convert", "perfetto", "--out", "p.json"}, folder)
            .exit_code == 0);
  CHECK(nlohmann::json::parse(base::read_file(folder.path("p.json"))).contains("traceEvents"));
}

TEST_CASE("trace --check finds the send whose receive has another tag") {
  const tb::Folder folder;
  save(folder, "job.0.et", kStage);
  save(folder, "job.1.et", kNext);
  const tb::Answer answer = tb::run_program({"trace", "job", "--check"}, folder);
  CHECK(answer.exit_code == 2);
  CHECK(tb::count_lines(answer.err) == 1);
  CHECK_THAT(answer.err, Catch::Contains("job.0.et") && Catch::Contains("\"say\"") &&
                             Catch::Contains("with tag 7") && Catch::Contains("with tag 8"));
  std::string repaired = kNext;
  repaired.replace(repaired.find("\"comm_tag\": 8"), 13, "\"comm_tag\": 7");
  save(folder, "job.1.et", repaired);
  CHECK(tb::run_program({"trace", "job", "--check"}, folder).exit_code == 0);
}

TEST_CASE("trace refuses what is no trace in one line") {
  const tb::Folder folder;
  folder.file("notes.txt", "This is a text and not a trace at all, and it is long enough to pass.");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"trace"},
                                                    {"trace", "nothing"},
                                                    {"trace", "notes.txt"},
                                                    {"trace", "notes.txt", "--ranks", "2"}}) {
    const tb::Answer answer = tb::run_program(arguments, folder);
    CHECK(answer.exit_code == 2);
    CHECK(tb::count_lines(answer.err) == 1);
    CHECK(answer.out.empty());
  }
  save(folder, "job.0.et", kStage);
  const tb::Answer form = tb::run_program({"trace", "job.0.et", "--convert", "jsn"}, folder);
  CHECK(form.exit_code == 2);
  CHECK_THAT(form.err, Catch::Contains("did you mean 'json'"));
}
