// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "jacquard/serve/traces/json_fields.hpp"
#include "jacquard/serve/traces/json_forms.hpp"

namespace jacquard::serve {
namespace {

using config::Json;

constexpr const char* kInput = "input_lens";
constexpr const char* kOutput = "output_lens";
constexpr const char* kStart = "start_times";  // a clock's, from no known moment

}  // namespace

const RequestForm& benchmark_form() {
  static const RequestForm form = [] {
    RequestForm f;
    f.whose = "vllm bench's";
    f.key = kInput;
    f.time = kStart;
    f.since_first = true;
    f.input = kInput;
    f.output = kOutput;
    return f;
  }();
  return form;
}

bool is_benchmark(const Json& value) {
  return value.contains(kInput) || value.contains("request_throughput");
}

void give_benchmark(const FlatRequest& value, const TakeFlat& take) {
  const JsonFields whole(value.object, value.place);
  for (const char* const key : {kInput, kOutput}) {
    if (!whole.has(key)) {
      value.place.fail(fmt::format("lists '{}' and '{}', which vllm bench serve writes with "
                                   "--save-detailed",
                                   kInput, kOutput),
                       fmt::format("no '{}'", key));
    }
  }
  const Json& inputs = value.object.at(kInput);
  std::vector<const char*> keys = {kInput, kOutput};
  if (whole.has(kStart) && !value.object.at(kStart).empty()) keys.push_back(kStart);
  for (const char* const key : keys) {
    const Json& list = value.object.at(key);
    if (!list.is_array() || list.size() != inputs.size()) {
      whole.fail(key, fmt::format("a list, as long as '{}'", kInput));
    }
  }
  std::vector<std::size_t> order(inputs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (keys.back() == kStart) {
    const Json& starts = value.object.at(kStart);
    for (const Json& start : starts) {
      if (!start.is_number()) whole.fail(kStart, "a list of seconds");
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return starts[a].get<double>() < starts[b].get<double>();
    });
  }
  for (const std::size_t i : order) {
    FlatRequest flat{Json::object(),
                     {value.place.source, fmt::format("{}, element {}", value.place.where, i)}};
    for (const char* const key : keys) flat.object[key] = value.object.at(key)[i];
    take(flat);
  }
}

}  // namespace jacquard::serve
