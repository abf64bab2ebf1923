// SPDX-License-Identifier: Apache-2.0
// Section 3: what the models themselves ask for, and how much of their communication is hidden.
#include "papers/madmax/claims.hpp"
#include "papers/madmax/setting.hpp"
#include "papers/madmax/sizes.hpp"

namespace jacquard::studies::madmax {
namespace {

using plan::Physics;
using plan::TaskKind;
using Value = std::optional<double>;
using Is = Claim::Is;

Sizes sizes(const char* model) { return sizes_of(request_of(model, "a100-2048").model); }

// Share of the communication of Table 1's plan that runs beside computation.
Value overlapped(const char* model, const char* cluster, const char* strategy, Physics physics) {
  const plan::Answer answer =
      answer_of(request_of(model, cluster, TaskKind::pretrain, physics), strategy);
  if (!answer.refused.empty()) return std::nullopt;
  return 1 - answer.times.exposed_fraction();
}

Value dlrm_overlapped(Physics physics) {
  return overlapped("dlrm-a", "zionex-128", "mlp=ddp emb=mp", physics);
}
Value llm_overlapped(Physics physics) {
  return overlapped("llama-65b", "a100-2048", "transformer=fsdp,ddp emb=ddp", physics);
}

}  // namespace

std::vector<Claim> claims_on_models() {
  return {
      {"o1.parameters",
       "O1",
       "Recommendation models have twice an LLM's parameters or more.",
       "DLRM-B's over GPT-3's",
       {},
       Is::above,
       1.5,
       [](Physics) { return sizes("dlrm-b").parameters / sizes("gpt-3").parameters; }},
      {"o2.look_ups",
       "O2",
       "They need more than 20 times the memory bandwidth for look-ups.",
       "bytes of a DLRM-B sample over those of a GPT-3 token",
       {},
       Is::above,
       20,
       [](Physics) { return sizes("dlrm-b").lookup_bytes / sizes("gpt-3").lookup_bytes; }},
      {"o2.flops",
       "O2",
       "They need fewer FLOPs a sample.",
       "DLRM-A's over GPT-3's",
       {},
       Is::below,
       1,
       [](Physics) { return sizes("dlrm-a").flops / sizes("gpt-3").flops; }},
      {"o4.llm",
       "O4, Fig. 4",
       "LLMs hide more of their communication than DLRMs.",
       "share hidden of LLaMA's over DLRM-A's, by Table 1's plans",
       {},
       Is::above,
       1,
       [](Physics p) -> Value {
         const Value llm = llm_overlapped(p), dlrm = dlrm_overlapped(p);
         if (!llm || !dlrm || *dlrm <= 0) return std::nullopt;
         return *llm / *dlrm;
       }},
      {"o4.dlrm",
       "O4, Fig. 4",
       "DLRMs expose half of their communication or more.",
       "share exposed, DLRM-A",
       {},
       Is::above,
       0.5,
       [](Physics p) -> Value {
         const Value hidden = dlrm_overlapped(p);
         return hidden ? Value(1 - *hidden) : std::nullopt;
       }},
  };
}

}  // namespace jacquard::studies::madmax
