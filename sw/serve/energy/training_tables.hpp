// SPDX-License-Identifier: Apache-2.0
// What moving data costs in training, as the paper's Tables 2, 3 and 4 count it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/serve/energy/routes.hpp"

namespace jacquard::serve::energy {

struct TrainedModel {
  std::string name;  // "1T"
  int hidden = 0;
  int layers = 0;
};

// "1T" to "96T". The paper prints no shapes: these give its tables, and have as many parameters.
const std::vector<TrainedModel>& trained_models();
// Throws ConfigError with the nearest one.
const TrainedModel& trained_model(const std::string& name);

// The columns of the tables: GPUs with NVLink, or photonic modules of so much memory.
enum class Column : std::uint8_t { nvidia, pfm_2tb, pfm_4tb, pfm_6tb };
inline constexpr Column kColumns[] = {Column::nvidia, Column::pfm_2tb, Column::pfm_4tb,
                                      Column::pfm_6tb};

// The degree of tensor parallelism, and the GPUs that a message's ends lie among. Inputs: why the
// paper's optimiser chose them cannot be recovered.
struct Group {
  int tensor = 8;
  int gpus = 16;
};
Group group_of(Column column, const TrainedModel& model);

// Of a batch of 3,072 sequences of 2,048 tokens. The tables print kJ.
base::Joules pipeline_energy(const TrainedModel& model, Column column, Preset preset);  // Table 4
base::Joules tensor_energy(const TrainedModel& model, Column column, Preset preset);    // Table 2
// Table 3, where it follows a form, as 14 of its 44 cells do: (22 + k h / 1024) values of 16 bit
// for each token, layer and unit of width, k being 2 without the optimiser's help and 1 at best;
// 200 pJ a bit to a host's memory, 50 to a photonic module. Nothing for the other cells.
std::optional<base::Joules> offload_energy(const TrainedModel& model, Column column);

}  // namespace jacquard::serve::energy
