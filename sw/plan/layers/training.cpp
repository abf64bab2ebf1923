// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/training.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/plan/layers/duration.hpp"

namespace jacquard::planner {
namespace {

// What is counted: tokens of LLMs, or samples.
struct Counted {
  double days = 0;
  double hours = 0;
  double of_step = 0;
  std::string step;  // "2048 x 2048 tokens"
  const char* option = "--tokens";
};

void refuse(bool given, const char* option, double value, const char* why) {
  if (given) throw base::ConfigError({option, "", why, fmt::format("{}", value), ""});
}

Counted counted(const PlanConfig& config, const plan::Request& request) {
  const double batch = static_cast<double>(request.batch());
  Counted counted;
  if (config.samples > 0) {
    refuse(config.tokens > 0, "--samples", config.samples, "nothing beside --tokens");
    counted = {config.samples, config.samples, batch, fmt::format("{} samples", request.batch()),
               "--samples"};
    return counted;
  }
  const int tokens = tokens_of_sample(request.model);
  if (tokens == 0) {
    refuse(config.tokens > 0, "--tokens", config.tokens,
           "nothing, as the model has no vocabulary (--samples counts samples)");
    return counted;
  }
  counted.days = config.tokens > 0 ? config.tokens : request.model.training_tokens;
  counted.hours = config.tokens > 0                    ? config.tokens
                  : request.model.gpu_hours_tokens > 0 ? request.model.gpu_hours_tokens
                                                       : counted.days;
  counted.of_step = batch * tokens;
  counted.step = fmt::format("{} x {} tokens", request.batch(), tokens);
  return counted;
}

}  // namespace

double Training::days(double step_s) const { return step_s * steps / kSecondsOfDay; }

double Training::gpu_hours(double step_s, int devices) const {
  return step_s * hours_steps * devices / kSecondsOfHour;
}

std::optional<Training> training_of(const PlanConfig& config, const plan::Request& request) {
  if (config.task == plan::TaskKind::inference) {
    refuse(config.tokens > 0, "--tokens", config.tokens, "nothing, as the task is inference");
    refuse(config.samples > 0, "--samples", config.samples, "nothing, as the task is inference");
    return std::nullopt;
  }
  const Counted c = counted(config, request);
  // A count of the model is of its pre-training.
  const bool own = config.tokens > 0 || config.samples > 0;
  if (c.days <= 0 || (!own && config.task != plan::TaskKind::pretrain)) return std::nullopt;
  Training training;
  training.steps = std::floor(c.days / c.of_step);
  training.hours_steps = c.hours / c.of_step;
  if (training.steps < 1) {
    throw base::ConfigError(
        {c.option, "", "at least a step of " + c.step, fmt::format("{}", c.days), ""});
  }
  const char* what = c.option + 2;
  training.days_reading =
      fmt::format("{:.0f} whole steps of {} in {:.6g} {}", training.steps, c.step, c.days, what);
  training.hours_reading = fmt::format("{:.2f} steps, not rounded, of {} in {:.6g} {}",
                                       training.hours_steps, c.step, c.hours, what);
  return training;
}

double price_of(const PlanConfig& config) {
  return config.price > 0 ? config.price : config.system.dollars_per_hour;
}

int tokens_of_sample(const plan::Model& model) {
  return model.vocabulary > 0 ? model.blocks.sequence : 0;
}

}  // namespace jacquard::planner
