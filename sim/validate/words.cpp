// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/words.hpp"

#include "sim/validate/given.hpp"

namespace jacquard::validate {

std::optional<workload::NumberType> type_of(const std::string& dtype) {
  using workload::NumberType;
  for (const NumberType type :
       {NumberType::fp32, NumberType::bf16, NumberType::fp8, NumberType::fp8_block,
        NumberType::nvfp4, NumberType::w4a16, NumberType::int4}) {
    if (dtype == workload::name_of(type)) return type;
  }
  if (dtype == "float16" || dtype == "half" || dtype == "fp16" || dtype == "bf16") {
    return NumberType::bf16;
  }
  return std::nullopt;
}

cost::Software software_of(const std::string& framework) {
  const std::string word = plain(framework);
  const auto has = [&](const char* name) { return word.find(name) != std::string::npos; };
  if (has("vllm")) return cost::Software::vllm;
  if (has("trt") || has("tensorrt")) return cost::Software::trtllm;
  if (has("sglang")) return cost::Software::sglang;
  return cost::Software::any;
}

int count_or_none(const CsvRow& row, const char* column) {
  return row.number(column) == 0 ? 0 : row.count(column);
}

}  // namespace jacquard::validate
