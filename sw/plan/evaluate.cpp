// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/evaluate.hpp"

#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/plan/order.hpp"
#include "jacquard/plan/paper_memory.hpp"
#include "jacquard/plan/physical/evaluate.hpp"
#include "jacquard/plan/refusal.hpp"

namespace jacquard::plan {
namespace {

constexpr std::array<Shape, kShapes> kAllShapes = {Shape::bottom, Shape::attention, Shape::ffn,
                                                   Shape::top};

}  // namespace

struct Evaluator::State {
  explicit State(const Request& r) : request(r), prices(r), units(units_of(r.model, r.task)) {
    if (!r.physics.is_none()) physics.emplace(r);
  }

  Step step_of(const Strategy& strategy) const {
    const Model& model = request.model;
    const auto batch = static_cast<double>(request.batch());
    Step step{units, request.task, strategy, {}, {}, {}, {}, has_part(model, Part::mlp)};
    for (const Shape shape : kAllShapes) {
      if (layers_of(shape, model) == 0) continue;
      const Levels& levels = strategy.of(part_of(shape));
      LayerAmounts& amounts = base::at(step.amounts, static_cast<int>(shape));
      amounts = amounts_of(shape, model, levels, batch);
      base::at(step.prices, static_cast<int>(shape)) = priced(amounts, levels, prices);
    }
    const Levels& embedding = strategy.of(Part::embedding);
    step.embedding = embedding_amounts(model, embedding, batch);
    step.embedding_prices = priced(step.embedding, embedding, prices);
    return step;
  }

  const Request& request;
  Prices prices;
  std::vector<Unit> units;
  std::optional<physical::Evaluator> physics;  // with any departure from the paper's rules
  Strategy last;
  bool runs = false;  // the last one
};

Evaluator::Evaluator(const Request& request) : state_(std::make_unique<State>(request)) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;

Answer Evaluator::evaluate(const Strategy& strategy) {
  Answer answer;
  answer.refused = why_refused(state_->request, strategy);
  state_->last = strategy;
  state_->runs = answer.refused.empty();
  if (!state_->runs) return answer;
  if (state_->physics) {
    answer = state_->physics->evaluate(strategy);
    state_->runs = answer.refused.empty();
    return answer;
  }
  answer.times = run_paper(state_->step_of(strategy), nullptr);
  answer.memory = paper_memory(state_->request, strategy);
  answer.fits =
      answer.memory.total() <= static_cast<double>(state_->request.cluster.memory.count());
  return answer;
}

std::vector<Ran> Evaluator::timeline() const {
  std::vector<Ran> log;
  if (state_->runs && state_->physics) return state_->physics->timeline();
  if (state_->runs) run_paper(state_->step_of(state_->last), &log);
  return log;
}

}  // namespace jacquard::plan
