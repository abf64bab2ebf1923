// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/statistics.hpp"

namespace jacquard::validate {
namespace {

// What a row of the answer sums up.
struct Group {
  std::string system;
  KernelKey key;
  std::vector<double> errors;  // ours / measured - 1
  std::int64_t unknown = 0;    // samples without an answer of ours

  std::vector<double> sizes() const {
    std::vector<double> all;
    for (const double e : errors) all.push_back(std::abs(e));
    std::sort(all.begin(), all.end());
    return all;
  }
};

using report::Metric;
using report::MetricTable;
using report::Unit;

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

// Of the errors, if there are any.
template <class Figure>
Metric<Group> figure(const char* key, Figure of, const char* doc) {
  return Metric<Group>(
             key, Unit::ratio,
             [of](const Group& g) -> std::optional<double> {
               if (g.errors.empty()) return std::nullopt;
               return of(g);
             },
             doc, key)
      .as([](const report::Row& v) {
        return v.is_number() ? report::Row(std::round(v.get<double>() * 1000) / 1000) : v;
      })
      .or_null();
}

std::vector<Metric<Group>> figures() {
  using M = Metric<Group>;
  return {
      M(
          "status", Unit::text,
          [](const Group& g) { return g.errors.empty() ? "unknown" : "known"; },
          "unknown: no configuration of this system, or no law of this type.", "status"),
      M(
          "rows", Unit::count,
          [](const Group& g) { return static_cast<std::int64_t>(g.errors.size()) + g.unknown; },
          "Measurements.", "rows"),
      figure(
          "mape", [](const Group& g) { return base::mean(g.sizes(), [](double e) { return e; }); },
          "Mean of |ours / measured - 1|; null where the status is unknown."),
      figure(
          "median_error", [](const Group& g) { return base::percentile(g.sizes(), 0.5); },
          "Median of |ours / measured - 1|."),
      figure(
          "p90_error", [](const Group& g) { return base::percentile(g.sizes(), 0.9); },
          "Nine in ten of |ours / measured - 1| are no larger."),
      figure(
          "bias", [](const Group& g) { return base::mean(g.errors, [](double e) { return e; }); },
          "Mean of ours / measured - 1."),
  };
}

// Left out where a file has no such thing.
Metric<Group> part(const char* name, std::string KernelKey::*member, const char* doc) {
  return {name, Unit::text, [member](const Group& g) { return unless_empty(g.key.*member); }, doc,
          name};
}

const MetricTable<Group>& kernel_metrics() {
  using M = Metric<Group>;
  static const MetricTable<Group> table("kernel", "A kernel's measured times against its law.", [] {
    std::vector<M> all = {
        M("system", Unit::text, &Group::system, "As the file names it.", "system"),
        M(
            "framework", Unit::text, [](const Group& g) { return g.key.framework; }, "Likewise.",
            "framework"),
        M(
            "kernel", Unit::text, [](const Group& g) { return g.key.kernel; }, "Likewise.",
            "kernel"),
        M(
            "dtype", Unit::text, [](const Group& g) { return g.key.dtype; }, "Likewise.", "dtype"),
        part("phase", &KernelKey::phase, "Of attention."),
        part("operation", &KernelKey::operation, "Of a collective."),
        part("mode", &KernelKey::mode, "Of an exchange of experts."),
        part("stage", &KernelKey::stage, "Likewise."),
    };
    for (M& m : figures()) all.push_back(std::move(m));
    return all;
  }());
  return table;
}

const MetricTable<Group>& total_metrics() {
  using M = Metric<Group>;
  static const MetricTable<Group> table("total", "Every kernel of a system and a type.", [] {
    std::vector<M> all = {
        M("system", Unit::text, &Group::system, "As the file names it.", "system"),
        M(
            "dtype", Unit::text, [](const Group& g) { return g.key.dtype; }, "Likewise.", "dtype"),
    };
    for (M& m : figures()) all.push_back(std::move(m));
    return all;
  }());
  return table;
}

const MetricTable<Group>& engine_metrics() {
  using M = Metric<Group>;
  static const MetricTable<Group> table(
      "engine", "Every kernel of a system, an engine and a type (--summary).", [] {
        std::vector<M> all = {
            M("system", Unit::text, &Group::system, "As the file names it.", "system"),
            M(
                "framework", Unit::text, [](const Group& g) { return g.key.framework; },
                "Likewise, of all versions.", "framework"),
            M(
                "dtype", Unit::text, [](const Group& g) { return g.key.dtype; }, "Likewise.",
                "dtype"),
            part("phase", &KernelKey::phase, "Of attention."),
            part("mode", &KernelKey::mode, "Of an exchange of experts."),
            part("stage", &KernelKey::stage, "Likewise."),
        };
        for (M& m : figures()) all.push_back(std::move(m));
        return all;
      }());
  return table;
}

// Groups in the order in which the file first has them.
class Groups {
 public:
  Group& of(const std::string& system, const KernelKey& k) {
    std::string id = system;
    for (const std::string* part :
         {&k.framework, &k.kernel, &k.dtype, &k.phase, &k.operation, &k.mode, &k.stage}) {
      id += '\n' + *part;
    }
    const auto [place, is_new] = places_.emplace(std::move(id), all_.size());
    if (is_new) all_.push_back({system, k, {}, 0});
    return base::at(all_, place->second);
  }
  const std::vector<Group>& all() const { return all_; }

 private:
  std::vector<Group> all_;
  std::map<std::string, std::size_t> places_;
};

class Devices {
 public:
  const std::optional<cost::Device>& find(const std::string& system) {
    const auto known = devices_.find(system);
    if (known != devices_.end()) return known->second;
    return devices_.emplace(system, cost::shipped_device(system)).first->second;
  }

 private:
  std::map<std::string, std::optional<cost::Device>> devices_;
};

// What the sample's engine is summed up by. "nccl 2.27.3" is of all versions.
KernelKey engine_of(const KernelSample& sample) {
  KernelKey key = sample.key;
  key.kernel.clear();
  key.operation.clear();
  key.framework.resize(std::min(key.framework.find(' '), key.framework.size()));
  return key;
}

void run(const KernelValidation& of, const Options& options, const TakeRow& take) {
  std::vector<std::string> columns = of.columns;
  columns.insert(columns.begin(), "system");
  const std::string path =
      options.data.empty() ? base::data_path("configs/" + of.shipped) : options.data;
  Groups kernels;
  Groups engines;
  Groups totals;
  Devices devices;
  read_csv(path, columns, [&](const CsvRow& row) {
    const std::string& system = row.text("system");
    const std::optional<cost::Device>& device = devices.find(system);
    for (const KernelSample& sample : of.samples(row)) {
      KernelKey total;
      total.dtype = sample.key.dtype;
      const auto ours = device ? sample.ours(*device) : std::nullopt;
      for (Group* group : {&kernels.of(system, sample.key), &engines.of(system, engine_of(sample)),
                           &totals.of(system, total)}) {
        if (ours) group->errors.push_back(*ours / sample.measured - 1);
        if (!ours) ++group->unknown;
      }
    }
  });
  if (options.summary) {
    for (const Group& group : engines.all()) take(engine_metrics()(group));
    return;
  }
  for (const Group& group : kernels.all()) take(kernel_metrics()(group));
  for (const Group& group : totals.all()) take(total_metrics()(group));
}

}  // namespace

Validation kernel_validation(const KernelValidation& of) {
  return {of.name, of.summary,
          [of](const Options& options, const TakeRow& take) { run(of, options, take); },
          [] {
            return std::vector{kernel_metrics().kind(), engine_metrics().kind(),
                               total_metrics().kind()};
          }};
}

}  // namespace jacquard::validate
