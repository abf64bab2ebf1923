// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/measured_errors.hpp"

#include <fmt/format.h>

#include "jacquard/base/data_path.hpp"
#include "jacquard/demand/csv.hpp"

namespace jacquard::serve {
namespace {

constexpr const char* kShipped = "configs/measured/serving_errors.csv";

// As tables call engines, and people.
struct Engine {
  cost::Software software;
  const char* word;
  const char* name;
};
constexpr Engine kEngines[] = {{cost::Software::vllm, "vllm", "vLLM"},
                               {cost::Software::sglang, "sglang", "SGLang"},
                               {cost::Software::trtllm, "trtllm", "TensorRT-LLM"}};

std::string words_of(const std::string& type) {
  if (type == "dense") return "a dense model";
  if (type == "latent") return "experts behind latent attention";
  return type == "wide" ? "experts in 32 parts or more" : "a model with experts";
}

// What the deployment does that no measured loop did.
std::string unlike_any(const Deployment& d) {
  if (d.expert_npus > 0) return "attention and experts apart";
  if (d.drafts.tokens > 0) return "drafts";
  if (d.eager) return "eager steps";
  if (!d.beyond.empty()) return "memory behind the NPUs'";
  return d.law == systems::Law::links ? "collectives by the law of links" : "";
}

}  // namespace

std::string type_of(const Deployment& d) {
  constexpr int kWide = 32;
  if (!d.model.has_experts()) return "dense";
  if (expert_ep_of(d) >= kWide) return "wide";
  return d.model.is_latent() ? "latent" : "experts";
}

std::vector<MeasuredErrors> read_measured_errors(const std::string& path) {
  std::vector<MeasuredErrors> all;
  demand::read_csv(
      path, {"system", "mode", "type", "backend", "quantity", "rows", "p90_error", "most_npus"},
      [&](const demand::CsvRow& row) {
        if (row.text("mode") != "agg" || row.text("quantity") == "throughput") return;
        MeasuredErrors e;
        e.system = row.text("system");
        e.type = row.text("type");
        e.backend = row.text("backend");
        e.quantity = row.text("quantity");
        e.rows = static_cast<std::int64_t>(row.number("rows"));
        e.p90 = row.number("p90_error");
        e.most_npus = static_cast<int>(row.number("most_npus"));
        all.push_back(std::move(e));
      });
  return all;
}

const std::vector<MeasuredErrors>& shipped_errors() {
  static const std::vector<MeasuredErrors> errors = read_measured_errors(base::data_path(kShipped));
  return errors;
}

Trust trust_in(const Deployment& d, const std::string& unlike,
               const std::vector<MeasuredErrors>& errors) {
  Trust trust;
  const std::string type = type_of(d);
  const Engine* engine = nullptr;
  for (const Engine& known : kEngines) {
    if (known.software == d.software) engine = &known;
  }
  const auto extrapolated = [&](const std::string& what) {
    trust = {};
    trust.why = what;
    return trust;
  };
  if (!unlike.empty()) return extrapolated(unlike);
  if (const std::string other = unlike_any(d); !other.empty()) return extrapolated(other);
  if (engine == nullptr) return extrapolated("kernels of no engine");
  int most_npus = 0;
  for (const MeasuredErrors& e : errors) {
    if (e.system != d.device.name || e.type != type || e.backend != engine->word) continue;
    (e.quantity == "ttft" ? trust.ttft : trust.tpot) = e.p90;
    trust.rows = std::max(trust.rows, e.rows);
    most_npus = std::max(most_npus, e.most_npus);
  }
  const std::string who =
      fmt::format("{} by {} on {}", words_of(type), engine->name, d.device.name);
  if (trust.rows == 0) return extrapolated(who);
  if (d.npus() > most_npus) {
    return extrapolated(fmt::format("{} with more than {} NPUs", who, most_npus));
  }
  trust.why = who;
  return trust;
}

std::string Trust::text() const {
  if (rows == 0) return fmt::format("Extrapolated: no measured loop that ships has {}.", why);
  return fmt::format(
      "Of {} measured loops of {}, nine of ten were within {:.0f} % in the time per token, and "
      "within {:.0f} % to the first token.",
      rows, why, 100 * tpot, 100 * ttft);
}

}  // namespace jacquard::serve
