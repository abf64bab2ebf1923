# find_package(jacquard): the static libraries jacquard::base, config, topology, demand, rounds, schedule,
# workload, collective, engine, interop, astra, report. With the component program also
# jacquard::systemc and jacquard::sim, from which programs with parts of their own are made.
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(ZLIB)
find_dependency(yaml-cpp)
if(program IN_LIST jacquard_FIND_COMPONENTS)
  list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
  foreach(package SystemC CLI11 spdlog TBB pugixml zstd)
    find_dependency(${package})
  endforeach()
endif()
include("${CMAKE_CURRENT_LIST_DIR}/jacquard-targets.cmake")
if(program IN_LIST jacquard_FIND_COMPONENTS)
  include("${CMAKE_CURRENT_LIST_DIR}/jacquard-program-targets.cmake")
endif()
set(jacquard_program_FOUND TRUE)
