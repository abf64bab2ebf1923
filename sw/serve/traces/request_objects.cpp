// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/json_fields.hpp"
#include "jacquard/serve/traces/json_forms.hpp"
#include "jacquard/serve/traces/json_values.hpp"
#include "jacquard/serve/traces/request_files.hpp"

namespace jacquard::serve {
namespace {

using config::Json;

class Objects {
 public:
  explicit Objects(const ReadRules& rules) : rules_(rules), list_(rules) {}

  void take(const FlatRequest& value) {
    const JsonFields fields(value.object, value.place);
    if (dynamo_ || DynamoEvents::are(value.object)) {
      dynamo_ = true;
      return events_.take(value, list_);
    }
    if (is_benchmark(value.object)) {
      return give_benchmark(value, [&](const FlatRequest& flat) { keep(benchmark_form(), flat); });
    }
    if (is_conversation(value.object)) {
      const auto flat = conversation_request(value, rules_.characters_per_token);
      return flat ? keep(conversation_form(), *flat) : list_.leave_out();
    }
    give_token_requests(value, [&](const FlatRequest& flat) {
      if (form_ == nullptr) form_ = &request_form(JsonFields(flat.object, flat.place));
      keep(*form_, flat);
    });
  }

  RecordedRequests taken(const std::string& source) {
    RequestForm form = DynamoEvents::form();
    events_.give(form, [&](const FlatRequest& flat) { keep(form, flat); });
    return list_.taken(source);
  }

 private:
  void keep(const RequestForm& form, const FlatRequest& flat) {
    const JsonFields fields(flat.object, flat.place);
    list_.take(form, fields);
    fields.each_key([&](const std::string& key) {
      if (!knows(form, key)) list_.pass_over(key);
    });
  }

  const ReadRules& rules_;
  RequestList list_;
  const RequestForm* form_ = nullptr;
  bool dynamo_ = false;
  DynamoEvents events_;
};

}  // namespace

RecordedRequests read_request_objects(const demand::Input& input, const ReadRules& rules) {
  Objects objects(rules);
  JsonValues values(input);
  std::string text;
  while (values.next(text)) {
    const config::JsonLimits limits{kJsonLines.line_bytes, config::JsonLimits{}.depth};
    objects.take({config::parse_json(text, input.name, limits, values.line_number()),
                  {input.name, "line " + std::to_string(values.line_number())}});
  }
  return objects.taken(input.name);
}

}  // namespace jacquard::serve
