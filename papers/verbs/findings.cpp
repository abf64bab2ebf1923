// SPDX-License-Identifier: Apache-2.0
// jacquard study findings.
#include "papers/madmax/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "papers/madmax/findings_page.hpp"
#include "papers/madmax/published_runs.hpp"
#include "papers/madmax/ranks.hpp"
#include "papers/madmax/volumes.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/rows.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

namespace madmax = studies::madmax;

struct Options {
  std::string only;
};

std::vector<madmax::Finding> chosen(const std::string& only) {
  std::vector<madmax::Finding> all;
  std::vector<std::string> names;
  for (madmax::Claim& claim : madmax::all_claims()) {
    names.push_back(claim.id);
    if (claim.id.rfind(only, 0) == 0) all.push_back({std::move(claim), {}, {}, {}});
  }
  if (all.empty()) base::throw_unknown_name("--only", "a finding or its beginning", only, names);
  return all;
}

std::vector<madmax::Ranks> all_ranks() {
  std::vector<madmax::Ranks> all;
  for (const plan::TaskKind task : {plan::TaskKind::pretrain, plan::TaskKind::inference}) {
    for (const madmax::Subject& subject : madmax::fig8_models()) {
      all.push_back({});
      all.back().model = subject.model;
      all.back().cluster = subject.cluster;
      all.back().task = task;
    }
  }
  return all;
}

int run_study(const Options& o, const Common& common) {
  std::vector<madmax::Finding> findings = chosen(o.only);
  std::vector<madmax::Ranks> ranks = o.only.empty() ? all_ranks() : std::vector<madmax::Ranks>();
  const auto asked = static_cast<std::int64_t>(findings.size()) * madmax::kVariants;
  const auto count = asked + static_cast<std::int64_t>(ranks.size());
  std::vector<std::optional<double>> values(static_cast<std::size_t>(asked));
  std::atomic<std::int64_t> done{0};
  tool::Progress progress("findings", "questions");
  tool::run_in_threads(count, common.threads, [&](std::int64_t index) {
    const auto i = static_cast<std::size_t>(index);
    if (index < asked) {
      const madmax::Finding& f = findings[i / madmax::kVariants];
      values[i] = f.claim.value(madmax::variant(static_cast<int>(index % madmax::kVariants)));
    } else {
      madmax::Ranks& r = ranks[static_cast<std::size_t>(index - asked)];
      r = madmax::ranks_of({r.model, r.cluster}, r.task);
    }
    progress.at(static_cast<double>(++done), static_cast<double>(count), "of the rules' variants");
  });
  for (std::size_t i = 0; i < values.size(); ++i) {
    madmax::put(findings[i / madmax::kVariants], static_cast<int>(i % madmax::kVariants),
                values[i]);
  }
  report::Result result("study", common.seed, {{"study", "findings"}, {"only", o.only}});
  for (const madmax::Finding& f : findings) result.add(madmax::finding_metrics()(f));
  for (const madmax::Ranks& r : ranks) result.add(madmax::ranks_metrics()(r));
  std::vector<madmax::ExchangeVolume> volumes;
  std::vector<madmax::PublishedRun> runs;
  if (o.only.empty()) {
    volumes = madmax::exchange_volumes();
    runs = madmax::zero3_runs();
  }
  for (const madmax::ExchangeVolume& v : volumes) result.add(madmax::volume_metrics()(v));
  for (const madmax::PublishedRun& r : runs) result.add(madmax::published_run_metrics()(r));
  if (!common.out.empty()) {
    write_result(result, common, "findings");
    base::write_file(common.out + "/findings.md", madmax::markdown(findings, ranks, volumes, runs));
    base::write_file(common.out + "/findings.svg", madmax::picture(findings));
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--only", o->only, "A finding, or the beginning of some: insight3");
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command findings_study() {
  return {"findings",
          "Which of MAD-Max's conclusions hold physically, and which departure decides",
          "  jacquard study findings --out findings/\n"
          "  jacquard study findings --only insight3 --json",
          setup,
          false,
          true,
          [] {
            return std::vector{madmax::finding_metrics().kind(), madmax::ranks_metrics().kind(),
                               madmax::volume_metrics().kind(),
                               madmax::published_run_metrics().kind()};
          },
          {{"finding", "physical", "figure of the finding", {"finding"}}}};
}

}  // namespace jacquard::cli
