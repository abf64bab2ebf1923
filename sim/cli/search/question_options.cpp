// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/search/question_options.hpp"

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "sim/search/session.hpp"

namespace jacquard::cli {
namespace {

std::vector<std::string> listed(const std::string& text) {
  return text.empty() ? std::vector<std::string>{} : base::comma_list(text);
}

}  // namespace

void add_space_options(Arguments& app, SpaceOptions& o) {
  o.all = {app.add_option("SPACE", o.space, "A name of configs/spaces, or a file (docs/search.md)"),
           app.add_option(
               "--reward", o.reward,
               "Of the space's rewards; several, with commas, for nsga2. Default: the space's"),
           app.add_option(
               "--knobs", o.knobs,
               "Layers or knobs that are free; the others are held at the base. Default: all")};
}

searching::Question question_of(const SpaceOptions& o, const Common& common) {
  if (o.space.empty()) {
    throw base::ConfigError(
        {"search", "", "SPACE, or --resume STORE", "neither", "jacquard search --help"});
  }
  searching::Question question;
  question.space = searching::read_space(o.space, question.file);
  question.free = listed(o.knobs);
  question.rewards = listed(o.reward);
  question.seed = common.seed;
  return question;
}

}  // namespace jacquard::cli
