// SPDX-License-Identifier: Apache-2.0
// jacquard search under mpirun: many processes, one answer.
#include <unistd.h>

#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/search/store.hpp"
#include "jacquard/tool/process.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;

namespace {

// A built module stands beside the program where CMake found MPI.
bool has_mpi() {
  const std::string program = JACQUARD_PROGRAM;
  return tool::on_path("mpirun") &&
         ::access((program.substr(0, program.rfind('/')) + "/jacquard_mpi.so").c_str(), R_OK) == 0;
}

// With its stdout and stderr in files of the folder. Open MPI leaks, and LeakSanitizer would tell;
// its hwloc speaks up on a machine without /sys.
tb::Answer on_two_ranks(const tb::Words& arguments, const tb::Folder& folder) {
  tb::Words argv = {
      "sh",
      "-c",
      "out=$1 err=$2; shift 2; ASAN_OPTIONS=detect_leaks=0 HWLOC_HIDE_ERRORS=2 exec mpirun "
      "--allow-run-as-root --oversubscribe "
      "-n 2 \"$@\" >\"$out\" 2>\"$err\"",
      "sh",
      folder.path("out"),
      folder.path("err"),
      JACQUARD_PROGRAM};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  tb::Answer answer;
  answer.exit_code = tool::run_process(argv, folder.path("")).exit_code;
  answer.out = base::read_file(folder.path("out"));
  answer.err = base::read_file(folder.path("err"));
  return answer;
}

tb::Words small_search(const tb::Words& more) {
  return tb::with({"search", "cosmic_system2", "--agent", "ga", "--budget", "300", "--seed", "5",
                   "--json", "--no-timing", "--quiet"},
                  more);
}

}  // namespace

TEST_CASE("two ranks print the bytes that two threads print, and store the same evaluations") {
  if (!has_mpi()) {
    WARN("no mpirun, or built without MPI");
    return;
  }
  const tb::Folder folder;
  const tb::Answer threads = tb::run_program(small_search({"--threads", "2"}), folder);
  const std::string store = folder.path("ranks.db");
  const tb::Answer ranks = on_two_ranks(small_search({"--threads", "1", "--store", store}), folder);
  CHECK(ranks.exit_code == 0);
  CHECK(ranks.out == threads.out);
  CHECK(ranks.err.empty());
  CHECK(search::Store::open(store, search::StoreAccess::look).steps() == 300);
}

TEST_CASE("what is wrong is said once, by rank 0") {
  if (!has_mpi()) {
    WARN("no mpirun, or built without MPI");
    return;
  }
  const tb::Folder folder;
  for (const tb::Words& wrong :
       {tb::Words{"search", "no_such_space"}, tb::Words{"search", "cosmic_system2", "--no-such"}}) {
    const tb::Answer ranks = on_two_ranks(wrong, folder);
    CHECK(ranks.exit_code != 0);
    CHECK(ranks.out.empty());
    const std::string word = wrong.back();
    const auto first = ranks.err.find(word);
    REQUIRE(first != std::string::npos);
    CHECK(ranks.err.find(word, first + word.size()) == std::string::npos);
  }
}
