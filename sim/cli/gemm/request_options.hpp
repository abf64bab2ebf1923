// SPDX-License-Identifier: Apache-2.0
// The options that say which distributed GeMM is meant.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jacquard/gemm/request.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

// What was given on the command line.
struct RequestWords {
  std::string algorithm;
  std::string dataflow;
  std::string mesh;
  std::string shape;
  std::string overlapped;
  gemm::Request rest;  // what is a number or a switch
  std::vector<Option> but_algorithm;
};

std::shared_ptr<RequestWords> add_request_options(Arguments& app);

// Throws ConfigError for a word that is wrong, and for an algorithm, dataflow, mesh or shape that
// is not given. Whether the request is legal is for gemm::check() to say.
gemm::Request request_of(const RequestWords& words);

}  // namespace jacquard::cli
