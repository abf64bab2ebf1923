// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/table_stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/report/cell_text.hpp"
#include "jacquard/report/colours.hpp"

namespace jacquard::report {
namespace {

std::string padded(const std::string& text, std::size_t width, bool left) {
  return left ? fmt::format("{:<{}}  ", text, width) : fmt::format("{:>{}}  ", text, width);
}

std::string without_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

TableStream::TableStream(std::map<std::string, std::size_t> widths) : widths_(std::move(widths)) {}

std::string TableStream::heading(const Row& cells) {
  const bool first = columns_.empty();
  const std::string kind = cells.value("row_kind", std::string());
  if (kind != kind_) columns_.clear();
  kind_ = kind;
  for (const auto& item : cells.items()) {
    if (item.key() == "row_kind") continue;
    const auto known = std::find_if(columns_.begin(), columns_.end(),
                                    [&](const Column& c) { return c.name == item.key(); });
    if (known != columns_.end()) continue;
    const auto wider = widths_.find(item.key());
    columns_.push_back({item.key(),
                        std::max({item.key().size(), cell_text(item.value()).size(),
                                  wider == widths_.end() ? std::size_t{0} : wider->second}),
                        item.value().is_string()});
  }
  std::string line;
  for (const Column& c : columns_) line += padded(c.name, c.width, c.words);
  return (first ? "" : "\n") + in_bold(without_end(line));
}

std::string TableStream::line(const Row& cells) {
  const bool new_kind = columns_.empty() || cells.value("row_kind", std::string()) != kind_;
  const auto unknown = [&](const auto& item) {
    return item.key() != "row_kind" &&
           std::none_of(columns_.begin(), columns_.end(),
                        [&](const Column& c) { return c.name == item.key(); });
  };
  bool new_column = false;
  for (const auto& item : cells.items()) new_column = new_column || unknown(item);
  std::string text = new_kind || new_column ? heading(cells) : "";
  std::string line;
  for (const Column& c : columns_) {
    const auto cell = cells.find(c.name);
    line +=
        in_colour(c.name, padded(cell == cells.end() ? "" : cell_text(*cell), c.width, c.words));
  }
  return text + without_end(line);
}

}  // namespace jacquard::report
