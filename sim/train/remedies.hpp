// SPDX-License-Identifier: Apache-2.0
// What would have to change for an operation of a step to take less time.
#pragma once

#include <string>

namespace jacquard::train {

// A communication as a row of train has it.
struct Waited {
  std::string axes;       // "tp", "dp+cp"
  std::string operation;  // "weight_gather"
  double bytes = 0;       // what each member puts in
  double hidden = 0;      // share of it beside computations
};

// `parallel`: knobs of the step that are not at their defaults.
std::string remedy_of(const Waited& waited, const std::string& parallel);

// Of products at this share of the peak.
std::string remedy_of_products(const std::string& operation, const std::string& phase,
                               double of_peak, const std::string& parallel);
// Of what reads and writes memory and has no products.
std::string remedy_of_memory(const std::string& operation, const std::string& parallel);

}  // namespace jacquard::train
