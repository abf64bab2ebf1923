// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/error.hpp"

namespace jacquard::knobs {
namespace {

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

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

struct Knob {
  const char* name;
  std::vector<int> Ranges::*values;
};

constexpr Knob kKnobs[] = {{"tp", &Ranges::tp},
                           {"cp", &Ranges::cp},
                           {"ep", &Ranges::ep},
                           {"pp", &Ranges::pp},
                           {"dp", &Ranges::dp},
                           {"virtual_stages", &Ranges::virtual_stages},
                           {"virtual", &Ranges::virtual_stages},
                           {"zero", &Ranges::zero},
                           {"micro_batch", &Ranges::micro_batch}};

// A word of one knob, by the codec that "--parallel" has for it.
workload::Parallelism read_word(const std::string& key, const std::string& value,
                                const std::string& source) {
  return workload::parse_parallelism(key + "=" + value, source);
}

int value_of(const workload::Parallelism& p, const std::string& key) {
  static const std::map<std::string, int workload::Parallelism::*> of = {
      {"tp", &workload::Parallelism::tp},
      {"cp", &workload::Parallelism::cp},
      {"ep", &workload::Parallelism::ep},
      {"pp", &workload::Parallelism::pp},
      {"dp", &workload::Parallelism::dp},
      {"virtual_stages", &workload::Parallelism::virtual_stages},
      {"virtual", &workload::Parallelism::virtual_stages},
      {"zero", &workload::Parallelism::zero},
      {"micro_batch", &workload::Parallelism::micro_batch}};
  return p.*of.at(key);
}

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
      ranges.recompute.push_back(read_word(key, word, source).recompute);
    }
    return sort_once(ranges.recompute);
  }
  for (const Knob& knob : kKnobs) {
    if (key != knob.name) continue;
    std::vector<int>& values = ranges.*knob.values;
    values.clear();
    for (const std::string& word : words) {
      values.push_back(value_of(read_word(key, word, source), key));
      if (values.back() < 1 && key == "micro_batch") {
        throw base::ConfigError({source, key, "1 or more", word, ""});
      }
    }
    return sort_once(values);
  }
  throw base::ConfigError({source, "",
                           "tp, cp, ep, pp, dp, virtual_stages, zero, micro_batch or recompute",
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
    return model.layers % pp != 0 && (model.layers + 2) % pp != 0;
  };
  ranges.pp.erase(std::remove_if(ranges.pp.begin(), ranges.pp.end(), shares_out_nothing),
                  ranges.pp.end());
  ranges.zero = {0, 1, 2, 3};
  ranges.recompute = {Recompute::none, Recompute::selective, Recompute::full};
  return ranges;
}

void restrict_to(const std::string& text, const std::string& source, Ranges& ranges) {
  for (const std::string& assignment : split(text, ',')) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals + 1 == assignment.size()) {
      throw base::ConfigError({source, "", "KNOB=VALUE:VALUE,...", assignment,
                               "such as tp=4:8,zero=1,recompute=none:full"});
    }
    restrict_knob(assignment.substr(0, equals), split(assignment.substr(equals + 1), ':'), source,
                  ranges);
  }
}

}  // namespace jacquard::knobs
