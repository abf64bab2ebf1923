// SPDX-License-Identifier: Apache-2.0
// What a layer is made of: a mixer of tokens, then a feed-forward part.
#pragma once

#include <cstdint>

namespace jacquard::workload {

// What a token sees of the tokens before it.
//   attention  all of them
//   window     the last Model::window
//   chunk      those in its own chunk of Model::window (Llama 4)
//   linear     a state of one size, whatever came before (gated delta rule, Mamba-2)
//   none       nothing: the layer has no mixer
enum class Mixer : std::uint8_t { attention, window, chunk, linear, none };
inline constexpr int kMixers = 5;
inline constexpr Mixer kAllMixers[kMixers] = {Mixer::attention, Mixer::window, Mixer::chunk,
                                              Mixer::linear, Mixer::none};

enum class FeedForward : std::uint8_t { dense, experts, none };
inline constexpr int kFeedForwards = 3;

struct LayerKind {
  Mixer mixer = Mixer::attention;
  FeedForward feed = FeedForward::dense;

  friend bool operator==(LayerKind a, LayerKind b) {
    return a.mixer == b.mixer && a.feed == b.feed;
  }
  friend bool operator!=(LayerKind a, LayerKind b) { return !(a == b); }
};

inline constexpr int kLayerKinds = kMixers * kFeedForwards;

// 0 .. kLayerKinds - 1.
constexpr int index_of(LayerKind kind) {
  return static_cast<int>(kind.mixer) * kFeedForwards + static_cast<int>(kind.feed);
}
constexpr LayerKind layer_kind(int index) {
  return {static_cast<Mixer>(index / kFeedForwards),
          static_cast<FeedForward>(index % kFeedForwards)};
}

// Whether it multiplies queries with keys.
constexpr bool attends(Mixer mixer) { return mixer != Mixer::linear && mixer != Mixer::none; }

}  // namespace jacquard::workload
