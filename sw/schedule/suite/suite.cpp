// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/suite/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/demand/demand_from.hpp"
#include "jacquard/demand/reading_fields.hpp"
#include "jacquard/schedule/parallel/share.hpp"

namespace jacquard::schedule {
namespace {

using base::BitsPerSecond;
using base::Picoseconds;
using config::Codec;
using config::field;
using config::Json;
using config::list;
using config::nested;
using config::Place;
using config::quantity;
using config::text;
using config::whole_number;

constexpr BitsPerSecond kSlowest{1'000'000};
constexpr BitsPerSecond kFastest{1'000'000'000'000'000};
constexpr Picoseconds kLongest{base::kPicosecondsPerSecond};
constexpr int kMostMatrices = 1'000;

const config::FieldTable<ExpertCompute>& expert_fields() {
  using E = ExpertCompute;
  static const config::FieldTable<E> table(
      "expert", "What a port does with the tokens that it receives.",
      {
          field<E>(
              "rate", [](auto& e) -> auto& { return e.rate; }, quantity(kSlowest, kFastest),
              "Of received tokens, as bits on the link."),
          field<E>(
              "start", [](auto& e) -> auto& { return e.start; }, quantity(Picoseconds{0}, kLongest),
              "Of a kernel, before its first token."),
      });
  return table;
}

const config::FieldTable<SuiteCase>& case_fields() {
  using C = SuiteCase;
  static const config::FieldTable<C> table = [] {
    std::vector<config::Field<C>> fields = {
        field<C>(
            "name", [](auto& c) -> auto& { return c.name; }, text("a name for the rows"),
            "Of the case, and of its files."),
        field<C>(
            "demand", [](auto& c) -> auto& { return c.demand; },
            text("a file, or class:ports such as moe:16"), "Where its matrices come from."),
        field<C>(
            "first", [](auto& c) -> auto& { return c.first; }, whole_number(0, 1 << 30),
            "Index of the first matrix."),
        field<C>(
            "count", [](auto& c) -> auto& { return c.count; }, whole_number(1, kMostMatrices),
            "Matrices."),
    };
    for (auto& f : config::flattened<C>(&C::reading, demand::reading_fields()))
      fields.push_back(std::move(f));
    return config::FieldTable<C>("case", "Demands of one kind.", fields);
  }();
  return table;
}

Codec<SuiteCase> suite_case() {
  const auto& table = case_fields();
  return {"an object with a name and a demand", table.schema(), config::TextForm::json,
          [&table](const Json& json, const Place& place) {
            SuiteCase one;
            table.read(one, json, place);
            return one;
          },
          [&table](const SuiteCase& one) { return table.show(one); }};
}

template <class T>
void require_distinct(const std::vector<T>& all, const char* what, const Place& place) {
  if (all.empty()) place.fail(fmt::format("at least one {}", what), "none");
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k), all[k]) ==
        all.begin() + static_cast<std::ptrdiff_t>(k))
      continue;
    (place / k).fail(fmt::format("each {} once", what), "one again");
  }
}

bool names_files(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace

const config::FieldTable<Suite>& suite_fields() {
  using S = Suite;
  static const config::FieldTable<S> table(
      "suite", "A benchmark of optical circuit scheduling.",
      {
          field<S>(
              "title", [](auto& s) -> auto& { return s.title; }, text("a title"),
              "Heads the report."),
          field<S>(
              "rate", [](auto& s) -> auto& { return s.rate; }, quantity(kSlowest, kFastest),
              "Of a port, over all switches."),
          field<S>(
              "bits", [](auto& s) -> auto& { return s.bits; }, whole_number(1, 16),
              "Width of the counters of schedulers that ship."),
          field<S>(
              "forward", [](auto& s) -> auto& { return s.forward; },
              quantity(Picoseconds{0}, kLongest),
              "What a port needs to send on what it has received."),
          field<S>(
              "guards", [](auto& s) -> auto& { return s.guards; },
              list(quantity(Picoseconds{0}, kLongest)), "Dead times of a change of setting."),
          field<S>(
              "switches", [](auto& s) -> auto& { return s.switches; },
              list(whole_number(1, kMostSwitches)),
              "Numbers of parallel switches, each with its share of the rate."),
          nested<S>(
              "expert", [](auto& s) -> auto& { return s.expert; }, expert_fields()),
          field<S>(
              "cases", [](auto& s) -> auto& { return s.cases; }, list(suite_case()),
              "Demands, in the order of the rows."),
      });
  return table;
}

void require_consistent(const Suite& suite, const Place& place) {
  require_distinct(suite.guards, "guard", place / "guards");
  require_distinct(suite.switches, "number of switches", place / "switches");
  std::vector<std::string> names;
  for (std::size_t k = 0; k < suite.cases.size(); ++k) {
    names.push_back(suite.cases[k].name);
    if (names_files(names.back())) continue;
    (place / "cases" / k / "name").fail("letters, digits and _", "'" + names.back() + "'");
  }
  require_distinct(names, "case", place / "cases");
}

Suite find_suite(const std::string& name_or_path, const Place& place) {
  const std::string path = config::find_config(kSuites, name_or_path, place);
  Suite suite = config::read_config(suite_fields(), path);
  require_consistent(suite, Place{path, ""});
  std::sort(suite.guards.begin(), suite.guards.end());
  return suite;
}

std::vector<SuiteDemand> demands_of(const Suite& suite, std::uint64_t seed, const Place& place) {
  std::vector<SuiteDemand> demands;
  for (std::size_t c = 0; c < suite.cases.size(); ++c) {
    const SuiteCase& one = suite.cases[c];
    try {
      const std::string source =
          demand::names_generator(one.demand) ? one.demand : base::as_given_or_shipped(one.demand);
      for (int k = one.first; k < one.first + one.count; ++k) {
        demands.push_back({one.name, k, demand::demand_from(source, k, seed, one.reading)});
      }
    } catch (const base::ConfigError& error) {
      base::InputFault fault = error.fault();
      if (fault.source != "--demand" && fault.source != "--index") throw;
      const Place at = place / "cases" / c / "demand";
      fault.source = at.source;
      fault.where = at.where;
      throw base::ConfigError(std::move(fault));
    }
  }
  return demands;
}

demand::Quantisation quantisation_of(const Suite& suite, Picoseconds guard, int switches) {
  demand::Quantisation how;
  how.rate = BitsPerSecond{suite.rate.count() / switches};
  how.bits = suite.bits;
  how.guard = guard;
  how.forward = suite.forward;
  return how;
}

std::string entry_name(const SuiteDemand& demand, Picoseconds guard) {
  std::string time = config::show_quantity(guard);
  time.erase(std::remove(time.begin(), time.end(), ' '), time.end());
  return fmt::format("{}-{}-{}", demand.of_case, demand.index, time);
}

}  // namespace jacquard::schedule
