// SPDX-License-Identifier: Apache-2.0
// A space and its points as programs outside write them: docs/search.md.
#pragma once

#include "jacquard/search/space.hpp"
#include "sim/search/session.hpp"

namespace jacquard::searching {

// Knobs with their values, the base, what is searched for, and how many points are feasible.
config::Document describe(const Session& session);

// {"dp": 64, "bandwidth": [50, 50]}, in which held knobs may be missing, or the index of each
// coordinate's value. Throws ConfigError at `place`.
search::Point read_point(const search::Space& space, const config::Json& json,
                         const config::Place& place);
// A list of at least one.
std::vector<search::Point> read_points(const search::Space& space, const config::Json& json,
                                       const config::Place& place);

// {"point": {...}, "indices": [...]}.
config::Document point_document(const search::Space& space, const search::Point& point);

// With what came of it: valid, reward, rewards, why_not, metrics.
config::Document outcome(const Session& session, const search::Evaluation& evaluation,
                         const search::Score& score);

// What a program may ask beside its own business: {"sample": n} gives n points, uniformly of the
// feasible ones, {"repair": [...]} the points made feasible. Nothing for another request. Throws
// ConfigError at `place`.
std::optional<config::Document> answer_about_points(const Session& session,
                                                    const config::Json& request, base::Rng& rng,
                                                    const config::Place& place);

}  // namespace jacquard::searching
