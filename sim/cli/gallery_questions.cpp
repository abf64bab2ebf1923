// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/gallery_questions.hpp"

namespace jacquard::cli {

const std::vector<GalleryQuestion>& gallery_questions() {
  static const std::vector<GalleryQuestion> all = {
      {"scheduler", "Which scheduler sends my traffic in the least time?",
       "jacquard schedule --demand moe:16 --bits 8 --guard '1 us'"},
      {"guard", "What does a slower switch cost?",
       "jacquard simulate moe_alltoall --fabrics circuit --set traffic.count=1 "
       "--set 'traffic.demands=[\"moe:16\"]' --sweep circuit.guard='10 ns,1 us,100 us'"},
      {"advice", "Up to which guard time do circuits stay near the bound of packets?",
       "jacquard advise --demand moe:16", 1},
      {"collective", "How long is a 1 GB all-reduce on 64 GPUs, by which algorithm?",
       "jacquard collective --system dgx_h100_8x8 --algorithm all --bytes '1 GB'", 1},
      {"step", "Where does a training step of Llama 3 405B on 16,384 GPUs go?",
       "jacquard train llama3_405b_16384", 1},
      {"plan", "Which parallelism fits eight GPUs?",
       "jacquard plan llama3-8b --system dgx_h100_8 --batch 32 --top 5 --pareto memory,throughput"},
      {"server", "What rate can eight H200 serve Llama 3 70B at?",
       "jacquard serve llama3-70b --system 8xh200"},
      {"search", "Which cluster is best for its bandwidth?",
       "jacquard search cosmic_system2 --agent nsga2 --reward perf_per_bw,time --knobs workload "
       "--budget 256"},
      {"fidelity", "How much does the level of detail matter?", "jacquard ladder mixtral_64"},
      {"verilog", "Does the Verilog decide as the model does?",
       "jacquard verify --core ladder --ports 16 --cases 20"},
  };
  return all;
}

const report::MetricTable<GalleryRow>& gallery_metrics() {
  using T = GalleryRow;
  using M = report::Metric<T>;
  using report::Unit;
  static const report::MetricTable<T> table(
      "", "A question of the gallery.",
      {M(
           "name", Unit::text, [](const T& t) { return std::string(t.of.name); },
           "Its folder under --out.", "name"),
       M(
           "question", Unit::text, [](const T& t) { return std::string(t.of.question); },
           "The question.", "question"),
       M(
           "command_line", Unit::text, [](const T& t) { return std::string(t.of.command); },
           "The command that answers it."),
       M("answer", Unit::text, &T::sentence, "The line of the command's answer that answers it.",
         "answer")});
  return table;
}

}  // namespace jacquard::cli
