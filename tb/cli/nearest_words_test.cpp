// SPDX-License-Identifier: Apache-2.0
// What a mistaken word leads to.
#include <catch2/catch.hpp>

#include "cli/mistake.hpp"

using Catch::Matchers::Contains;
using jacquard::tb::Folder;
using jacquard::tb::mistake;

TEST_CASE("A degree that is given as an option of its own is said as the verb takes it") {
  const Folder folder;
  CHECK_THAT(mistake({"train", "llama3-8b", "--tp", "8"}, folder), Contains("'--parallel tp=8'"));
  CHECK_THAT(mistake({"train", "llama3-8b", "--pp=4"}, folder), Contains("'--parallel pp=4'"));
}

TEST_CASE("A short name leads to the name that it shortens, and not to one it merely looks like") {
  const Folder folder;
  CHECK_THAT(mistake({"train", "llama3-8b", "--mb", "2"}, folder),
             Contains("'--parallel micro_batch=2'"));
  CHECK_THAT(mistake({"train", "llama3-8b", "--parallel", "mb=2"}, folder),
             Contains("did you mean 'micro_batch'?"));
  CHECK_THAT(mistake({"train", "mixtral_64", "--set", "system.npu.device=h20"}, folder),
             Contains("did you mean 'h200_sxm'?"));
  CHECK_THAT(mistake({"train", "mixtral_64", "--set", "system.npu.device=b20"}, folder),
             Contains("did you mean 'b200_sxm'?"));
  // No system, cluster or job is near it.
  CHECK_THAT(mistake({"collective", "--system", "h200"}, folder), !Contains("did you mean"));
}

TEST_CASE("A waveform is an FST file, and another name for one is refused") {
  const Folder folder;
  CHECK_THAT(mistake({"verify", "--core", "wwfa", "--trace", "wave.vcd"}, folder),
             Contains("--trace") && Contains("FST"));
}
