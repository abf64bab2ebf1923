# bin/jacquard, the data it reads at run time, and what find_package(jacquard) and pkg-config need.
include(CMakePackageConfigHelpers)

install(TARGETS jacquard)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/rtl" "${PROJECT_SOURCE_DIR}/configs"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/jacquard")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/jacquard")
install(EXPORT jacquard NAMESPACE jacquard:: DESTINATION "${package_folder}"
  FILE jacquard-targets.cmake)
install(EXPORT jacquard_program NAMESPACE jacquard:: DESTINATION "${package_folder}"
  FILE jacquard-program-targets.cmake)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/FindSystemC.cmake" DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/jacquard-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/jacquard-config.cmake"
  "${PROJECT_BINARY_DIR}/jacquard-config-version.cmake" DESTINATION "${package_folder}")

# Static libraries are linked in order: users before what they use.
get_property(libraries GLOBAL PROPERTY JACQUARD_LIBRARIES)
list(REVERSE libraries)
list(TRANSFORM libraries PREPEND "-ljacquard_")
list(JOIN libraries " " JACQUARD_LINK)
# Relative to itself, so that an installed tree may be moved.
file(RELATIVE_PATH JACQUARD_PC_TO_INCLUDE "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
  "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/jacquard.pc.in" "${PROJECT_BINARY_DIR}/jacquard.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/jacquard.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
