// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/gemm/request_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

std::string any_of(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

void require(const std::string& word, const char* option, const std::string& expected) {
  if (word.empty()) throw base::ConfigError({option, "", expected, "nothing", ""});
}

gemm::Direction direction_named(const std::string& word, const std::string& source) {
  if (word == "row") return gemm::Direction::row;
  if (word == "column") return gemm::Direction::column;
  throw base::ConfigError({source, "", "row or column", word, ""});
}

}  // namespace

std::shared_ptr<RequestWords> add_request_options(Arguments& app) {
  auto words = std::make_shared<RequestWords>();
  gemm::Request& rest = words->rest;
  app.add_option("--algorithm", words->algorithm, any_of(gemm::algorithm_names()));
  words->but_algorithm = {
      app.add_option("--dataflow", words->dataflow,
                     "Which matrix stays: os the output, ls the left factor, rs the right one"),
      app.add_option("--mesh", words->mesh, "Chips, ROWSxCOLUMNS, or ROWSxCOLUMNSxLAYERS for 2.5d"),
      app.add_option("--shape", words->shape, "MxNxK: C[M,N] is summed over K"),
      app.add_flag("--transposed", rest.transposed,
                   "All matrices are stored transposed, and the two that move swap directions"),
      app.add_option("--slices", rest.slices,
                     "meshslice: slices; wang, 1d-tp, fsdp: products; summa: iterations")
          .capture_default_str(),
      app.add_option("--block", rest.block, "meshslice: values that are contiguous in a slice")
          .capture_default_str(),
      app.add_option("--element-bytes", rest.element_bytes, "Bytes of a value")
          .capture_default_str(),
      app.add_option("--overlapped", words->overlapped,
                     "wang: row or column, the direction beside the products"),
      app.add_option("--packets", rest.packets,
                     "summa, 2.5d: packets of a broadcast; 0: one for each chip of its ring")
          .capture_default_str()};
  return words;
}

gemm::Request request_of(const RequestWords& words) {
  require(words.algorithm, "--algorithm", any_of(gemm::algorithm_names()));
  require(words.dataflow, "--dataflow", any_of(gemm::dataflow_names()));
  require(words.mesh, "--mesh", "ROWSxCOLUMNS");
  require(words.shape, "--shape", "MxNxK");
  gemm::Request request = words.rest;
  request.algorithm = gemm::algorithm_named(words.algorithm, "--algorithm");
  request.dataflow = gemm::dataflow_named(words.dataflow, "--dataflow");
  request.mesh = gemm::parse_mesh(words.mesh, "--mesh");
  request.shape = gemm::parse_shape(words.shape, "--shape");
  if (!words.overlapped.empty()) {
    request.overlapped = direction_named(words.overlapped, "--overlapped");
  }
  return request;
}

}  // namespace jacquard::cli
