// SPDX-License-Identifier: Apache-2.0
// Precisions as users of engines write them.
#pragma once

#include <string>

#include "jacquard/config/place.hpp"
#include "jacquard/serve/deployment.hpp"

namespace jacquard::serve {

// "bf16" (fp16), "fp32", "fp8", "fp8_block", "fp4" (nvfp4), "mxfp4" (weights alone), "int4"
// (weights alone; awq, gptq, w4a16). Throws ConfigError at `place` for others.
workload::NumberType weight_type_of(const std::string& word, const config::Place& place);

// "bf16" (fp16) or "fp8". Throws ConfigError at `place` for others.
workload::NumberType kv_type_of(const std::string& word, const config::Place& place);

// In which the model's weights are published: bf16, but blocks of fp8 of DeepSeek-V3 and R1 and of
// MiniMax-M2, and mxfp4 of the experts of gpt-oss (their model cards). Keys and values: bf16.
Precision published_precision(const workload::Model& model);

// Weights' word for people: "fp8", or "bf16, experts mxfp4".
std::string text_of(const Precision& precision);
const char* short_name(workload::NumberType type);

}  // namespace jacquard::serve
