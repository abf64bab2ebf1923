// SPDX-License-Identifier: Apache-2.0
// Rows of a result, as charts are made of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/view/figure.hpp"

namespace jacquard::view {

using RowList = std::vector<const config::Json*>;

RowList rows_of(const config::Json& result, const std::string& kind);
RowList all_rows(const config::Json& result);
std::optional<double> number_of(const config::Json& row, const std::string& key);
std::string text_of(const config::Json& row, const std::string& key);  // "" for none

// "exact, moe:16": of `keys`, what tells the row apart from others; numbers after their key.
std::string name_among(const config::Json& row, const RowList& rows,
                       const std::vector<std::string>& keys);

// The first of `sought` that rows have, with those rows.
std::optional<std::pair<Sought, RowList>> headline_rows(const config::Json& result,
                                                        const std::vector<Sought>& sought);

std::string capital(std::string words);

// Puts y in the unit in which the largest reads well, and says it in the head.
void scale_y(Figure& figure, report::Unit unit);

// The same of an x that is a number.
void scale_x(Figure& figure, report::Unit unit);

// Of several points, of --sweep or of an experiment that sweeps itself: lines of a headline, or
// bars where the values are names. Nothing where rows have no points.
std::optional<Figure> sweep_figure(const config::Json& result, const std::vector<Sought>& sought);

}  // namespace jacquard::view
