// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/slo.hpp"

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::serve {
namespace {

const config::Place kPlace{"--slo", ""};
constexpr const char* kExpected = "limits such as \"ttft=2 s,tpot=50 ms,e2e=60 s,p=0.9\"";

std::string trimmed(std::string text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

bool Slo::kept_by(const RequestRecord& record) const {
  return (!ttft || record.ttft() <= *ttft) && (!tpot || record.tpot() <= *tpot) &&
         (!e2e || record.e2e() <= *e2e);
}

double Slo::kept(const std::vector<RequestRecord>& records) const {
  if (records.empty()) return 1;
  const auto good = std::count_if(records.begin(), records.end(),
                                  [this](const RequestRecord& r) { return kept_by(r); });
  return static_cast<double>(good) / static_cast<double>(records.size());
}

Slo parse_slo(const std::string& text) {
  Slo slo;
  for (const std::string& item : base::comma_list(text)) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos) kPlace.fail(kExpected, "\"" + item + "\"");
    const std::string key = trimmed(item.substr(0, equals));
    const std::string value = trimmed(item.substr(equals + 1));
    const auto limit = [&](const std::optional<base::Picoseconds>& earlier) {
      if (earlier) (kPlace / key).fail("one limit of its kind", "two");
      const auto time = config::parse_quantity<base::Picoseconds>(value, kPlace / key);
      if (time.count() == 0) (kPlace / key).fail("a time above 0", value);
      return time;
    };
    if (key == "ttft") {
      slo.ttft = limit(slo.ttft);
    } else if (key == "tpot") {
      slo.tpot = limit(slo.tpot);
    } else if (key == "e2e") {
      slo.e2e = limit(slo.e2e);
    } else if (key == "p") {
      const auto share = base::parse_number<double>(value);
      if (!share || !(*share > 0) || *share > 1) {
        (kPlace / key).fail("a share above 0 and at most 1, such as 0.9", value);
      }
      slo.share = *share;
    } else {
      kPlace.fail(kExpected, "\"" + item + "\"");
    }
  }
  if (!slo.ttft && !slo.tpot && !slo.e2e) kPlace.fail(kExpected, "\"" + text + "\"");
  return slo;
}

}  // namespace jacquard::serve
