// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/train/step_rows.hpp"
#include "systemc/train/on_machine.hpp"

namespace jacquard::train {

MachineFigures machine_figures(const OnMachine& on);

// By direction and phase, in the order in which the first of each began.
std::vector<ExchangeRow> exchange_rows(const Step& step, const OnMachine& on);

}  // namespace jacquard::train
