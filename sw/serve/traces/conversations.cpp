// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "jacquard/serve/traces/json_fields.hpp"
#include "jacquard/serve/traces/json_forms.hpp"

namespace jacquard::serve {
namespace {

using config::Json;

constexpr const char* kMessages = "conversations";
constexpr std::size_t kNeeded = 2;  // a prompt and its answer

// Code points of UTF-8, which parse_json() has checked.
std::int64_t characters(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
}

std::uint64_t tokens(const Json& message, const config::Place& place, double characters_per_token) {
  const JsonFields fields(message, place);
  if (!fields.has("value")) fields.lacks("value", kMessages);
  if (!message.at("value").is_string()) fields.fail("value", "a text");
  const auto all = static_cast<double>(characters(message.at("value").get<std::string>()));
  return static_cast<std::uint64_t>(std::ceil(all / characters_per_token));
}

}  // namespace

const RequestForm& conversation_form() {
  static const RequestForm form = [] {
    RequestForm f;
    f.whose = "ShareGPT's";
    f.key = kMessages;
    f.texts = true;
    f.input = "prompt";
    f.output = "answer";
    return f;
  }();
  return form;
}

bool is_conversation(const Json& value) {
  return value.contains(kMessages) && !value.contains("input_length");
}

std::optional<FlatRequest> conversation_request(const FlatRequest& value,
                                                double characters_per_token) {
  const JsonFields whole(value.object, value.place);
  const Json& messages = value.object.at(kMessages);
  if (!messages.is_array()) whole.fail(kMessages, "a list of messages");
  if (!(characters_per_token > 0)) {
    value.place.fail("lengths in tokens, or --chars-per-token beside texts, such as 4", "texts");
  }
  if (messages.size() < kNeeded) return std::nullopt;
  const auto of = [&](std::size_t i) {
    return tokens(
        messages[i],
        {value.place.source, value.place.where + ", " + kMessages + "/" + std::to_string(i)},
        characters_per_token);
  };
  const std::uint64_t prompt = of(0);
  const std::uint64_t answer = of(1);
  if (prompt == 0 || answer == 0) return std::nullopt;
  return FlatRequest{Json{{"prompt", prompt}, {"answer", answer}}, value.place};
}

}  // namespace jacquard::serve
