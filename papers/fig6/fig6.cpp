// SPDX-License-Identifier: Apache-2.0
#include "papers/fig6/fig6.hpp"

#include <algorithm>
#include <filesystem>

#include "jacquard/base/at.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/tool/cache_folder.hpp"
#include "jacquard/tool/file_lock.hpp"
#include "jacquard/tool/interrupt.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "papers/fig6/baselines.hpp"
#include "papers/tuner/tpe.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::studies::fig6 {
namespace {

using base::Picoseconds;
using config::Document;
using config::Json;

constexpr int kPorts = 16;
constexpr const char* kStudy = "fig6";
constexpr const char* kFile = "/fig6.jsonl";

TunerOptions tuner_options(const Options& o) {
  TunerOptions tuner;
  tuner.seed = o.seed;
  tuner.evaluations = o.evaluations;
  return tuner;
}

// What the tuner would propose after some fixed history: stands for how it works.
Json tuner_fingerprint(const Options& o) {
  TunerOptions tuner = tuner_options(o);
  std::vector<Evaluation> history;
  for (const double k : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) {
    history.push_back({UnitPoint(knobs().size(), k / 7), (k - 2) * (k - 2)});
  }
  tuner.random_start = static_cast<int>(history.size());
  return propose(knobs().size(), tuner, history);
}

Json identity_of(const Options& o) {
  Json space = Json::array();
  for (const Range& r : knobs()) space.push_back({r.name, r.low, r.high, r.logarithmic});
  Json identity = json_of(o);
  identity["knobs"] = space;
  identity["simulator"] = fingerprint();
  identity["tuner"] = tuner_fingerprint(o);
  return identity;
}

// `count` indices spread evenly over first .. first + of - 1.
std::vector<std::int64_t> spread(std::int64_t first, std::int64_t of, std::int64_t count) {
  std::vector<std::int64_t> indices;
  for (std::int64_t k = 0; k < count; ++k) indices.push_back(first + k * of / count);
  return indices;
}

Picoseconds mean(const std::vector<Document>& completions, std::size_t first, std::size_t count) {
  std::int64_t sum = 0;
  for (std::size_t k = first; k < first + count; ++k) sum += completions[k].get<std::int64_t>();
  return Picoseconds{sum / static_cast<std::int64_t>(count)};
}

// The stages in their order, each a list of jobs that the journal may have.
class Study {
 public:
  Study(const Options& options, tool::Journal& journal, int workers)
      : o_(options),
        journal_(journal),
        workers_(workers),
        training_(spread(o_.matrices, std::max(o_.matrices, o_.training), o_.training)) {
    constexpr double variants = 2 + 3;  // of the tuned fabric, and on_a_device()
    all_ = static_cast<double>(o_.evaluations) * o_.training / o_.training_part +
           static_cast<double>(o_.finalists) * o_.training + o_.matrices +
           o_.sample * (static_cast<double>(untuned().size()) + variants);
  }

  Results all() {
    Results results{o_, training_, finalists(tuner_history()), {}};
    const systemc::PacketConfig tuned = tuned_config(results.finalists.front().values);
    const auto everywhere = spread(0, o_.matrices, o_.matrices);
    const auto sample = spread(0, o_.matrices, o_.sample);
    const auto add = [&](Baseline baseline, const systemc::PacketConfig& config) {
      results.baselines.push_back(simulated(std::move(baseline), config));
    };
    add({"dcqcn-tuned", true, true, everywhere, {}}, tuned);
    for (const NamedFabric& fabric : untuned()) {
      add({fabric.name, true, true, sample, {}}, fabric.config);
    }
    add({"dcqcn-tuned, diagonal dropped", true, false, sample, {}}, tuned);
    systemc::PacketConfig bare = tuned;
    bare.header = base::Bytes{0};
    add({"dcqcn-tuned, no headers", false, true, sample, {}}, bare);
    for (const NamedFabric& fabric : on_a_device(tuned)) {
      add({fabric.name, true, true, sample, {}}, fabric.config);
    }
    return results;
  }

 private:
  std::vector<Document> stage(const std::string& name, std::int64_t first, std::int64_t count,
                              double work_of_job, const std::function<Json(std::int64_t)>& job) {
    tool::Cases cases;
    cases.what = kStudy;
    cases.workers = workers_;
    cases.count = count;
    cases.evaluate = [&](std::int64_t k) -> Document { return job(first + k); };
    cases.on_result = [&](std::int64_t, bool found, const Document&) {
      (found ? found_ : done_) += work_of_job;
      progress_.at(done_, all_ - found_, "at '" + name + "'");
    };
    return run_cases(cases, journal_, name, first);
  }

  Picoseconds completion(const systemc::PacketConfig& config, std::int64_t index,
                         const demand::DemandMatrix& bytes) const {
    return packet_completion(config, bytes, o_.seed + static_cast<std::uint64_t>(index));
  }

  Picoseconds mean_over_training(const UnitPoint& point) const {
    const systemc::PacketConfig config = tuned_config(values_at(knobs(), point));
    std::int64_t sum = 0;
    for (const std::int64_t index : training_) {
      sum += completion(config, index, part_of(matrix(o_, index), o_.training_part)).count();
    }
    return Picoseconds{sum / o_.training};
  }

  std::vector<Evaluation> tuner_history() {
    const double work = static_cast<double>(o_.training) / o_.training_part;
    return tune(knobs().size(), tuner_options(o_), [&](std::int64_t first, const auto& points) {
      const auto job = [&](std::int64_t e) -> Json {
        return mean_over_training(base::at(points, e - first)).count();
      };
      const auto count = static_cast<std::int64_t>(points.size());
      std::vector<double> losses;
      for (const Document& ps : stage("evaluation", first, count, work, job)) {
        losses.push_back(ps.get<double>());
      }
      return losses;
    });
  }

  std::vector<Finalist> finalists(const std::vector<Evaluation>& history) {
    const auto best = best_of(history, static_cast<std::size_t>(o_.finalists));
    const auto job = [&](std::int64_t k) -> Json {
      const std::int64_t index = base::at(training_, k % o_.training);
      const UnitPoint& point = history[base::at(best, k / o_.training)].point;
      return completion(tuned_config(values_at(knobs(), point)), index, matrix(o_, index)).count();
    };
    const auto count = static_cast<std::int64_t>(best.size()) * o_.training;
    const auto completions = stage("finalist", 0, count, 1, job);
    const auto each = static_cast<std::size_t>(o_.training);
    std::vector<Finalist> all;
    for (std::size_t k = 0; k < best.size(); ++k) {
      const Evaluation& e = history[best[k]];
      all.push_back({static_cast<std::int64_t>(best[k]), values_at(knobs(), e.point),
                     Picoseconds{e.loss}, mean(completions, k * each, each)});
    }
    std::stable_sort(all.begin(), all.end(), [](const Finalist& a, const Finalist& b) {
      return a.training_whole < b.training_whole;
    });
    return all;
  }

  Baseline simulated(Baseline b, const systemc::PacketConfig& config) {
    const auto job = [&](std::int64_t k) -> Json {
      const std::int64_t index = base::at(b.matrices, k);
      demand::DemandMatrix bytes = matrix(o_, index);
      if (!b.diagonal) bytes.drop_diagonal();
      return completion(config, index, bytes).count();
    };
    const auto count = static_cast<std::int64_t>(b.matrices.size());
    for (const Document& ps : stage(b.name, 0, count, 1, job)) {
      b.completions.emplace_back(ps.get<std::int64_t>());
    }
    return b;
  }

  const Options& o_;
  tool::Journal& journal_;
  int workers_;
  std::vector<std::int64_t> training_;
  // In whole matrices simulated: found in the journal, done in this run, of all.
  double found_ = 0;
  double done_ = 0;
  double all_ = 1;
  tool::Progress progress_{kStudy, "matrices"};
};

}  // namespace

Json json_of(const Options& o) {
  return {{"seed", o.seed},
          {"matrices", o.matrices},
          {"evaluations", o.evaluations},
          {"training", o.training},
          {"training_part", o.training_part},
          {"finalists", o.finalists},
          {"sample", o.sample},
          {"part", o.part}};
}

demand::DemandMatrix matrix(const Options& options, std::int64_t index) {
  const demand::DemandMatrix whole = demand::generate(
      demand::DemandClass::moe, kPorts, options.seed, static_cast<std::uint64_t>(index));
  return options.part == 1 ? whole : part_of(whole, options.part);
}

Results run(const Options& options, const std::string& folder, int workers) {
  const std::string path = folder + kFile;
  const tool::FileLock one_at_a_time(path + ".lock");
  tool::Journal journal(path, kStudy, identity_of(options));
  const tool::LastWords words([&path] {
    return "what is finished is kept in " + path + ": the same command goes on from there";
  });
  return Study(options, journal, workers).all();
}

std::optional<Results> recorded(const Options& options, const std::string& folder) {
  try {
    tool::Journal journal(folder + kFile, kStudy, identity_of(options), tool::JournalAccess::look);
    return Study(options, journal, 1).all();
  } catch (const tool::NotRecorded&) {
    return std::nullopt;
  }
}

std::string default_folder(const Options& options) {
  const std::string hash = base::fnv1a_hex(identity_of(options).dump());
  return std::filesystem::path(tool::cache_folder()) / "studies" / ("fig6-" + hash);
}

}  // namespace jacquard::studies::fig6
