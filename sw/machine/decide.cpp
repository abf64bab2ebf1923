// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/decide.hpp"

#include <algorithm>
#include <iterator>

#include "jacquard/base/error.hpp"

namespace jacquard::machine {
namespace {

struct Named {
  Decide decide;
  const char* name;
};
constexpr Named kNames[] = {{Decide::on_demand, "on_demand"}, {Decide::last, "last"},
                            {Decide::predicted, "predicted"}, {Decide::overlapped, "overlapped"},
                            {Decide::turned, "turned"},       {Decide::held, "held"}};

}  // namespace

config::Codec<Decide> decide_codec() {
  config::Words<Decide> words;
  for (const Named& one : kNames) words.emplace_back(one.name, one.decide);
  return config::choice(std::move(words));
}

const char* name_of(Decide decide) {
  const auto* const it = std::find_if(std::begin(kNames), std::end(kNames),
                                      [&](const Named& one) { return one.decide == decide; });
  return it->name;
}

demand::DemandMatrix mean_of(const std::vector<demand::DemandMatrix>& demands) {
  JQ_CHECK(!demands.empty(), "a mean is of one demand or more");
  const auto count = static_cast<std::int64_t>(demands.size());
  const int ports = demands.front().ports();
  demand::DemandMatrix mean(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      std::int64_t whole = 0, rest = 0;  // apart, so that no sum wraps around
      for (const demand::DemandMatrix& one : demands) {
        whole += one.at(i, j).count() / count;
        rest += one.at(i, j).count() % count;
      }
      mean.set(i, j, base::Bytes{whole + (rest + count - 1) / count});
    }
  }
  return mean;
}

}  // namespace jacquard::machine
