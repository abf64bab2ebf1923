// SPDX-License-Identifier: Apache-2.0
#include "systemc/engines/engine_codecs.hpp"

#include "systemc/engines/engines.hpp"

namespace jacquard::run {

using config::choice;

config::Codec<std::string> engine_codec() {
  config::Words<std::string> words;
  for (const std::string& name : engine_names()) words.emplace_back(name, name);
  return choice(words);
}

config::Codec<engine::Mode> mode_codec() {
  config::Words<engine::Mode> words;
  for (const engine::Mode mode :
       {engine::Mode::faithful, engine::Mode::astra_unaware, engine::Mode::astra_aware}) {
    words.emplace_back(name_of(mode), mode);
  }
  return choice(words);
}

config::Codec<engine::Symmetry> symmetry_codec() {
  return choice<engine::Symmetry>(
      {{"auto", engine::Symmetry::automatic}, {"off", engine::Symmetry::off}});
}

config::Codec<engine::Order> order_codec() {
  return choice<engine::Order>({{"lifo", engine::Order::lifo}, {"fifo", engine::Order::fifo}});
}

config::Codec<collective::Spread> spread_codec() {
  using collective::Spread;
  return choice<Spread>({{"baseline", Spread::baseline},
                         {"blueconnect", Spread::blueconnect},
                         {"localBWAware", Spread::blueconnect}});
}

}  // namespace jacquard::run
