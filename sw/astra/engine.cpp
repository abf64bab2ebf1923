// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/engine.hpp"

#include <algorithm>
#include <memory>

#include "jacquard/astra/run.hpp"
#include "jacquard/astra/scenario_input.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/run.hpp"

namespace jacquard::astra {
namespace {

using engine::Scenario;

constexpr std::int64_t kPsPerNs = 1000;

base::Picoseconds picoseconds(Tick time) { return base::Picoseconds{time * kPsPerNs}; }

// Keys that ASTRA-sim has no word for are an error, not ignored.
std::optional<base::InputFault> refuse_rules(const Scenario& s) {
  const std::string mode = std::string("--mode ") + name_of(s.mode);
  if (s.rules.forwarding == engine::Forwarding::store_and_forward) {
    return base::InputFault{mode, "", "no --forwarding: ASTRA-sim has its own", "store-and-forward",
                            ""};
  }
  if (!s.disturbance.empty()) {
    return base::InputFault{mode, "", "no --disturbance: ASTRA-sim's NPUs and links are alike",
                            s.disturbance.source, "--mode faithful has it"};
  }
  if (s.guard > base::Picoseconds{0}) {
    return base::InputFault{mode, "", "no --guard, as ASTRA-sim has no circuits", "one",
                            "--engine cycle has it"};
  }
  if (auto fault = refuse_graph(s, "event")) return fault;
  if (s.work.job != nullptr) {
    if (auto fault = engine::job::refuse_protocols(*s.work.job, "ASTRA-sim's modes")) return fault;
    return engine::job::refusal(s, "astra");
  }
  if (s.work.request == nullptr) {
    return base::InputFault{mode, "", "--mode faithful; ASTRA-sim knows its own collectives only",
                            "--rounds", ""};
  }
  return {};
}

// A fault that names no place is of the collective's size.
Answer answer_of(const Scenario& s, const Input& input) {
  try {
    return run(input);
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    if (fault.source.empty()) fault.source = s.origin.source;
    throw base::ConfigError(fault);
  }
}

// The intervals of a class are those of its first NPU.
std::shared_ptr<engine::job::Answer> job_answer(const workload::Job& of, Answer answer,
                                                std::vector<int> shown) {
  auto job = std::make_shared<engine::job::Answer>();
  job->npus.resize(answer.finished.size());
  for (const Finish& finish : answer.finished) {
    base::at(job->npus, finish.npu) = {picoseconds(finish.time), picoseconds(finish.compute)};
  }
  job->peak_memory.resize(answer.finished.size());
  std::vector<int> place(of.graphs.size(), 0);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    base::at(place, base::at(of.class_of, shown[i])) = static_cast<int>(i);
  }
  for (const int own : of.class_of) job->standing.push_back(base::at(place, own));
  job->simulated = std::move(shown);
  for (const std::vector<Spell>& spells : answer.spells) {
    auto& intervals = job->intervals.emplace_back();
    for (const Spell& spell : spells) {
      intervals.push_back({picoseconds(spell.begin), picoseconds(spell.end)});
    }
  }
  job->bytes = std::move(answer.bytes);
  return job;
}

// A link carries its bytes one after the other. Without congestion it carries more at once, and
// the utilisation may exceed 1.
std::vector<engine::Result::Dimension> dimensions_of(const Answer& answer, const Input& input,
                                                     base::Picoseconds time) {
  std::vector<engine::Result::Dimension> dimensions;
  for (std::size_t d = 0; d < answer.links.size(); ++d) {
    const Answer::Links& links = answer.links[d];
    engine::Result::Dimension& own = dimensions.emplace_back();
    constexpr double kMostBytes = 0x1p62;
    own.bytes = base::Bytes{static_cast<std::int64_t>(std::min(links.bytes, kMostBytes))};
    own.links = static_cast<std::int64_t>(links.count);
    own.busy = base::Seconds{links.bytes / bytes_per_ns(input.network[d]) * 1e-9};
    const double offered = base::to_seconds(time).count() * links.count;
    own.utilisation = offered > 0 ? own.busy.count() / offered : 0;
  }
  return dimensions;
}

}  // namespace

std::optional<base::InputFault> AstraEngine::refusal(const Scenario& s) const {
  if (auto fault = refuse_rules(s)) return fault;
  try {
    machine_of(s);
  } catch (const base::ConfigError& error) {
    return error.fault();
  }
  return {};
}

engine::Result AstraEngine::answer(const Scenario& s) const {
  Input input = input_of(s);
  Answer answer = answer_of(s, input);
  engine::Result result;
  result.npu_ends.resize(static_cast<std::size_t>(s.network.npus()));
  for (const Finish& finish : answer.finished) {
    const base::Picoseconds end = picoseconds(finish.time);
    base::at(result.npu_ends, finish.npu) = end;
    result.time = std::max(result.time, end);
  }
  result.messages = answer.messages;
  result.events = answer.events;
  std::vector<int> simulated = answer.stands_for;
  std::sort(simulated.begin(), simulated.end());
  simulated.erase(std::unique(simulated.begin(), simulated.end()), simulated.end());
  result.simulated_npus = static_cast<int>(simulated.size());
  if (s.work.job == nullptr) {
    result.collectives = {{base::Picoseconds{0}, result.time}};
  } else {
    result.dimensions = dimensions_of(answer, input, result.time);
    result.job = job_answer(s.work.job->job, std::move(answer), std::move(input.shown));
  }
  return result;
}

}  // namespace jacquard::astra
