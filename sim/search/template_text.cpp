// SPDX-License-Identifier: Apache-2.0
#include "sim/search/template_text.hpp"

#include <algorithm>

namespace jacquard::searching {

using config::Json;
using config::Place;
using search::Bindings;
using search::Bound;
using search::Value;

TemplateText TemplateText::read(const Json& json, const Place& place) {
  TemplateText text;
  text.each_ = json.is_array() && json.size() == 1;
  const Json& source = text.each_ ? json.front() : json;
  if (!source.is_string()) {
    place.fail("a text, or a list of one text", config::brief(json));
  }
  const std::string& all = source.get_ref<const std::string&>();
  for (std::size_t at = 0;;) {
    const std::size_t open = all.find('{', at);
    Part part;
    part.before = all.substr(at, open - at);
    if (part.before.find('}') != std::string::npos) place.fail("'{' before '}'", "'" + all + "'");
    part.last = open == std::string::npos;
    if (!part.last) {
      const std::size_t close = all.find('}', open);
      if (close == std::string::npos) place.fail("'}' after '{'", "'" + all + "'");
      part.expression = search::Expression::parse(all.substr(open + 1, close - open - 1), place);
      at = close + 1;
    }
    text.parts_.push_back(std::move(part));
    if (text.parts_.back().last) return text;
  }
}

std::string TemplateText::one(const Bindings& bindings) const {
  std::string text;
  for (const Part& part : parts_) {
    text += part.before;
    if (!part.last) text += search::text_of(part.expression.evaluate(bindings));
  }
  return text;
}

std::string TemplateText::of(const Bindings& bindings) const {
  if (!each_) return one(bindings);
  std::vector<std::pair<std::string, const std::vector<Value>*>> lists;
  std::size_t size = 0;
  for (const std::string& name : reads()) {
    const auto found = bindings.find(name);
    if (found == bindings.end()) continue;
    const auto* list = std::get_if<std::vector<Value>>(&found->second);
    if (list == nullptr) continue;
    lists.emplace_back(name, list);
    size = std::max(size, list->size());
  }
  Json texts = Json::array();
  Bindings element = bindings;
  for (std::size_t i = 0; i < size; ++i) {
    for (const auto& [name, list] : lists) element[name] = (*list)[std::min(i, list->size() - 1)];
    texts.push_back(one(element));
  }
  return texts.dump();
}

std::vector<std::string> TemplateText::reads() const {
  std::vector<std::string> names;
  for (const Part& part : parts_) {
    if (part.last) continue;
    names.insert(names.end(), part.expression.reads().begin(), part.expression.reads().end());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace jacquard::searching
