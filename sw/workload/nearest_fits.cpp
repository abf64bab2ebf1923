// SPDX-License-Identifier: Apache-2.0
// Which knobs would make a step fit.
#include <fmt/format.h>

#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/workload/step_memory.hpp"

namespace jacquard::workload {
namespace {

// A smallest change of one knob, or none where it cannot go further.
using Knob = std::optional<Parallelism> (*)(const StepRequest&);

std::optional<Parallelism> more_recomputation(const StepRequest& r) {
  Parallelism p = r.parallelism;
  if (p.recompute == Recompute::full) return std::nullopt;
  p.recompute = p.recomputes() == Recompute::none ? Recompute::selective : Recompute::full;
  return p;
}

std::optional<Parallelism> more_sharding(const StepRequest& r) {
  Parallelism p = r.parallelism;
  if (p.zero == 3 || p.replicas() * p.cp == 1) return std::nullopt;
  ++p.zero;
  return p;
}

std::optional<Parallelism> smaller_micro_batch(const StepRequest& r) {
  const int size = plan_of(r).micro_batch;
  if (size % 2 != 0) return std::nullopt;
  Parallelism p = r.parallelism;
  p.micro_batch = size / 2;
  p.micro_batches = 0;
  return p;
}

std::optional<Parallelism> from_replicas(const StepRequest& r, int Parallelism::*degree) {
  Parallelism p = r.parallelism;
  if (p.dp % 2 != 0) return std::nullopt;
  p.dp /= 2;
  p.*degree *= 2;
  p.stages.clear();
  return p;
}

std::optional<Parallelism> more_tensor(const StepRequest& r) {
  return from_replicas(r, &Parallelism::tp);
}
std::optional<Parallelism> more_stages(const StepRequest& r) {
  return from_replicas(r, &Parallelism::pp);
}
std::optional<Parallelism> more_context(const StepRequest& r) {
  return from_replicas(r, &Parallelism::cp);
}
std::optional<Parallelism> more_expert_parts(const StepRequest& r) {
  if (!r.model.has_experts()) return std::nullopt;
  return from_replicas(r, &Parallelism::ep);
}

constexpr Knob kKnobs[] = {more_sharding, smaller_micro_batch, more_recomputation, more_tensor,
                           more_stages,   more_expert_parts,   more_context};
constexpr int kMostChanges = 6;

// The knobs after the change, if they are valid at all.
std::optional<StepRequest> changed(const StepRequest& r, Knob knob) {
  try {
    const std::optional<Parallelism> change = knob(r);
    if (!change) return std::nullopt;
    StepRequest next = r;
    next.parallelism = *change;
    plan_of(next);
    return next;
  } catch (const base::ConfigError&) {
    return std::nullopt;  // a change that does not split the model or the batch
  }
}

struct Candidate {
  StepRequest request;
  std::size_t knob = 0;  // the last that was changed: later ones follow, so no pair comes twice
};

std::string gib(base::Bytes bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes.count()) / (1LL << 30));
}

}  // namespace

std::vector<Fit> nearest_fits(const StepRequest& request, base::Bytes limit) {
  std::vector<Candidate> level{{request, 0}};
  std::vector<Fit> fits;
  for (int changes = 0; changes < kMostChanges && fits.empty(); ++changes) {
    std::vector<Candidate> next;
    for (const Candidate& from : level) {
      for (std::size_t k = from.knob; k < std::size(kKnobs); ++k) {
        std::optional<StepRequest> to = changed(from.request, kKnobs[k]);
        if (!to) continue;
        const Memory memory = largest_memory(*to);
        if (memory.total() <= limit) fits.push_back({"", to->parallelism, memory});
        next.push_back({std::move(*to), k});
      }
    }
    level = std::move(next);
  }
  // A knob that was changed twice is said once, as it ends.
  for (Fit& fit : fits) fit.change = text_of_change(request.parallelism, fit.parallelism);
  return fits;
}

void require_fits(const StepRequest& request, base::Bytes limit) {
  const Memory m = largest_memory(request);
  if (m.total() <= limit) return;
  std::string hint;
  for (const Fit& fit : nearest_fits(request, limit)) {
    if (hint.size() > 160) break;
    hint += fmt::format("{}{} ({})", hint.empty() ? "would fit: " : " or ", fit.change,
                        gib(fit.memory.total()));
  }
  if (hint.empty()) {
    hint = "no change of knobs on so many NPUs fits";
    if (request.sequence == 0) {
      hint += fmt::format("; sequences have the model's {} tokens, --sequence takes fewer",
                          request.tokens());
    }
  }
  const std::string parts = fmt::format(
      "weights {}, gradients {}, optimizer {}, activations {}, KV {}, buffers {}", gib(m.weights),
      gib(m.gradients), gib(m.optimizer), gib(m.activations), gib(m.kv), gib(m.buffers));
  request.place.fail(fmt::format("a step within {}", gib(limit)), gib(m.total()),
                     parts + "; " + hint);
}

}  // namespace jacquard::workload
