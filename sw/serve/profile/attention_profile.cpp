// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/profile/attention_profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jacquard::serve {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

template <std::size_t Axes>
struct Points {
  std::array<std::vector<double>, Axes> axes;
  std::vector<std::pair<std::array<double, Axes>, double>> values;

  void add(const std::array<double, Axes>& at, double us) {
    for (std::size_t i = 0; i < Axes; ++i) axes[i].push_back(at[i]);
    values.emplace_back(at, us);
  }

  // `fill(at)`: the value of a point that was not measured.
  template <class Fill>
  Grid<Axes> grid(const Fill& fill) {
    if (values.empty()) return {};
    std::size_t size = 1;
    for (std::vector<double>& axis : axes) {
      std::sort(axis.begin(), axis.end());
      axis.erase(std::unique(axis.begin(), axis.end()), axis.end());
      size *= axis.size();
    }
    std::vector<double> table(size, kMissing);
    for (const auto& [at, us] : values) {
      std::size_t index = 0;
      for (std::size_t i = 0; i < Axes; ++i) {
        const auto found = std::lower_bound(axes[i].begin(), axes[i].end(), at[i]);
        index = index * axes[i].size() + static_cast<std::size_t>(found - axes[i].begin());
      }
      table[index] = us;
    }
    for (std::size_t index = 0; index < size; ++index) {
      if (!std::isnan(table[index])) continue;
      std::array<double, Axes> at{};
      std::size_t rest = index;
      for (std::size_t i = Axes; i-- > 0;) {
        at[i] = axes[i][rest % axes[i].size()];
        rest /= axes[i].size();
      }
      table[index] = fill(at);
    }
    return {axes, std::move(table)};
  }
};

}  // namespace

AttentionProfile::AttentionProfile(const std::vector<Row>& rows) {
  Points<2> decodes;
  Points<2> prompts;
  Points<4> mixed;
  for (const Row& row : rows) {
    if (row.chunk == 0) {
      decodes.add({row.decodes, row.context}, row.us);
    } else if (row.decodes == 0) {
      prompts.add({row.chunk, row.before}, row.us);
    } else {
      mixed.add({row.chunk, row.before, row.decodes, row.context}, row.us);
    }
  }
  // A missing point of a plane is the nearest measured one, scaled by the keys it reads.
  const auto nearest = [](const Points<2>& points) {
    return [&points](const std::array<double, 2>& at) {
      double best = std::numeric_limits<double>::max();
      double us = 0;
      for (const auto& [other, value] : points.values) {
        const double distance = std::abs(std::log1p(at[0]) - std::log1p(other[0])) +
                                std::abs(std::log1p(at[1]) - std::log1p(other[1]));
        if (distance >= best) continue;
        best = distance;
        us = value * std::max(1.0, (1 + at[0]) * (1 + at[1]) / ((1 + other[0]) * (1 + other[1])));
      }
      return us;
    };
  };
  decodes_ = decodes.grid(nearest(decodes));
  prompts_ = prompts.grid(nearest(prompts));
  mixed_ = mixed.grid([this](const std::array<double, 4>& at) {
    return prompts_.at({at[0], at[1]}) + decodes_.at({at[2], at[3]});
  });
}

double AttentionProfile::prompt_us(double chunk, double before, double decodes,
                                   double context) const {
  if (decodes == 0) return prompts_.at({chunk, before});
  if (mixed_.empty()) return prompts_.at({chunk, before}) + decodes_.at({decodes, context});
  return mixed_.at({chunk, before, decodes, context});
}

// Profiles hold one prompt a step. A prompt more adds what it adds to the smallest one, so that
// what the kernel costs at all counts once.
double AttentionProfile::us(const StepLoad& load) const {
  const double decodes = load.decodes;
  const double context =
      load.decodes > 0 ? static_cast<double>(load.decode_keys) / load.decodes : 0;
  if (load.prompts.empty()) return decodes_.at({decodes, context});
  if (prompts_.empty()) return 0;
  const double least = prompt_us(0, 0, decodes, context);
  double sum = least;
  for (const PromptChunk& prompt : load.prompts) {
    sum += std::max(0.0, prompt_us(prompt.tokens, prompt.cached, decodes, context) - least);
  }
  return sum;
}

}  // namespace jacquard::serve
