// SPDX-License-Identifier: Apache-2.0
#include "sim/search/verb_environment.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/base/running_program.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/tool/process.hpp"
#include "sim/search/result_figure.hpp"
#include "sim/search/template_text.hpp"

namespace jacquard::searching {
namespace {

using config::Json;
using config::Place;
using search::Measured;
using search::Point;

constexpr int kCpuSeconds = 600;
constexpr int kMostCpuSeconds = 1'000'000;

struct NamedText {
  std::string name;
  TemplateText text;
};

std::vector<NamedText> named_texts(const Json& description, const char* key, const Place& place) {
  std::vector<NamedText> all;
  if (!description.contains(key)) return all;
  const Json& texts = description[key];
  if (!texts.is_object()) (place / key).fail("an object of texts", config::brief(texts));
  for (const auto& [name, text] : texts.items()) {
    all.push_back({name, TemplateText::read(text, place / key / name)});
  }
  return all;
}

// The last line that says something.
std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
}

// The object that --json prints, after whatever was said before it.
Json printed_object(const std::string& output) {
  for (std::size_t at = 0; at < output.size(); at = output.find('\n', at) + 1) {
    if (output[at] == '{') return Json::parse(output.substr(at), nullptr, false);
    if (output.find('\n', at) == std::string::npos) break;
  }
  return Json(Json::value_t::discarded);
}

class VerbEnvironment : public search::Environment {
 public:
  VerbEnvironment(const search::Space& space, const Json& description, const Place& place)
      : space_(space) {
    const config::JsonObject object(
        description, {"verb", "arguments", "options", "set", "metrics", "cpu_seconds"}, place);
    verb_ = object.text("verb");
    cpu_seconds_ = object.number("cpu_seconds", 1, kMostCpuSeconds, kCpuSeconds);
    if (object.has("arguments")) {
      const Json& words = description["arguments"];
      const Place at = place / "arguments";
      if (!words.is_array()) at.fail("a list of texts", config::brief(words));
      for (std::size_t i = 0; i < words.size(); ++i) {
        arguments_.push_back(TemplateText::read(words[i], at / i));
      }
    }
    options_ = named_texts(description, "options", place);
    set_ = named_texts(description, "set", place);
    const Json& metrics = object.at("metrics", "an object: where each metric stands in a result");
    const Place at = place / "metrics";
    if (!metrics.is_object() || metrics.empty()) {
      at.fail("an object: where each metric stands in a result", config::brief(metrics));
    }
    for (const auto& [name, figure] : metrics.items()) {
      names_.push_back(name);
      figures_.push_back(ResultFigure::read(figure, at / name));
    }
  }

  const std::vector<std::string>& metrics() const override { return names_; }

  Measured evaluate(const Point& point) const override {
    std::vector<std::string> words = command(point);
    words.insert(words.end(), {"--json", "--quiet", "--no-timing", "--threads", "1"});
    words.front() = base::running_program();
    const tool::ProcessResult ran = tool::run_process(words, "", cpu_seconds_);
    if (ran.exit_code == 3 || ran.exit_code >= 126) {
      return {fmt::format("jacquard {} ended with code {}: {}", verb_, ran.exit_code,
                          last_line(ran.output)),
              {}};
    }
    const Json result = printed_object(ran.output);
    if (!result.is_object()) return {last_line(ran.output), {}};
    Measured measured;
    for (const ResultFigure& figure : figures_) {
      const auto value = figure.of(result);
      if (!value) return {fmt::format("no row with a number at '{}'", figure.key()), {}};
      measured.metrics.push_back(*value);
    }
    return measured;
  }

  config::Document effective(const Point& point) const override {
    return {{"command", command(point)}};
  }

 private:
  std::vector<std::string> command(const Point& point) const {
    const search::Bindings bindings = space_.bindings(point);
    std::vector<std::string> words = {"jacquard", verb_};
    for (const TemplateText& text : arguments_) words.push_back(text.of(bindings));
    for (const NamedText& option : options_) {
      words.push_back(option.name);
      words.push_back(option.text.of(bindings));
    }
    for (const NamedText& key : set_) {
      words.push_back("--set");
      words.push_back(key.name + "=" + key.text.of(bindings));
    }
    return words;
  }

  const search::Space& space_;
  std::string verb_;
  int cpu_seconds_ = kCpuSeconds;
  std::vector<TemplateText> arguments_;
  std::vector<NamedText> options_;
  std::vector<NamedText> set_;
  std::vector<std::string> names_;
  std::vector<ResultFigure> figures_;
};

}  // namespace

std::unique_ptr<search::Environment> verb_environment(const search::Space& space,
                                                      const Json& description, const Place& place) {
  return std::make_unique<VerbEnvironment>(space, description, place);
}

}  // namespace jacquard::searching
