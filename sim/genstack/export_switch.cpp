// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/export_switch.hpp"

#include <fmt/format.h>

#include <iterator>

#include "jacquard/base/file.hpp"
#include "jacquard/stack/configuration/configuration.hpp"
#include "jacquard/stack/switches.hpp"

namespace jacquard::genstack {
namespace {

using base::index;
using stack::Settings;

std::string name_of(const Settings& settings, int channel, int number) {
  const std::string name = stack::switch_name(settings.stack().sizes, number);
  const bool several = settings.stack().fabric.channels > 1;
  return several ? fmt::format("{}_channel{}", name, channel) : name;
}

// Calls take(slot, before, now) for each slot in which the setting changes; at first all is idle.
template <class Take>
void each_change(const Settings& settings, int channel, int number, const Take& take) {
  std::vector<int> before(index(settings.ports(number)), rounds::kNobody);
  std::vector<int> now;
  for (const std::int64_t slot : settings.changes(channel, number)) {
    settings.setting(channel, number, slot, now);
    if (now == before) continue;
    take(slot, before, now);
    before.swap(now);
  }
}

std::string csv_of(const Settings& settings, int channel, int number) {
  std::string text = "slot,input,output\n";
  each_change(settings, channel, number,
              [&](std::int64_t slot, const std::vector<int>& before, const std::vector<int>& now) {
                for (std::size_t in = 0; in < now.size(); ++in) {
                  if (before[in] == now[in]) continue;
                  fmt::format_to(std::back_inserter(text), "{},{},", slot, in);
                  if (now[in] >= 0) text += std::to_string(now[in]);
                  if (now[in] == stack::kOnDemand) text += "on-demand";
                  text += '\n';
                }
              });
  return text;
}

// One word: the slot in 64 bits, then the outputs of the last input down to input 0. The highest
// bit is first, with zeros before so that it fills whole hexadecimal digits.
std::string word_of(std::int64_t slot, const std::vector<int>& outputs, int bits) {
  constexpr int kSlotBits = 64;
  constexpr int kDigitBits = 4;
  const auto filled = static_cast<int>(outputs.size()) * bits;
  stack::BitWriter word;
  word.put(0, (kDigitBits - filled % kDigitBits) % kDigitBits);
  word.put(static_cast<std::uint64_t>(slot), kSlotBits);
  const std::uint64_t idle = (std::uint64_t{1} << bits) - 1;
  for (auto output = outputs.rbegin(); output != outputs.rend(); ++output) {
    const auto code = *output >= 0                  ? static_cast<std::uint64_t>(*output)
                      : *output == stack::kOnDemand ? idle - 1
                                                    : idle;
    word.put(code, bits);
  }
  std::string text;
  for (const char byte : word.bytes()) {
    fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned char>(byte));
  }
  text.resize(index((word.bits() + kDigitBits - 1) / kDigitBits));
  return text;
}

std::string hex_of(const Settings& settings, int channel, int number) {
  const int ports = settings.ports(number);
  const int bits = stack::bits_for(index(ports) + 2);
  std::string text = fmt::format(
      "// {}: {} ports of {} bits, input 0 the lowest; all ones: idle, all ones but the last: on "
      "demand.\n// Above them, in 64 bits, the slot from which the word is set, of {} slots.\n",
      stack::switch_name(settings.stack().sizes, number), ports, bits, settings.slots());
  bool begun = false;
  each_change(settings, channel, number,
              [&](std::int64_t slot, const std::vector<int>& before, const std::vector<int>& now) {
                if (!begun && slot > 0) text += word_of(0, before, bits) + '\n';
                begun = true;
                text += word_of(slot, now, bits) + '\n';
              });
  return text;
}

// What a controller sets, and when: deletes and replaces of gNMI. A media channel is the circuit of
// an input, whose number is one less than the channel's.
std::string openconfig_of(const Settings& settings, int channel, int number) {
  constexpr const char* kPath =
      "/openconfig-wavelength-router:wavelength-router/media-channels/channel[index={}]";
  const stack::SlotClock& clock = settings.stack().clock;
  std::string text = fmt::format(
      "{{\"model\": \"openconfig-wavelength-router\", \"target\": \"{}\", \"ports\": {},\n"
      " \"slot_ps\": {}, \"guard_ps\": {}, \"slots\": {},\n \"sets\": [",
      name_of(settings, channel, number), settings.ports(number), clock.slot.count(),
      clock.guard.count(), settings.slots());
  const char* between = "\n";
  each_change(
      settings, channel, number,
      [&](std::int64_t slot, const std::vector<int>& before, const std::vector<int>& now) {
        std::string deleted, replaced, on_demand;
        const auto add = [](std::string& list, const std::string& item) {
          list += (list.empty() ? "" : ",\n    ") + item;
        };
        for (std::size_t in = 0; in < now.size(); ++in) {
          if (now[in] == stack::kOnDemand) add(on_demand, fmt::format("\"in{}\"", in));
          if (before[in] == now[in]) continue;
          const std::string path = '"' + fmt::format(fmt::runtime(kPath), in + 1) + '"';
          if (now[in] < 0 && before[in] >= 0) add(deleted, path);
          if (now[in] < 0) continue;
          add(replaced,
              fmt::format(
                  "{{\"path\": {0}, \"val\": {{\"index\": {1}, \"config\": {{\"index\": {1}, "
                  "\"admin-status\": \"ENABLED\"}}, \"source\": {{\"config\": "
                  "{{\"port-name\": \"in{2}\"}}}}, \"dest\": {{\"config\": {{\"port-name\": "
                  "\"out{3}\"}}}}}}}}",
                  path, in + 1, in, now[in]));
        }
        fmt::format_to(
            std::back_inserter(text),
            "{}  {{\"slot\": {}, \"at_ps\": {}, \"on_demand\": [{}],\n   \"delete\": [{}],\n"
            "   \"replace\": [{}]}}",
            between, slot, slot * clock.slot.count(), on_demand, deleted, replaced);
        between = ",\n";
      });
  return text + "]}\n";
}

}  // namespace

std::vector<std::string> export_switch(const Settings& settings, int channel, int switch_number,
                                       const std::string& folder) {
  const std::string name = name_of(settings, channel, switch_number);
  std::vector<std::string> paths;
  const auto write = [&](const char* ending, const std::string& contents) {
    paths.push_back(folder + "/" + name + ending);
    base::write_file(paths.back(), contents);
  };
  write(".csv", csv_of(settings, channel, switch_number));
  write(".hex", hex_of(settings, channel, switch_number));
  write(".bin", encode_configuration(settings, channel, switch_number));
  write(".json", openconfig_of(settings, channel, switch_number));
  return paths;
}

}  // namespace jacquard::genstack
