// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/precision_words.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::serve {
namespace {

using workload::NumberType;

struct Word {
  std::string_view word;
  NumberType type;
};

// The first word of each type is the one we write.
constexpr Word kWords[] = {
    {"bf16", NumberType::bf16},    {"fp32", NumberType::fp32},
    {"fp8", NumberType::fp8},      {"fp8_block", NumberType::fp8_block},
    {"nvfp4", NumberType::nvfp4},  {"mxfp4", NumberType::w4a16},
    {"int4", NumberType::int4},    {"fp4", NumberType::nvfp4},
    {"fp16", NumberType::bf16},    {"bfloat16", NumberType::bf16},
    {"float16", NumberType::bf16}, {"w4a16", NumberType::int4},
    {"awq", NumberType::int4},     {"gptq", NumberType::int4},
};

bool begins(const std::string& text, std::string_view with) { return text.rfind(with, 0) == 0; }

}  // namespace

NumberType weight_type_of(const std::string& word, const config::Place& place) {
  for (const Word& known : kWords) {
    if (known.word == word) return known.type;
  }
  place.fail("auto, bf16, fp8, fp8_block, fp4, mxfp4 or int4", "'" + word.substr(0, 40) + "'");
}

NumberType kv_type_of(const std::string& word, const config::Place& place) {
  if (word == "fp8") return NumberType::fp8;
  for (const char* wide : {"bf16", "fp16", "bfloat16"}) {
    if (word == wide) return NumberType::bf16;
  }
  place.fail("auto, bf16 or fp8", "'" + word.substr(0, 40) + "'");
}

Precision published_precision(const workload::Model& model) {
  Precision p;
  if (begins(model.name, "deepseek-v3") || begins(model.name, "minimax-m2") ||
      model.name == "kimi-k2") {
    p.weights = p.experts = NumberType::fp8_block;
  }
  if (begins(model.name, "gpt-oss") || begins(model.name, "kimi-k2.5"))
    p.experts = NumberType::w4a16;
  return p;
}

std::string text_of(const Precision& precision) {
  std::string text = short_name(precision.weights);
  if (precision.experts != precision.weights) {
    text += std::string(", experts ") + short_name(precision.experts);
  }
  return text;
}

const char* short_name(NumberType type) {
  for (const Word& known : kWords) {
    if (known.type == type) return known.word.data();
  }
  return "";
}

}  // namespace jacquard::serve
