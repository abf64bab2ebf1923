// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "jacquard/report/result.hpp"
#include "jacquard/report/table_stream.hpp"
#include "jacquard/tool/interrupt.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

// The rows of a command that makes them one by one. If a signal ends it, those that are finished
// are printed; under --json the object then also has "interrupted": true.
class Rows {
 public:
  // `of`: what the result is of, without rows. It and `common` must outlive this.
  Rows(const report::Result& of, const Common& common);
  // Prints tables for people row by row, as soon as all rows before one are there; `widths` as
  // TableStream has them. What finish() gives is then printed only as --json or --csv:
  // print_rest().
  void stream(std::map<std::string, std::size_t> widths = {});

  // At the end, or at their place in the order of rows that are made side by side. From any thread.
  void add(report::Printed row);
  void put(std::size_t place, report::Printed row);

  // What is there, in order.
  report::Result result() const;
  // The same when nothing more will come: a signal prints nothing from here on.
  report::Result finish();
  // Prints what finish() gave, unless that was streamed.
  void print_rest(report::Result& result) const;

 private:
  std::string print_finished() const;
  void print_ready();

  const report::Result& of_;
  const Common& common_;
  mutable std::mutex mutex_;
  std::map<std::size_t, report::Printed> rows_;
  std::optional<report::TableStream> streamed_;
  std::size_t printed_ = 0;  // rows
  std::optional<tool::LastWords> if_interrupted_;
};

}  // namespace jacquard::cli
