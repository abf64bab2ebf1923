// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/ranges.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/train/prices.hpp"

namespace jacquard::knobs {
namespace {

using workload::Axis;
using workload::Parallelism;
using workload::Recompute;

constexpr int kLeastTokens = 2'048;  // of a part of a sequence
constexpr int kNoNode = 8;  // NPUs that tensor parallelism spans where a system has no nodes

std::vector<int> divisors(int n, int most) {
  std::vector<int> all;
  for (int d = 1; d <= std::min(n, most); ++d) {
    if (n % d == 0) all.push_back(d);
  }
  return all;
}

struct Knob {
  const char* name;
  std::vector<int> Ranges::*values;
  int Parallelism::*value;
};

constexpr Knob kKnobs[] = {
    {"tp", &Ranges::tp, &Parallelism::tp},
    {"cp", &Ranges::cp, &Parallelism::cp},
    {"ep", &Ranges::ep, &Parallelism::ep},
    {"pp", &Ranges::pp, &Parallelism::pp},
    {"dp", &Ranges::dp, &Parallelism::dp},
    {"virtual_stages", &Ranges::virtual_stages, &Parallelism::virtual_stages},
    {"virtual", &Ranges::virtual_stages, &Parallelism::virtual_stages},
    {"zero", &Ranges::zero, &Parallelism::zero},
    {"micro_batch", &Ranges::micro_batch, &Parallelism::micro_batch}};

// A word of one knob, by the codec that "--parallel" has for it.
Parallelism read_word(const std::string& key, const std::string& value, const std::string& source) {
  return workload::parse_parallelism(key + "=" + value, source);
}

// Axes that experts fold over, as Parallelism::fold has them.
std::vector<Axis> fold_of(const std::string& word, const std::string& source) {
  if (word == "none") return {};
  if (word == "tp") return {Axis::tp};
  if (word == "cp") return {Axis::cp};
  throw base::ConfigError({source + ", fold", "", "none, tp or cp", word, ""});
}

using Folds = std::vector<std::vector<Axis>>;

template <class Value>
void sort_once(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

void restrict_knob(const std::string& key, const std::vector<std::string>& words,
                   const std::string& source, Ranges& ranges) {
  if (key == "recompute") {
    ranges.recompute.clear();
    for (const std::string& word : words) {
      ranges.recompute.push_back(read_word(key, word, source).recomputes());
    }
    return sort_once(ranges.recompute);
  }
  if (key == "async_tp") {
    if (words.size() != 1) {
      throw base::ConfigError({source, key, "true or false", fmt::format("{}", words.size()), ""});
    }
    ranges.async_tp = read_word(key, words.front(), source).async_tp;
    return;
  }
  if (key == "fold") {
    if (ranges.fold == Folds{{}} && words != std::vector<std::string>{"none"}) {
      throw base::ConfigError({source + ", fold", "", "none, as the model has no experts",
                               fmt::format("{}", fmt::join(words, ":")), ""});
    }
    ranges.fold.clear();
    for (const std::string& word : words) ranges.fold.push_back(fold_of(word, source));
    return sort_once(ranges.fold);
  }
  for (const Knob& knob : kKnobs) {
    if (key != knob.name) continue;
    std::vector<int>& values = ranges.*knob.values;
    values.clear();
    for (const std::string& word : words) {
      values.push_back(read_word(key, word, source).*knob.value);
      if (values.back() < 1 && key == "micro_batch") {
        throw base::ConfigError({source, key, "1 or more", word, ""});
      }
    }
    sort_once(values);
    if (key == "zero") ranges.staged_zero = values;
    return;
  }
  throw base::ConfigError(
      {source, "",
       "tp, cp, ep, pp, dp, virtual_stages, zero, micro_batch, recompute, fold or "
       "async_tp",
       key, "a knob that a search turns"});
}

}  // namespace

Ranges ranges_of(const Problem& problem, int npus) {
  const workload::Model& model = problem.config.model;
  const int node = problem.config.system.node;
  Ranges ranges;
  ranges.tp = divisors(model.heads, std::min(npus, node > 0 ? node : kNoNode));
  const int tokens = tokens_of(problem.config);
  for (int cp = 1; cp == 1 || (cp <= tokens / kLeastTokens && tokens % cp == 0); cp *= 2) {
    ranges.cp.push_back(cp);
  }
  ranges.ep = model.has_experts() ? divisors(model.experts.count, npus) : std::vector<int>{1};
  ranges.pp = divisors(npus, npus);
  const auto shares_out_nothing = [&](int pp) {
    return model.layers % pp != 0 && (model.layers + 2) % pp != 0 && model.layers / pp < 2;
  };
  ranges.pp.erase(std::remove_if(ranges.pp.begin(), ranges.pp.end(), shares_out_nothing),
                  ranges.pp.end());
  ranges.zero = {0, 1, 2, 3};
  ranges.staged_zero = {0, 1};
  ranges.recompute = {Recompute::none, Recompute::selective, Recompute::full};
  ranges.fold = {{}};
  if (model.has_experts()) ranges.fold.push_back({Axis::tp});
  const train::Npu npu = train::npu_of(problem.config.system, problem.places.of("system"));
  ranges.async_tp = npu.device && npu.device->architecture != "ampere";
  return ranges;
}

void restrict_to(const std::string& text, const std::string& source, Ranges& ranges) {
  for (const std::string& assignment : base::comma_list(text)) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals + 1 == assignment.size()) {
      throw base::ConfigError({source, "", "KNOB=VALUE:VALUE,...", assignment,
                               "such as tp=4:8,zero=1,recompute=none:full"});
    }
    std::string values = assignment.substr(equals + 1);
    std::replace(values.begin(), values.end(), ':', ',');
    restrict_knob(assignment.substr(0, equals), base::comma_list(values), source, ranges);
  }
}

}  // namespace jacquard::knobs
