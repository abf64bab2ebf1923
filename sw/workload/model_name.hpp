// SPDX-License-Identifier: Apache-2.0
// Shipped models by the names that publishers, engines and tables give them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "jacquard/workload/model.hpp"

namespace jacquard::workload {

// Letters and digits alone, small: "H100 SXM" is "h100sxm".
std::string letters_and_digits(std::string_view text);

// The shipped model of this name, or the only one whose name begins so ("qwen3-30b"); nothing if
// there is none. Case, marks, the vendor before a "/", what was done to the weights (-Instruct,
// -FP8, -NVFP4, a date) and minor versions that changed no size (Llama 3.1, DeepSeek R1) say
// nothing: "meta-llama/Llama-3.1-70B-Instruct-FP8" is llama3-70b.
std::optional<std::string> shipped_model_name(const std::string& name);

// The precision that stands at the end of such a name: "fp8", "nvfp4", "awq"; "" where none does.
std::string precision_in_name(const std::string& name);

// A model as a user writes it: such a name, or the path of a model or of a Hugging Face
// config.json. Throws ConfigError at `place`, with the nearest name.
Model named_model(const std::string& word, const config::Place& place);

}  // namespace jacquard::workload
