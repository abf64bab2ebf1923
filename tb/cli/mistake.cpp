// SPDX-License-Identifier: Apache-2.0
#include "cli/mistake.hpp"

#include <catch2/catch.hpp>

namespace jacquard::tb {

std::string mistake(const Words& arguments, const Folder& folder) {
  const auto before = folder.listing();
  const Answer answer = run_program(arguments, folder);
  std::string command = "jacquard";
  for (const std::string& word : arguments) command += " '" + word + "'";
  INFO(command << "\nstderr: " << answer.err);
  CHECK(answer.exit_code == 2);
  CHECK(answer.out.empty());
  CHECK(count_lines(answer.err) == 1);
  CHECK_THAT(answer.err, Catch::StartsWith("jacquard") && Catch::EndsWith("\n"));
  CHECK(folder.listing() == before);
  return answer.err;
}

}  // namespace jacquard::tb
