// SPDX-License-Identifier: Apache-2.0
#include "sim/view/axis_unit.hpp"

#include <initializer_list>

namespace jacquard::view {

AxisUnit axis_unit(report::Unit unit, double most) {
  using report::Unit;
  const auto largest = [most](std::initializer_list<AxisUnit> units) {
    for (const AxisUnit& one : units) {
      if (most >= one.size) return one;
    }
    return *(units.end() - 1);
  };
  switch (unit) {
    case Unit::ps:
      return largest({{"s", 1e12}, {"ms", 1e9}, {"us", 1e6}, {"ns", 1e3}, {"ps", 1}});
    case Unit::bytes:
      return largest({{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"bytes", 1}});
    case Unit::bytes_per_s:
      return largest({{"TB/s", 1e12}, {"GB/s", 1e9}, {"MB/s", 1e6}, {"bytes/s", 1}});
    case Unit::per_s:
      return {"1/s", 1};
    case Unit::ns:
    case Unit::us:
    case Unit::ms:
    case Unit::s:
    case Unit::usd:
    case Unit::um2:
    case Unit::mm2:
    case Unit::j:
    case Unit::cycles:
    case Unit::slots:
    case Unit::quanta:
      return {report::name_of(unit), 1};
    default:
      return {};
  }
}

}  // namespace jacquard::view
