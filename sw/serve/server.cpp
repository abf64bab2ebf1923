// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/server.hpp"

#include "jacquard/serve/cluster/replicas.hpp"

namespace jacquard::serve {

ServerRun serve(const EngineSettings& settings, int groups, StepClock& clock, Traffic& traffic,
                StepWatcher* watcher) {
  return serve_replicas(settings, groups, {&clock}, traffic, {watcher});
}

}  // namespace jacquard::serve
