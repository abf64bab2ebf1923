// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "jacquard/report/result.hpp"
#include "sim/cli/command.hpp"
#include "sim/tool/interrupt.hpp"

namespace jacquard::cli {

// The rows of a command that makes them one by one. If a signal ends it, those that are finished
// are printed; under --json the object then also has "interrupted": true.
class Rows {
 public:
  // `of`: what the result is of, without rows. It and `common` must outlive this.
  Rows(const report::Result& of, const Common& common);

  // At the end, or at their place in the order of rows that are made side by side. From any thread.
  void add(report::Printed row);
  void put(std::size_t place, report::Printed row);

  // What is there, in order.
  report::Result result() const;
  // The same when nothing more will come: a signal prints nothing from here on.
  report::Result finish();

 private:
  std::string print_finished() const;

  const report::Result& of_;
  const Common& common_;
  mutable std::mutex mutex_;
  std::map<std::size_t, report::Printed> rows_;
  std::optional<tool::LastWords> if_interrupted_;
};

}  // namespace jacquard::cli
