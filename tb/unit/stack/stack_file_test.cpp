// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/base/file.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"
#include "support/folder.hpp"
#include "unit/stack/small_jobs.hpp"

using namespace jacquard;
using Catch::Contains;
using stack::Stack;

namespace {

Stack stack_of(const engine::job::JobWork& work) {
  Stack made;
  made.plan = stack::plan_of(work, {});
  made.plan.source = "a test";
  made.fabric.tiers = 1;
  made.fabric.radix = 64;
  made.fabric.spares = 1;
  made.fabric.slot = base::Picoseconds{11'000'000};
  made.sizes = sizes_of(made.fabric, made.plan.ranks, {"fabric", ""});
  made.clock = {*made.fabric.slot, made.fabric.guard, made.fabric.flight, made.fabric.rate,
                made.fabric.sync};
  made.bound = bound_of(made.plan, made.fabric);
  const stack::Routes routes(made.plan, made.fabric, made.sizes, made.seating, {"fabric", ""});
  stack::ComposeOptions options;
  options.routes = &routes;
  made.timeline = compose(made.plan, made.clock, options);
  return made;
}

// All that a stack's files hold, as text.
std::string text_of(const std::string& folder) {
  std::string all;
  for (const char* name :
       {"stack.json", "rounds.json", "nodes.csv", "calls.csv", "slots.csv", "reserved.csv"}) {
    all += base::read_file(folder + "/" + name);
  }
  return all;
}

void replace(const std::string& file, const std::string& what, const std::string& by) {
  std::string text = base::read_file(file);
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  base::write_file(file, text.replace(at, what.size(), by));
}

}  // namespace

TEST_CASE("a stack that is read back is written as the same bytes") {
  const tb::Folder folder;
  engine::job::JobWork by_ranks = small_jobs::four_by_four();
  by_ranks.job = small_jobs::listed_groups(by_ranks.job);
  for (const engine::job::JobWork& work :
       {small_jobs::four_by_four(), small_jobs::pipeline_of_two(), by_ranks}) {
    Stack stack = stack_of(work);
    stack.seating.port_of.resize(base::index(stack.plan.ranks));
    for (int r = 0; r < stack.plan.ranks; ++r) base::at(stack.seating.port_of, r) = r + 1;
    stack.seating.failed_ports = {0};
    write_stack(stack, folder.path("one"));
    const Stack again = stack::read_stack(folder.path("one"));
    write_stack(again, folder.path("two"));
    CHECK(text_of(folder.path("one")) == text_of(folder.path("two")));
    CHECK(again.plan.patterns == stack.plan.patterns);
    CHECK(again.timeline.placed.size() == stack.timeline.placed.size());
    CHECK(again.port(2) == 3);
  }
}

TEST_CASE("micro-batches and layers beyond 16 bits keep their numbers") {
  const tb::Folder folder;
  Stack stack = stack_of(small_jobs::pipeline_of_two());
  stack.plan.calls.front().micro_batch = 65'536;
  stack.plan.calls.front().layer = 40'000;
  write_stack(stack, folder.path("s"));
  const stack::Call call = stack::read_stack(folder.path("s")).plan.calls.front();
  CHECK(call.micro_batch == 65'536);
  CHECK(call.layer == 40'000);
}

TEST_CASE("a stack of fewer ranks than its fabric has ports is read back") {
  const tb::Folder folder;
  Stack stack = stack_of(small_jobs::pipeline_of_two());
  stack.sizes = sizes_of(stack.fabric, stack.plan.ranks + 3, {"fabric", ""});
  stack.seating.port_of = {0, 1, 2, 6};  // beyond the ranks and the spare
  write_stack(stack, folder.path("s"));
  const Stack again = stack::read_stack(folder.path("s"));
  CHECK(again.sizes.ports == stack.sizes.ports);
  CHECK(again.port(3) == 6);
}

TEST_CASE("a stack replaces a stack, and nothing else") {
  const tb::Folder folder;
  const Stack stack = stack_of(small_jobs::pipeline_of_two());
  folder.file("s.partial", "mine");
  write_stack(stack, folder.path("s"));
  write_stack(stack, folder.path("s") + "/");
  CHECK(stack::read_stack(folder.path("s")).plan.ranks == stack.plan.ranks);
  CHECK(base::read_file(folder.path("s.partial")) == "mine");
  std::filesystem::create_directory(folder.path("other"));
  folder.file("other/file", "mine");
  CHECK_THROWS_WITH(write_stack(stack, folder.path("other")), Contains("a new folder"));
  CHECK(base::read_file(folder.path("other/file")) == "mine");
}

TEST_CASE("what is wrong in a stack's files is named with its line or pointer") {
  const tb::Folder folder;
  const Stack stack = stack_of(small_jobs::pipeline_of_two());
  struct Fault {
    const char* file;
    const char* what;
    const char* by;
    const char* named;
  };
  const std::vector<Fault> faults{
      {"stack.json", "jacquard-stack", "jacquard-rounds", "stack.json#/format"},
      {"stack.json", "\"ranks\":4", "\"ranks\":5", "stack.json#/actors/of_ranks"},
      {"stack.json", "\"slot_ps\":11000000", "\"slot_ps\":11", "stack.json#/slot_ps"},
      {"stack.json", "\"failed_ports\":[]", "\"failed_ports\":[4,2]", "ascending"},
      {"stack.json", "\"barriers\"", "\"bariers\"", "bariers"},
      {"stack.json", "\"kind\":1,\"round\"", "\"kind\":0,\"round\"", "stack.json#/patterns/"},
      {"stack.json", "\"offset\":2,", "\"offset\":3,", "/offset"},
      {"slots.csv", "\n0,0,", "\n9,0,", "slots.csv, line 2"},
      {"slots.csv", ",0,0,0,0,", ",1,0,0,0,", "slots.csv, line"},  // a channel there is not
      {"slots.csv", "\n0,0,0,1,", "\n0,0,0,1,4503599627370496", "slots.csv, line 2"},
      {"slots.csv", "call,round", "call,ground", "slots.csv, line 1"},
      {"nodes.csv", "\n0,1000000,", "\n0,-1,", "nodes.csv, line 2"},
      {"nodes.csv", "\n0,1000000,", "\n0,1e6,", "nodes.csv, line 2"},
      {"calls.csv", "0:1 1:0", "0:0 1:0", "nodes.csv"},
      {"calls.csv", "0:1 1:0", "", "calls.csv, line 2"}};
  for (const Fault& fault : faults) {
    write_stack(stack, folder.path("s"));
    replace(folder.path("s/" + std::string(fault.file)), fault.what, fault.by);
    INFO(fault.file << ": " << fault.by);
    CHECK_THROWS_WITH(stack::read_stack(folder.path("s")), Contains(fault.named));
  }
  CHECK_THROWS_WITH(stack::read_stack(folder.path("nowhere")), Contains("no such folder"));
}
