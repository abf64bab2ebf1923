// SPDX-License-Identifier: Apache-2.0
#include "systemc/jobs/job_config.hpp"

#include "jacquard/rounds/names.hpp"

namespace jacquard::jobs {
namespace {

using config::field;
using config::quantity;
using config::text;
using config::whole_number;

constexpr base::Bytes kMostBytes{std::int64_t{1} << 40};
constexpr base::Picoseconds kLongest{1'000 * base::kPicosecondsPerSecond};
constexpr int kMostSteps = 10'000;

template <class T>
config::Codec<T> object_codec(const std::string& expected, const config::FieldTable<T>& table) {
  return {expected, table.schema(), config::TextForm::json,
          [&table](const config::Json& json, const config::Place& place) {
            T value;
            table.read(value, json, place);
            return value;
          },
          [&table](const T& value) { return table.show(value); }};
}

config::Codec<rounds::CollectiveKind> collective_codec() {
  config::Words<rounds::CollectiveKind> words;
  for (const auto kind :
       {rounds::CollectiveKind::all_reduce, rounds::CollectiveKind::reduce_scatter,
        rounds::CollectiveKind::all_gather, rounds::CollectiveKind::all_to_all}) {
    words.emplace_back(rounds::name_of(kind), kind);
  }
  return config::choice(words);
}

const config::FieldTable<PhaseConfig>& phase_fields() {
  using P = PhaseConfig;
  static const config::FieldTable<P> table(
      "phase", "A computation, then an exchange.",
      {field<P>(
           "compute", [](auto& p) -> auto& { return p.compute; },
           quantity(base::Picoseconds{0}, kLongest), "What all NPUs compute first."),
       field<P>(
           "demand", [](auto& p) -> auto& { return p.demand; },
           text("a file, class:ports such as moe:16, or nothing"),
           "The exchange: a matrix; step k takes the k-th."),
       field<P>(
           "divide_by", [](auto& p) -> auto& { return p.divide_by; }, whole_number<std::int64_t>(1),
           "Every entry of it is divided by this, rounded up."),
       field<P>(
           "collective", [](auto& p) -> auto& { return p.collective; },
           config::optional(collective_codec()), "In place of a demand."),
       field<P>(
           "algorithm", [](auto& p) -> auto& { return p.algorithm; },
           text("ring, direct, halving-doubling or another of jacquard collective"),
           "Of the collective. A round begins when the one before has come everywhere."),
       field<P>(
           "bytes", [](auto& p) -> auto& { return p.bytes; }, quantity(base::Bytes{0}, kMostBytes),
           "What each NPU puts into the collective, or sends."),
       field<P>(
           "group", [](auto& p) -> auto& { return p.group; }, whole_number(0, demand::kMaxPorts),
           "NPUs side by side that have a collective of their own; 0: all of the job's."),
       field<P>(
           "shift", [](auto& p) -> auto& { return p.shift; },
           whole_number(-demand::kMaxPorts, demand::kMaxPorts),
           "In place of a demand: NPU i sends to i + shift, if there is one. 0: nothing.")});
  return table;
}

const config::FieldTable<JobConfig>& job_fields() {
  using J = JobConfig;
  static const config::FieldTable<J> table(
      "job in a mix", "A job beside others.",
      {field<J>(
           "name", [](auto& j) -> auto& { return j.name; }, text("a name for the rows"),
           "As rows call it."),
       field<J>(
           "npus", [](auto& j) -> auto& { return j.npus; }, whole_number(1, demand::kMaxPorts),
           "How many it has."),
       field<J>(
           "ports", [](auto& j) -> auto& { return j.ports; },
           config::list(whole_number(0, demand::kMaxPorts - 1)),
           "Of each of them. None: as `placement` says."),
       field<J>(
           "start", [](auto& j) -> auto& { return j.start; },
           quantity(base::Picoseconds{0}, kLongest), "When it arrives."),
       field<J>(
           "steps", [](auto& j) -> auto& { return j.steps; }, whole_number(1, kMostSteps),
           "How often its phases are repeated."),
       field<J>(
           "phases", [](auto& j) -> auto& { return j.phases; },
           config::list(
               object_codec("an object with compute, and demand or collective", phase_fields())),
           "What it does, one after the other.")});
  return table;
}

}  // namespace

config::Codec<JobConfig> job_codec() {
  return object_codec("an object with name, npus and phases", job_fields());
}

config::Codec<Placement> placement_codec() {
  return config::choice<Placement>({{"packed", Placement::packed},
                                    {"interleaved", Placement::interleaved},
                                    {"shared", Placement::shared}});
}

}  // namespace jacquard::jobs
