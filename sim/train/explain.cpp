// SPDX-License-Identifier: Apache-2.0
#include "sim/train/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/report/html/text.hpp"
#include "sim/train/remedies.hpp"

namespace jacquard::train {
namespace {

using config::Json;
using config::Place;

constexpr double kWorthSaying = 0.005;  // of the step's time
constexpr double kUneven = 0.02;        // by which a stage may exceed the mean
constexpr double kLongest = 9e18;       // ps that can be shown
constexpr double kMost = 1e21;          // of any number in a row

// A row of the result, with its place for errors.
class Row {
 public:
  Row(const Json& json, Place place) : json_(json), place_(std::move(place)) {}

  double number(const char* key) const {
    const auto at = json_.find(key);
    const bool is_number = at != json_.end() && at->is_number();
    const double value = is_number ? at->get<double>() : -1;
    if (!(value >= 0 && value <= kMost)) {
      (place_ / key)
          .fail("a number of at least 0, as jacquard train prints",
                at == json_.end() ? "no such key" : config::brief(*at));
    }
    return value;
  }
  double number_or(const char* key, double otherwise) const {
    return json_.contains(key) ? number(key) : otherwise;
  }
  std::string text(const char* key) const {
    const auto at = json_.find(key);
    if (at == json_.end() || !at->is_string()) {
      (place_ / key)
          .fail("a text, as jacquard train prints",
                at == json_.end() ? "no such key" : config::brief(*at));
    }
    return at->get<std::string>();
  }

 private:
  const Json& json_;
  Place place_;
};

using Rows = std::vector<Row>;

std::string time_text(double picoseconds) {
  return report::time_text(base::Picoseconds{std::llround(std::min(picoseconds, kLongest))});
}

Rows rows_of_kind(const Json& result, const std::string& file, const std::string& kind) {
  Rows rows;
  const Json& all = result.at("rows");
  for (std::size_t i = 0; i < all.size(); ++i) {
    Row row(all[i], Place{file, ""} / "rows" / i);
    if (row.text("row_kind") == kind) rows.push_back(std::move(row));
  }
  return rows;
}

void require_train(const Json& result, const std::string& file) {
  const Place place{file, ""};
  const std::string expected = "what jacquard train --json prints";
  if (!result.is_object()) place.fail(expected, config::brief(result));
  const auto command = result.find("command");
  if (command == result.end() || *command != "train") {
    (place / "command")
        .fail("\"train\": " + expected,
              command == result.end() ? "no such key" : config::brief(*command));
  }
  const auto rows = result.find("rows");
  if (rows == result.end() || !rows->is_array()) {
    (place / "rows").fail("a list of rows", rows == result.end() ? "none" : config::brief(*rows));
  }
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (!(*rows)[i].is_object()) (place / "rows" / i).fail("a row", config::brief((*rows)[i]));
  }
}

Summary summary_of(const Row& step) {
  Summary s;
  s.model = step.text("model");
  s.parallel = step.text("parallel");
  s.npus = static_cast<std::int64_t>(step.number("npus"));
  s.time_ps = step.number("time_ps");
  const double time = s.time_ps;
  s.compute = step.number("compute_ps") / time;
  s.exposed = step.number("exposed_comm_ps") / time;
  s.bubble = step.number("bubble_ps") / time;
  s.mfu = step.number("mfu");
  s.memory = step.number("memory_largest_bytes");
  return s;
}

void find_bubble(const Summary& s, const Row& step, std::size_t stages, std::vector<Finding>& all) {
  if (s.bubble < kWorthSaying) return;
  all.push_back(
      {"pipeline", s.bubble,
       fmt::format("{} stages wait for each other over {:.0f} micro-batches.", stages,
                   step.number("micro_batches")),
       s.parallel.find("interleaved") != std::string::npos
           ? "More micro-batches, or fewer stages."
           : "More micro-batches, virtual stages (schedule=interleaved), or fewer stages."});
}

void find_communication(const Summary& s, const Rows& collectives, std::vector<Finding>& all) {
  for (const Row& row : collectives) {
    const double share = row.number("exposed_ps") / s.time_ps;
    if (share < kWorthSaying) continue;
    const double total = row.number("total_ps");
    const Waited waited{row.text("axes"), row.text("operation"), row.number("bytes"),
                        total > 0 ? 1 - row.number("exposed_ps") / total : 0};
    all.push_back({row.text("axes"), share,
                   fmt::format("{} ({}) of {:.4g} MB, {:.0f} times: it takes {}, and NPUs wait {}.",
                               row.text("operation"), row.text("kind"), row.number("bytes") * 1e-6,
                               row.number("count"), time_text(row.number("total_ps")),
                               time_text(row.number("exposed_ps"))),
                   remedy_of(waited, s.parallel)});
  }
}

void find_slow_stage(const Rows& classes, double time, std::vector<Finding>& all) {
  double sum = 0;
  const Row* slowest = nullptr;
  for (const Row& row : classes) {
    sum += row.number("compute_ps");
    if (slowest == nullptr || row.number("compute_ps") > slowest->number("compute_ps")) {
      slowest = &row;
    }
  }
  if (slowest == nullptr || classes.size() < 2) return;
  const double mean = sum / static_cast<double>(classes.size());
  const double excess = slowest->number("compute_ps") - mean;
  if (mean <= 0 || excess < kUneven * mean) return;
  all.push_back(
      {fmt::format("stage {:.0f}", slowest->number("stage")), excess / time,
       fmt::format("It computes {:.1f} % longer than the mean stage.", 100 * excess / mean),
       "Fewer layers there (stages=..., uneven=edges)."});
}

// Operations for which the same would have to change.
struct Alike {
  std::string remedy;
  std::vector<std::string> names;  // "ffn_up backward"
  std::string first;               // "ffn_up"
  double share = 0;
  double least = 1, most = 0;  // of the peak
};

void add_alike(const Row& row, double share, std::string remedy, std::vector<Alike>& all) {
  const double of_peak = row.number_or("share_of_peak", 0);
  auto at =
      std::find_if(all.begin(), all.end(), [&](const Alike& a) { return a.remedy == remedy; });
  if (at == all.end()) {
    all.push_back({std::move(remedy), {}, row.text("operation"), 0, 1, 0});
    at = all.end() - 1;
  }
  at->names.push_back(row.text("operation") + " " + row.text("phase"));
  at->share += share;
  at->least = std::min(at->least, of_peak);
  at->most = std::max(at->most, of_peak);
}

std::string of_the_peak(const Alike& a) {
  const std::string least = fmt::format("{:.0f}", 100 * a.least);
  const std::string most = fmt::format("{:.0f}", 100 * a.most);
  return least == most ? least : least + " to " + most;
}

void find_operations(const Rows& operations, const Summary& s, std::vector<Finding>& all) {
  std::vector<Alike> products, others;
  for (const Row& row : operations) {
    const double share = row.number("total_ps") / s.time_ps;
    const double of_peak = row.number_or("share_of_peak", -1);
    const std::string operation = row.text("operation");
    if (share < 0.05) continue;
    if (of_peak < 0) {
      add_alike(row, share, remedy_of_memory(operation, s.parallel), others);
    } else {
      add_alike(row, share, remedy_of_products(operation, row.text("phase"), of_peak, s.parallel),
                products);
    }
  }
  for (const Alike& a : products) {
    const bool one = a.names.size() == 1;
    all.push_back({one ? a.first : "products", a.share,
                   fmt::format("{} run{} at {} % of the peak.", fmt::join(a.names, ", "),
                               one ? "s" : "", of_the_peak(a)),
                   a.remedy});
  }
  for (const Alike& a : others) {
    const bool one = a.names.size() == 1;
    all.push_back({one ? a.first : "kernels", a.share,
                   fmt::format("{} {} memory and {} no products.", fmt::join(a.names, ", "),
                               one ? "reads and writes" : "read and write", one ? "has" : "have"),
                   a.remedy});
  }
}

// What a step on the machine waited for at exchanges; each by its name, however small.
void find_waits(const Row& step, double time, std::vector<Finding>& all) {
  if (step.number_or("exchanges", 0) < 1) return;
  const auto add = [&](const char* about, const char* key, const char* what, const char* remedy) {
    const double waited = step.number(key);
    all.push_back(
        {about, waited / time, fmt::format(fmt::runtime(what), time_text(waited)), remedy});
  };
  add("imbalance", "imbalance_ps",
      "NPUs wait {} at exchanges for the last one to come, in the mean.",
      "Balance the experts: losses, copies of hot ones, another placement.");
  add("contention", "contention_ps", "NPUs wait {} for a switch that other messages have.",
      "Collectives at other times, or in other dimensions.");
  add("decision", "decision_ps", "Exchanges wait {} for their schedules, in sum.",
      "A core in RTL, or a faster clock.");
  add("guard", "guard_ps", "Guards take {}, in sum.",
      "A faster switch, or a scheduler that holds settings (holds-first).");
  add("HBM", "memory_wait_ps", "Computations wait {} for memory that the NIC uses too.",
      "Faster memory, or less communication beside products.");
}

void find_memory(const Row& step, std::vector<Finding>& all) {
  const double limit = step.number_or("memory_limit_bytes", 0);
  if (limit <= 0) return;
  const double used = step.number("memory_largest_bytes");
  const bool tight = used > 0.9 * limit;
  all.push_back(
      {"memory", 0,
       fmt::format("The fullest NPU holds {:.1f} GB of {:.1f} GB.", used * 1e-9, limit * 1e-9),
       tight ? "Nothing more fits: shard more (zero), or recompute."
             : "Room for larger micro-batches, less recomputation, or less sharding."});
}

void find_changes(const Rows& changes, std::vector<Finding>& all) {
  for (const Row& row : changes) {
    const double gain = row.number("gain");
    if (gain < kWorthSaying) continue;
    all.push_back({"change", gain, "If " + row.text("change") + ".",
                   "The step would take " + time_text(row.number("time_ps")) + "."});
  }
}

}  // namespace

Explanation explain(const std::string& file) { return explain(config::read_json(file), file); }

Explanation explain(const Json& result, const std::string& file) {
  require_train(result, file);
  const Rows steps = rows_of_kind(result, file, "step");
  if (steps.size() != 1) {
    (Place{file, ""} / "rows")
        .fail("one row of row_kind \"step\"", std::to_string(steps.size()),
              "jacquard train without --steps or --sweep prints one");
  }
  const Row& step = steps.front();
  if (step.number("time_ps") < 1) {
    (Place{file, ""} / "rows").fail("a step that takes time", "time_ps of 0");
  }
  Explanation e;
  e.summary = summary_of(step);
  const double time = e.summary.time_ps;
  const Rows classes = rows_of_kind(result, file, "class");
  find_bubble(e.summary, step, classes.size(), e.findings);
  find_communication(e.summary, rows_of_kind(result, file, "collective"), e.findings);
  find_slow_stage(classes, time, e.findings);
  find_operations(rows_of_kind(result, file, "operation"), e.summary, e.findings);
  find_changes(rows_of_kind(result, file, "change"), e.findings);
  find_waits(step, time, e.findings);
  find_memory(step, e.findings);
  std::stable_sort(e.findings.begin(), e.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.share > b.share; });
  return e;
}

const report::MetricTable<Summary>& summary_metrics() {
  using M = report::Metric<Summary>;
  using report::Unit;
  static const report::MetricTable<Summary> table(
      "summary", "The step in shares of its time.",
      {
          M("model", Unit::text, &Summary::model, "Its name.", "model"),
          M("parallel", Unit::text, &Summary::parallel, "Knobs that are not at their defaults.",
            "parallel"),
          M("npus", Unit::count, &Summary::npus, "NPUs of the job.", "npus"),
          M("time_ps", Unit::ps, &Summary::time_ps, "Of the step.", "time"),
          M("compute_share", Unit::ratio, &Summary::compute, "Computing.", "compute"),
          M("exposed_comm_share", Unit::ratio, &Summary::exposed, "Waiting for the network.",
            "exposed"),
          M("bubble_share", Unit::ratio, &Summary::bubble, "Waiting for other stages.", "bubble"),
          M("mfu", Unit::ratio, &Summary::mfu, "As `jacquard train` has it.", "MFU"),
          M("memory_largest_bytes", Unit::bytes, &Summary::memory, "Of the fullest NPU.", "memory"),
      });
  return table;
}

const report::MetricTable<Finding>& finding_metrics() {
  using M = report::Metric<Finding>;
  using report::Unit;
  static const report::MetricTable<Finding> table(
      "finding", "What takes time, and what would have to change; the largest share first.",
      {
          M("about", Unit::text, &Finding::about,
            "Axis, stage, operation, products, kernels, memory or a change.", "about"),
          M("share", Unit::ratio, &Finding::share,
            "Of the step's time; of a change, what it saves.", "share"),
          M("finding", Unit::text, &Finding::finding, "What was found.", "finding"),
          M("remedy", Unit::text, &Finding::remedy, "What would have to change.", "remedy"),
      });
  return table;
}

}  // namespace jacquard::train
