// SPDX-License-Identifier: Apache-2.0
// What `jacquard validate` answers.
#pragma once

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/program.hpp"

namespace jacquard::tb {

// The rows of a command that ends well.
inline nlohmann::json rows_of(const std::vector<std::string>& words) {
  const Folder folder;
  const Answer answer = run_program(words, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return nlohmann::json::parse(answer.out).at("rows");
}

// The answer to a table of measurements.
inline Answer answer_to(const std::string& name, const std::string& text) {
  const Folder folder;
  return run_program({"validate", name, "--data", folder.file("given.csv", text), "--json"},
                     folder);
}

}  // namespace jacquard::tb
