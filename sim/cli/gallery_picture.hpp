// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/view/figure.hpp"

namespace jacquard::cli {

// A figure of one row alone becomes all of the row's figures in the same unit.
void widen(view::Figure& figure, const config::Json& result, const view::Sought& sought,
           const std::vector<report::RowKind>& kinds);

// A chart of figures that a verb leaves no picture of, as a stand-alone SVG; "" of none.
std::string gallery_picture(const view::Figure& figure, const std::string& title);

}  // namespace jacquard::cli
