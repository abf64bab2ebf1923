// SPDX-License-Identifier: Apache-2.0
// Training steps of the generator, run directly and as their exported folders.
#include <catch2/catch.hpp>

#include "jacquard/astra/export.hpp"
#include "jacquard/astra/faithful.hpp"
#include "jacquard/workload/job_of_program.hpp"
#include "support/folder.hpp"
#include "support/step_requests.hpp"
#include "unit/astra/exported.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using engine::Mode;
using topology::Block;

namespace {

struct Knobs {
  const char* model;
  int layers;
  const char* parallel;
};

// Of 64 NPUs.
constexpr Knobs kSettings[] = {
    {"gpt3-13b", 2, "dp=64"},
    {"gpt3-13b", 2, "dp=64,zero=1"},
    {"gpt3-13b", 2, "dp=64,zero=2"},
    {"gpt3-13b", 2, "dp=64,zero=3"},
    {"gpt3-13b", 2, "dp=16,tp=4,zero=3"},
    {"gpt3-13b", 2, "dp=16,tp=4,sequence_parallel=false"},
    {"gpt3-13b", 2, "dp=8,tp=4,cp=2,zero=1"},
    {"gpt3-175b", 4, "dp=4,tp=4,sp=4,zero=3"},
    {"gpt3-175b", 4, "dp=4,tp=4,sp=4,zero=3,prefetch=2,recompute=full"},
    {"gpt3-175b", 4, "dp=8,tp=8"},
    {"gpt3-13b", 4, "dp=32,pp=2,micro_batches=4"},
    {"gpt3-13b", 4, "dp=16,pp=4,micro_batches=4,schedule=gpipe"},
    {"gpt3-13b", 4, "dp=8,tp=2,pp=4,micro_batches=8"},
    {"gpt3-13b", 8, "dp=8,tp=2,pp=4,micro_batches=8,schedule=interleaved,virtual=2"},
    {"gpt3-13b", 4, "dp=4,tp=4,cp=2,pp=2,micro_batches=2,zero=1"},
    {"gpt3-13b", 4, "dp=4,tp=4,cp=2,pp=2,micro_batches=2,zero=2,recompute=selective"},
    {"gpt3-13b", 4, "dp=8,tp=4,pp=2,micro_batches=4,placement=pp:tp:dp"},
    {"llama3-8b", 2, "dp=8,tp=8,zero=3,placement=dp:tp"},
    {"mixtral-8x7b", 2, "dp=8,ep=8"},
    {"mixtral-8x7b", 2, "dp=4,tp=2,ep=8,zero=1"},
};

struct Step {
  Step(const Knobs& knobs, bool roofline)
      : fabric(astra::fabric_of({{Block::ring, 4, 187.5, 20},
                                 {Block::fully_connected, 8, 25, 700},
                                 {Block::switched, 2, 100, 1700}},
                                "test")) {
    const workload::StepProgram program =
        workload::training_program(request_of(knobs.model, knobs.layers, knobs.parallel, 128));
    std::vector<base::Picoseconds> times;
    for (const workload::ComputeWork& one : program.works) {
      times.push_back(base::Picoseconds{static_cast<std::int64_t>(amounts_of(one).flops / 300)});
    }
    work.job = workload::job_of(program, times);
    work.chunks = 2;
    work.algorithms.fill({{{collective::Method::ring},
                           {collective::Method::direct},
                           {collective::Method::halving_doubling}},
                          false});
    work.spread = collective::Spread::blueconnect;
    if (roofline) work.roofline = {base::FlopsPerSecond{3e14}, rules.local_memory_bandwidth};
  }

  engine::Scenario scenario(Mode mode) const {
    engine::Scenario all{work, fabric, rules, {}};
    all.mode = mode;
    return all;
  }

  engine::Rules rules;
  engine::job::JobWork work;
  topology::Fabric fabric;
};

}  // namespace

TEST_CASE("Twenty training steps take the same nanoseconds as their exported folders") {
  for (std::size_t i = 0; i < std::size(kSettings); ++i) {
    const Step step(kSettings[i], i % 2 == 0);
    const Folder folder;
    const std::string out = folder.path("step");
    astra::export_job(step.scenario(Mode::astra_unaware), out, astra::TraceFiles::of_npus);
    for (const Mode mode : {Mode::astra_unaware, Mode::astra_aware}) {
      CAPTURE(kSettings[i].model, kSettings[i].parallel, int(mode));
      CHECK(differences(out, step.scenario(mode)) == 0);
    }
  }
}
