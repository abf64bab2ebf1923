// SPDX-License-Identifier: Apache-2.0
// What MetricTable<T> does, without T: compiled once for all kinds of rows.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "jacquard/report/metric.hpp"
#include "jacquard/report/metric_value.hpp"

namespace jacquard::report {

// Reads a value out of a row: a member of it, or a function of it, without their types.
class Reading {
 public:
  template <class T, class Get>
  static Reading of(const Get& get) {
    Reading r;
    if constexpr (fits<Get>()) {
      ::new (static_cast<void*>(r.small_)) Get(get);
    } else {
      r.large_ = std::make_shared<const Get>(get);
    }
    r.call_ = [](const Reading& self, const void* t, std::optional<Row>& out) {
      const void* state = fits<Get>() ? static_cast<const void*>(self.small_) : self.large_.get();
      give(out, std::invoke(*static_cast<const Get*>(state), *static_cast<const T*>(t)));
    };
    return r;
  }

  std::optional<Row> operator()(const void* t) const;

 private:
  // Nearly all: pointers to members, and lambdas that hold nothing or a pointer or two.
  template <class Get>
  static constexpr bool fits() {
    return std::is_trivially_copyable_v<Get> && sizeof(Get) <= sizeof(small_) &&
           alignof(Get) <= alignof(void*);
  }

  void (*call_)(const Reading&, const void*, std::optional<Row>&) = nullptr;
  alignas(void*) std::byte small_[3 * sizeof(void*)] = {};
  std::shared_ptr<const void> large_;
};

struct MetricCore {
  // With a heading tables have a column of it: as it is if the heading is the key, else as people
  // read it.
  MetricCore(std::string_view key, Unit unit, Reading reading, std::string_view doc,
             std::string_view heading);
  // Out of line: a table's source would else hold them once for each metric.
  MetricCore(const MetricCore&);
  MetricCore(MetricCore&&) noexcept;
  MetricCore& operator=(const MetricCore&);
  MetricCore& operator=(MetricCore&&) noexcept;
  ~MetricCore();

  std::optional<Row> value_of(const void* t) const;  // nothing: the row has no such key

  MetricInfo info;
  Reading reading;
  bool null_if_none = false;                          // null instead of no key
  std::function<Row(const Row&)> show;                // none where tables leave it out
  std::function<void(void* t, const Row& json)> put;  // none where it follows from others
  bool may_lack = false;                              // and what put() would read may be missing
};

enum class Columns { with_headings, all };

class MetricTableCore {
 public:
  MetricTableCore(std::string row_kind, std::string doc, std::vector<MetricCore> metrics,
                  Columns columns);
  MetricTableCore(const MetricTableCore&) = delete;  // columns_ point into metrics_

  const RowKind& kind() const { return kind_; }
  std::string csv_heading() const;

 protected:
  Row json_at(const void* t) const;
  Row cells_at(const void* t) const;
  std::string csv_line_at(const void* t) const;
  void read_at(void* t, const Row& json) const;

 private:
  Row empty() const;

  std::vector<MetricCore> metrics_;
  std::vector<const MetricCore*> columns_;
  RowKind kind_;
};

std::string csv_field(const Row& value);  // as RFC 4180 has it

// A value as people read it: times and sizes as "12.3 us" and "1.23 MB", others as JSON has them.
Row readable(const Row& value, Unit unit);

}  // namespace jacquard::report
