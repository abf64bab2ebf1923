// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/placement.hpp"

#include <algorithm>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_reader.hpp"

namespace jacquard::topology {
namespace {

using config::Place;

const char* const kExpected =
    "\"identity\", \"reverse\", \"stride:S\", \"dimensions:1,0\", or the path of a JSON file";

// What follows "<word>:"; nothing if the text does not begin so.
bool after(const std::string& text, const std::string& word, std::string& rest) {
  if (text.rfind(word + ":", 0) != 0) return false;
  rest = text.substr(word.size() + 1);
  return true;
}

int whole(const std::string& digits, const std::string& expected, const Place& place) {
  const auto number = base::parse_number<int>(digits);
  if (!number || *number < 0) place.fail(expected, "\"" + digits + "\"");
  return *number;
}

std::vector<int> strided(int npus, int stride) {
  std::vector<int> npu(static_cast<std::size_t>(npus));
  const int run = npus / stride;
  for (int rank = 0; rank < npus; ++rank) {
    base::at(npu, rank) = rank % run * stride + rank / run;
  }
  return npu;
}

std::vector<int> order_of(const std::string& list, const Fabric& fabric, const Place& place) {
  const std::string expected = "each of the dimensions 0.." +
                               std::to_string(fabric.dimensions() - 1) +
                               " once, such as \"dimensions:1,0\"";
  std::vector<int> order;
  for (const std::string& item : base::comma_list(list)) {
    order.push_back(whole(item, expected, place));
  }
  std::vector<int> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> all(static_cast<std::size_t>(fabric.dimensions()));
  std::iota(all.begin(), all.end(), 0);
  if (sorted != all) place.fail(expected, "\"dimensions:" + list + "\"");
  return order;
}

std::vector<int> filled_in_order(const std::vector<int>& order, const Fabric& fabric) {
  std::vector<int> npu(static_cast<std::size_t>(fabric.npus()));
  for (int rank = 0; rank < fabric.npus(); ++rank) {
    int rest = rank;
    int at = 0;
    for (const int d : order) {
      at += rest % fabric.dimension(d).size * fabric.stride(d);
      rest /= fabric.dimension(d).size;
    }
    base::at(npu, rank) = at;
  }
  return npu;
}

std::vector<int> read_list(const std::string& path, int npus) {
  const config::Json json = config::read_json(path);
  const Place top{path, ""};
  const std::string expected = "a list of the NPU of each of " + std::to_string(npus) + " ranks";
  if (!json.is_array()) top.fail(expected, config::brief(json));
  if (json.size() != static_cast<std::size_t>(npus)) {
    top.fail(expected, std::to_string(json.size()) + " numbers");
  }
  std::vector<int> npu;
  for (std::size_t rank = 0; rank < json.size(); ++rank) {
    npu.push_back(static_cast<int>(config::read_whole_number(
        json[rank], 0, npus - 1, config::whole_number_expected(0, npus - 1), top / rank)));
  }
  return npu;
}

}  // namespace

Placement::Placement(std::vector<int> npu_of_rank, const Place& place)
    : size_(static_cast<int>(npu_of_rank.size())),
      npu_(std::move(npu_of_rank)),
      rank_(npu_.size(), -1) {
  for (int rank = 0; rank < size_; ++rank) {
    const int at = base::at(npu_, rank);
    if (at < 0 || at >= size_) {
      place.fail("NPUs in 0.." + std::to_string(size_ - 1), std::to_string(at));
    }
    int& taken = base::at(rank_, at);
    if (taken >= 0) {
      place.fail("one rank on each NPU", "ranks " + std::to_string(taken) + " and " +
                                             std::to_string(rank) + " on NPU " +
                                             std::to_string(at));
    }
    taken = rank;
  }
}

Placement read_placement(const std::string& text, int npus, const Fabric* fabric,
                         const Place& place) {
  if (text == "identity") return Placement(npus);
  if (text == "reverse") {
    std::vector<int> npu(static_cast<std::size_t>(npus));
    std::iota(npu.rbegin(), npu.rend(), 0);
    return Placement(std::move(npu), place);
  }
  std::string rest;
  if (after(text, "stride", rest)) {
    const std::string expected = "a stride that divides the " + std::to_string(npus) + " NPUs";
    const int stride = whole(rest, expected, place);
    if (stride == 0 || npus % stride != 0) place.fail(expected, rest);
    return Placement(strided(npus, stride), place);
  }
  if (after(text, "dimensions", rest)) {
    if (fabric == nullptr) {
      place.fail("\"identity\", \"reverse\", \"stride:S\" or a file, as a graph has no dimensions",
                 "\"" + text + "\"");
    }
    return Placement(filled_in_order(order_of(rest, *fabric, place), *fabric), place);
  }
  const bool is_path =
      text.find('/') != std::string::npos || text.find(".json") != std::string::npos;
  if (!is_path) {
    const std::string word = text.substr(0, text.find(':'));
    const std::string near = base::nearest(word, {"identity", "reverse", "stride", "dimensions"});
    place.fail(kExpected, "\"" + text + "\"", near.empty() ? "" : "did you mean '" + near + "'?");
  }
  return Placement(read_list(text, npus), {text, ""});
}

}  // namespace jacquard::topology
