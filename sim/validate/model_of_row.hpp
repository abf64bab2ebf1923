// SPDX-License-Identifier: Apache-2.0
// The model of a row of training steps.
#pragma once

#include "jacquard/workload/model.hpp"
#include "sim/validate/csv.hpp"

namespace jacquard::validate {

// By the columns `model`, `hidden`, `layers`, `heads`, `kv_heads`, `ffn`, `vocabulary`, `seq`.
// `model` may be a name of configs/models in any spelling ("Llama 3.1 405B" is llama3-405b), the
// path of a model or of a Hugging Face config.json, or any text if hidden, layers, heads and
// vocabulary are given. Sizes that are given replace those of a known model. Of a model of experts
// ffn is the width of its dense layers if it has such and ffn is not an expert's.
// Throws ConfigError at a column.
workload::Model model_of_row(const CsvRow& row, bool before_flash_attention);

}  // namespace jacquard::validate
