// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/rows.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "jacquard/report/colours.hpp"
#include "sim/tool/terminal.hpp"

namespace jacquard::cli {

Rows::Rows(const report::Result& of, const Common& common) : of_(of), common_(common) {
  if (common.sink) return;  // who collects it prints it
  if_interrupted_.emplace([this] { return print_finished(); });
}

void Rows::stream(std::map<std::string, std::size_t> widths) {
  if (common_.for_people()) streamed_.emplace(std::move(widths));
}

void Rows::add(report::Printed row) {
  const std::lock_guard<std::mutex> lock(mutex_);
  rows_.emplace_hint(rows_.end(), rows_.empty() ? 0 : rows_.rbegin()->first + 1, std::move(row));
  print_ready();
}

void Rows::put(std::size_t place, report::Printed row) {
  const std::lock_guard<std::mutex> lock(mutex_);
  rows_[place] = std::move(row);
  print_ready();
}

void Rows::print_ready() {
  if (!streamed_) return;
  tool::erase_live_line();
  const report::Colours colours(tool::shows_colours());
  for (auto row = rows_.find(printed_); row != rows_.end() && row->first == printed_; ++row) {
    ++printed_;
    if (row->second.cells.is_null()) continue;
    report::Result one = of_;
    one.add(row->second);
    if (common_.no_timing) one.drop_timing();
    fmt::print("{}", streamed_->line(one.cells().front()));
    std::fflush(stdout);
  }
}

void Rows::print_rest(report::Result& result) const {
  if (!streamed_) print(result, common_);
  if (streamed_ && !common_.figure.empty()) common_.answer = result.json();
}

report::Result Rows::result() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  report::Result result = of_;
  for (const auto& [place, row] : rows_) result.add(row);
  return result;
}

report::Result Rows::finish() {
  if_interrupted_.reset();
  return result();
}

std::string Rows::print_finished() const {
  report::Result finished = result();
  const std::size_t count = finished.rows().size();
  tool::erase_live_line();
  if (common_.no_timing) finished.drop_timing();
  if (common_.json) {
    report::Row document = report::Row::parse(finished.json());
    document["interrupted"] = true;
    fmt::print("{}\n", document.dump(2));
  } else if (!streamed_) {
    fmt::print("{}", common_.csv ? finished.csv() : finished.table(table_width(common_)));
  }
  std::fflush(stdout);
  if (count == 0) return "no row was finished";
  return count == 1 ? "1 finished row is above" : fmt::format("{} finished rows are above", count);
}

}  // namespace jacquard::cli
