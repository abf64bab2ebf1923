// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/plan/layers/refuse_idle.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/uneven_stages.hpp"
#include "sim/plan/knobs/fewest.hpp"
#include "sim/plan/knobs/launch.hpp"
#include "sim/plan/knobs/next.hpp"
#include "sim/plan/knobs/page.hpp"
#include "sim/plan/knobs/resolve.hpp"
#include "sim/tool/progress.hpp"
#include "sim/train/step_report.hpp"
#include "systemc/plan/knobs/front.hpp"
#include "systemc/plan/knobs/space.hpp"
#include "systemc/train/changes.hpp"
#include "systemc/train/usual_batch.hpp"

namespace jacquard::knobs {
namespace {

using report::Printed;

constexpr std::size_t kMostRows = 50'000;  // of settings, under --json
constexpr std::size_t kShown = 20;         // of these, in tables

std::string joined(const std::vector<int>& values) {
  return fmt::format("{}", fmt::join(values, ":"));
}

std::string text_of(const Ranges& r) {
  std::string text = fmt::format("tp={} cp={} ep={} pp={}", joined(r.tp), joined(r.cp),
                                 joined(r.ep), joined(r.pp));
  if (!r.dp.empty()) text += " dp=" + joined(r.dp);
  if (!r.virtual_stages.empty()) text += " virtual_stages=" + joined(r.virtual_stages);
  text += " zero=" + joined(r.zero);
  if (r.staged_zero != r.zero) text += fmt::format(" ({} with stages)", joined(r.staged_zero));
  if (!r.micro_batch.empty()) text += " micro_batch=" + joined(r.micro_batch);
  text += fmt::format(" recompute: {}", r.recompute.size());
  if (r.async_tp) text += " async_tp";
  return r.fold.size() > 1 ? text + fmt::format(" fold: {}", r.fold.size()) : text;
}

class Plan {
 public:
  explicit Plan(const Options& options)
      : o_(options),
        problem_(resolve(options)),
        result_("plan", options.seed, train::train_fields().show(problem_.config)),
        progress_("plan", "settings") {}

  Answer take() {
    planner::refuse_idle({o_.strategy, o_.pareto, o_.deadline, o_.fewest});
    planner::refuse_beside(!o_.launch.empty(), "--launch", o_.launch, o_.fewest,
                           "nothing beside --fewest in plans by knobs");
    if (!o_.launch.empty()) launch::framework_of(o_.launch);
    if (!o_.pareto.empty()) require_front_figures(o_.pareto);
    if (o_.fewest) return fewest();
    npus_ = npus_of(problem_);
    ranges_ = ranges_of(problem_, npus_);
    if (!o_.within.empty()) restrict_to(o_.within, "--within", ranges_);
    if (!o_.strategy.empty()) read_strategy();
    search_space();
    add_space();
    add_settings();
    if (!o_.pareto.empty()) add_front();
    write_files();
    const Setting* setting = chosen();
    if (setting != nullptr) add_next(*setting);
    if (problem_.usual_batch) {
      sentence_ += "\n" + train::sentence_of_usual_batch(problem_.config.batch);
    }
    if (!o_.launch.empty() && !launch_) {
      throw base::ConfigError({"--launch", "", "a setting that runs", "none", ""});
    }
    return {std::move(result_), sentence_, true, launch_};
  }

 private:
  OnProgress progress() {
    return [this](double done, double all, const char* part) { progress_.at(done, all, part); };
  }

  void read_strategy() {
    workload::Parallelism p = workload::parse_parallelism(o_.strategy, "--strategy");
    if (o_.strategy.find("async_tp") == std::string::npos) {
      p.async_tp = ranges_.async_tp && p.tp > 1 && p.sequence_parallel;
    }
    deal_out(p);
    train::TrainConfig config = problem_.config;
    config.parallel = p;
    train::JobPlaces places = problem_.places;
    places.given_by("parallel", "--strategy");
    const train::Step step = train::without_program(config, places);  // throws where it cannot run
    p.micro_batch = step.plan.micro_batch;
    p.micro_batches = 0;
    given_ = evaluate(without_limit(), p);
    given_fits_ = evaluate(problem_, p).verdict != Verdict::too_big;
  }

  // Layers that the given stages do not divide, as the space has them.
  void deal_out(workload::Parallelism& p) const {
    const int layers = problem_.config.model.layers;
    const std::int64_t parts = std::int64_t{p.pp} * p.virtual_stages;
    if (p.pp == 1 || !p.stages.empty() || p.uneven != workload::Uneven::no) return;
    if (layers % parts == 0 || parts > layers) return;
    if ((layers + 2) % parts == 0) {
      p.uneven = workload::Uneven::edges;
    } else {
      p.stages = workload::uneven_stages(layers, static_cast<int>(parts));
    }
  }

  Problem without_limit() const {
    Problem problem = problem_;
    problem.memory = base::Bytes{std::numeric_limits<std::int64_t>::max()};
    problem.margin = 0;
    return problem;
  }

  void search_space() {
    Wanted wanted;
    wanted.best = static_cast<std::size_t>(o_.top);
    if (given_) wanted.faster_than = given_->time;
    found_ = search(problem_, all_settings(problem_, ranges_, npus_), wanted, progress());
    list_ = found_.order;
    for (const Verdict verdict : {Verdict::too_big, Verdict::refused}) {
      for (std::size_t i = 0; i < found_.settings.size(); ++i) {
        if (found_.settings[i].verdict == verdict) list_.push_back(i);
      }
    }
    JQ_CHECK(list_.size() == found_.settings.size(), "every setting has one row");
  }

  void add_space() {
    const Count count = count_of(problem_, ranges_, npus_);
    SpaceRow row;
    row.model = problem_.config.model.name;
    row.npus = npus_;
    row.batch = problem_.config.batch;
    row.sequence = tokens_of(problem_.config);
    row.degrees = count.degrees;
    row.counted = count.settings;
    row.settings = static_cast<std::int64_t>(found_.settings.size());
    JQ_CHECK(row.counted == row.settings, "the list of settings is as long as its product formula");
    row.listed = static_cast<std::int64_t>(std::min(list_.size(), kMostRows));
    row.refused = found_.refused;
    row.too_big = found_.too_big;
    row.bounded = found_.bounded;
    row.timed = found_.timed;
    row.exact = found_.exact;
    if (found_.limit.count() > 0) row.limit = found_.limit;
    row.margin = problem_.margin;
    row.knobs = text_of(ranges_);
    if (given_ && given_->time && given_fits_) {
      row.rank_at_least = row.rank_at_most = 1;
      for (const std::size_t i : found_.order) {
        const Setting& s = found_.settings[i];
        if (s.time && *s.time < *given_->time) ++*row.rank_at_least;
        if ((s.time ? *s.time : s.bound) < *given_->time) ++*row.rank_at_most;
      }
    }
    result_.add(space_metrics()(row));
  }

  // `row`: of the chosen setting.
  std::string sentence_of(const KnobsRow& row) const {
    std::string text = fmt::format(
        "{} {} on {} NPUs: {} a step, {} MFU", workload::text_of(row.parallel),
        given_ ? "is run"
               : fmt::format("is the fastest of {} settings",
                             report::grouped(static_cast<std::int64_t>(found_.settings.size()))),
        npus_, report::time_text(*row.time), report::percent(row.mfu.value_or(0)));
    if (row.memory)
      text += fmt::format(", {} of memory each", report::size_text(row.memory->total()));
    if (const auto days = row.days()) text += fmt::format(", {:.3g} days", *days);
    if (row.fits == false) text += ", which does not fit";
    return text + ".";
  }

  KnobsRow row_of(const Setting& s) const {
    KnobsRow row;
    row.parallel = s.parallel;
    row.npus = s.parallel.npus();
    row.refused = s.reason;
    row.money = problem_.money;
    const train::TrainConfig& config = problem_.config;
    row.tokens = static_cast<double>(config.batch) * tokens_of(config);
    if (s.verdict == Verdict::refused) return row;
    row.micro_batches = config.batch / s.parallel.replicas() / std::max(1, s.parallel.micro_batch);
    row.memory = s.memory;
    row.fits = s.verdict != Verdict::too_big;
    if (s.bound.count() > 0) row.bound = s.bound;
    if (!s.time) return row;
    row.time = s.time;
    const double seconds = base::to_seconds(*s.time).count();
    row.tokens_per_s = row.tokens / seconds;
    const train::Npu npu = train::npu_of(config.system, problem_.places.of("system"));
    const double flops =
        workload::training_flops(config.model, row.tokens, tokens_of(config)) / row.npus;
    row.mfu = flops / seconds / train::peak_of(npu, config.type).count();
    return row;
  }

  // With what NPUs did in the meantime.
  KnobsRow detailed(const Setting& s) const {
    KnobsRow row = row_of(s);
    if (!s.time) return row;
    const train::Step step = step_of(s);
    const train::StepRow whole = train::step_row(step, train::run_step(step));
    const auto share = [&](base::Picoseconds part) {
      return static_cast<double>(part.count()) / static_cast<double>(whole.time.count());
    };
    row.compute = share(whole.shares.compute);
    row.exposed = share(whole.shares.exposed);
    row.bubble = share(whole.shares.bubble);
    return row;
  }

  train::Step step_of(const Setting& s) const {
    train::TrainConfig config = problem_.config;
    config.parallel = s.parallel;
    config.ignore_memory = true;
    return train::prepare(config, problem_.places);
  }

  void add_settings() {
    if (given_) {
      KnobsRow row = detailed(*given_);
      row.fits = given_fits_;
      result_.add(knobs_metrics()(row));
      if (!given_fits_) add_too_big(*given_, "the given setting does not fit:");
    }
    const std::size_t shown_rows =
        o_.top > 0 ? std::min<std::size_t>(kShown, static_cast<std::size_t>(o_.top)) : kShown;
    for (std::size_t place = 0; place < std::min(list_.size(), kMostRows); ++place) {
      const Setting& s = found_.settings[list_[place]];
      const bool shown = place < shown_rows && rank_at(place);
      KnobsRow row = shown ? detailed(s) : row_of(s);
      row.rank = rank_at(place);
      Printed printed = knobs_metrics()(row);
      if (!shown || given_) printed.cells = nullptr;
      result_.add(std::move(printed));
    }
  }

  // Of a place in the list, where that is sure.
  std::optional<int> rank_at(std::size_t place) const {
    const int rank = static_cast<int>(place) + 1;
    return rank <= found_.exact ? std::optional(rank) : std::nullopt;
  }

  void add_front() {
    front_ = front_of(problem_, found_, progress());
    for (const std::size_t i : front_) result_.add(front_metrics()(front_row(i)));
  }

  KnobsRow front_row(std::size_t setting) const {
    KnobsRow row = row_of(found_.settings[setting]);
    const auto place = std::find(list_.begin(), list_.end(), setting) - list_.begin();
    row.rank = rank_at(static_cast<std::size_t>(place));
    return row;
  }

  void write_files() const {
    if (o_.out.empty()) return;
    std::string all = knobs_metrics().csv_heading();
    for (std::size_t place = 0; place < list_.size(); ++place) {
      KnobsRow row = row_of(found_.settings[list_[place]]);
      row.rank = rank_at(place);
      all += knobs_metrics().csv_line(row);
    }
    base::write_file(o_.out + "/all.csv", all);
    if (front_.empty()) return;
    std::string csv = front_metrics().csv_heading();
    for (const std::size_t i : front_) csv += front_metrics().csv_line(front_row(i));
    base::write_file(o_.out + "/front.csv", csv);
  }

  // What the rest of the answer is about: the given setting, else the best.
  const Setting* chosen() {
    if (given_) return given_->time ? &*given_ : nullptr;
    if (!found_.order.empty() && found_.exact > 0) return &found_.settings[found_.order.front()];
    add_why_nothing();
    return nullptr;
  }

  void add_why_nothing() {
    const Setting* smallest = nullptr;
    for (const Setting& s : found_.settings) {
      if (s.verdict != Verdict::too_big) continue;
      if (smallest == nullptr || s.memory.total() < smallest->memory.total()) smallest = &s;
    }
    sentence_ = fmt::format("No setting of {} can run on {} NPUs: the last table says why.",
                            problem_.config.model.name, npus_);
    if (smallest != nullptr) return add_too_big(*smallest, "no setting fits: the smallest,");
    const std::string why =
        found_.settings.empty() ? "the ranges are empty" : found_.settings.front().reason;
    result_.add(advice_metrics()({"memory", "no setting can run: " + why}));
  }

  void add_too_big(const Setting& s, const char* which) {
    const double share = 1 + problem_.margin;
    result_.add(advice_metrics()(
        {"memory",
         fmt::format("{} {}, needs {:.2f} GB of {:.2f} GB{}", which, workload::text_of(s.parallel),
                     static_cast<double>(s.memory.total().count()) * 1e-9 * share,
                     static_cast<double>(found_.limit.count()) * 1e-9,
                     share > 1 ? ", its margin included" : "")}));
  }

  void add_next(const Setting& setting) {
    const train::Step step = step_of(setting);
    KnobsRow row = detailed(setting);
    if (given_) row.fits = given_fits_;
    sentence_ = sentence_of(row);
    const auto changes = train::changes_of(step, *setting.time);
    const auto resources = resources_of(step);
    const auto turns = turns_of(problem_, setting);
    add_advice(row, changes, resources, turns);
    for (const auto& change : changes) result_.add(train::change_metrics()(change));
    for (const auto& resource : resources) result_.add(resource_metrics()(resource));
    for (const auto& turn : turns) result_.add(turn_metrics()(turn));
    add_launch(step.config);
    write_page(row, step);
  }

  // Of --launch alone, as its file is printed; else Megatron-LM's, and torchtitan's under --json.
  void add_launch(const train::TrainConfig& config) {
    const bool asked = !o_.launch.empty();
    page_.launch = asked ? asked_launch_row(config, o_.launch)
                         : launch_row(config, launch::Framework::megatron);
    if (asked) launch_ = page_.launch;
    const LaunchRow hidden =
        asked ? page_.launch : launch_row(config, launch::Framework::torchtitan);
    if (!asked) result_.add(launch_metrics()(page_.launch));
    Printed printed = launch_metrics()(hidden);
    printed.cells = nullptr;
    result_.add(std::move(printed));
  }

  void write_page(const KnobsRow& row, const train::Step& step) {
    if (o_.out.empty()) return;
    const auto point = [](const KnobsRow& of) {
      return std::pair{static_cast<double>(of.memory->total().count()) * 1e-9,
                       of.tokens_per_s.value_or(0)};
    };
    page_.system = o_.system;
    for (const Setting& s : found_.settings) {
      if (s.time) page_.timed.push_back(point(row_of(s)));
    }
    for (const std::size_t i : front_) page_.front.push_back(point(front_row(i)));
    base::write_file(o_.out + "/plan.html", knobs_page(page_, row, step));
  }

  // In words.
  void advise(const char* about, const std::string& words) {
    result_.add(advice_metrics()({about, words}));
    page_.advice.push_back(words);
  }

  void add_advice(const KnobsRow& row, const std::vector<train::ChangeRow>& changes,
                  const std::vector<ResourceRow>& resources, const std::vector<TurnRow>& turns) {
    std::string limit = fmt::format(
        "computing takes {:.1f} % of the time, exposed communication {:.1f} %, bubbles {:.1f} %",
        100 * *row.compute, 100 * *row.exposed, 100 * *row.bubble);
    if (!changes.empty()) {
      limit += fmt::format("; if {} the step would be {:.1f} % shorter", changes.front().change,
                           100 * changes.front().gain);
    }
    advise("limit", limit);
    if (!turns.empty() && turns.front().gain && *turns.front().gain > 0) {
      advise("turn", fmt::format("{} saves {:.2f} % of the time", turns.front().turn,
                                 100 * *turns.front().gain));
    } else {
      advise("turn", "no single knob that fits saves time");
    }
    if (!resources.empty()) {
      const ResourceRow& first = resources.front();
      advise("buy", fmt::format("{}: 1 % more gives {:.2f} % more throughput, twice as much saves "
                                "{:.1f} % of the time",
                                first.resource, first.elasticity, 100 * first.gain));
    }
  }

  Answer fewest() {
    const std::vector<DevicesRow> rows = fewest_devices(problem_, o_, progress());
    for (const DevicesRow& row : rows) result_.add(devices_metrics()(row));
    return {std::move(result_), words_of(rows, problem_, o_), rows.back().meets};
  }

  const Options& o_;
  Problem problem_;
  report::Result result_;
  tool::Progress progress_;
  int npus_ = 0;
  Ranges ranges_;
  Found found_;
  std::optional<Setting> given_;
  bool given_fits_ = false;
  std::vector<std::size_t> list_;  // of all settings: ranked, too big, refused
  std::vector<std::size_t> front_;
  PageParts page_;
  std::optional<LaunchRow> launch_;
  std::string sentence_;
};

}  // namespace

Answer plan(const Options& options) { return Plan(options).take(); }

}  // namespace jacquard::knobs
