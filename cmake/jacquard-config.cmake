# find_package(jacquard): the static libraries jacquard::base, config, topology, demand, schedule, engine, interop, report.
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(ZLIB)
find_dependency(yaml-cpp)
include("${CMAKE_CURRENT_LIST_DIR}/jacquard-targets.cmake")
