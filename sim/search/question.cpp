// SPDX-License-Identifier: Apache-2.0
#include "sim/search/question.hpp"

#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::searching {

using config::Document;
using config::Json;

Document show(const Question& question) {
  Document all;
  all["file"] = question.file;
  all["agent"] = search::agent_fields().show(question.agent);
  all["knobs"] = question.free;
  all["rewards"] = question.rewards;
  all["seed"] = question.seed;
  all["evaluations"] = question.budget.evaluations;
  all["seconds"] = question.budget.seconds;
  all["space"] = question.space;
  return all;
}

Question question_of(const Json& json, const std::string& source) {
  try {
    Question question;
    question.file = json.at("file").get<std::string>();
    search::agent_fields().read(question.agent, json.at("agent"), {source, "/agent"});
    question.free = json.at("knobs").get<std::vector<std::string>>();
    question.rewards = json.at("rewards").get<std::vector<std::string>>();
    question.seed = json.at("seed").get<std::uint64_t>();
    question.budget.evaluations = json.at("evaluations").get<std::int64_t>();
    question.budget.seconds = json.at("seconds").get<double>();
    question.space = json.at("space");
    return question;
  } catch (const Json::exception&) {
    throw base::ConfigError({source, "", "a store with the settings of a search", "another", ""});
  }
}

search::Budget read_budget(const std::string& text) {
  constexpr double kMostSeconds = 1e9;
  const auto fail = [&] {
    throw base::ConfigError({"--budget", "",
                             "evaluations in 1..10^12, or a time such as '60 s', "
                             "'5 min' or '2 h'",
                             "'" + text + "'", ""});
  };
  search::Budget budget;
  if (const auto count = base::parse_number<std::int64_t>(text)) {
    if (*count < 1 || *count > 1'000'000'000'000) fail();
    budget.evaluations = *count;
    return budget;
  }
  std::size_t digits = 0;
  while (digits < text.size() &&
         (std::isdigit(static_cast<unsigned char>(text[digits])) != 0 || text[digits] == '.')) {
    ++digits;
  }
  const auto number = base::parse_number<double>(text.substr(0, digits));
  std::string unit = text.substr(digits);
  unit.erase(0, unit.find_first_not_of(' ') == std::string::npos ? 0 : unit.find_first_not_of(' '));
  const double scale = unit == "s" ? 1 : unit == "min" ? 60 : unit == "h" ? 3600 : 0;
  if (!number || scale == 0 || !(*number > 0) || !(*number * scale <= kMostSeconds)) fail();
  budget.seconds = *number * scale;
  budget.evaluations = 1'000'000'000'000;
  return budget;
}

}  // namespace jacquard::searching
