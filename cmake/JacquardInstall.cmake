# bin/jacquard, the data it reads at run time, and what find_package(jacquard) and pkg-config need.
include(CMakePackageConfigHelpers)

install(TARGETS jacquard)
set(data_folders rtl configs tools)
foreach(folder ${data_folders})
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION "${CMAKE_INSTALL_DATADIR}/jacquard"
    USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/python" DESTINATION "${CMAKE_INSTALL_DATADIR}/jacquard"
  PATTERN "__pycache__" EXCLUDE PATTERN "build" EXCLUDE PATTERN "*.egg-info" EXCLUDE)

# What the program says of itself, for man and for shells.
install(CODE "
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  foreach(text man/man1/jacquard.1:--man bash-completion/completions/jacquard:--completion=bash
      zsh/vendor-completions/_jacquard:--completion=zsh)
    string(REGEX MATCH \"^([^:]+):(.+)$\" matched \"\${text}\")
    set(file \"\${prefix}/${CMAKE_INSTALL_DATADIR}/\${CMAKE_MATCH_1}\")
    get_filename_component(folder \"\${file}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:jacquard>\" help \${CMAKE_MATCH_2}
      OUTPUT_FILE \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()")

# Pages link to each other, and to what lies beside docs/ in the tree.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  PATTERN "__pycache__" EXCLUDE)
foreach(file LICENSE README.md CONTRIBUTING.md CHANGELOG.md CITATION.cff)
  install(FILES "${PROJECT_SOURCE_DIR}/${file}" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/tb/vectors/astra/README.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}/tb/vectors/astra")
file(RELATIVE_PATH docs_to_data "/${CMAKE_INSTALL_DOCDIR}" "/${CMAKE_INSTALL_DATADIR}/jacquard")
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/links")
foreach(folder ${data_folders})
  file(CREATE_LINK "${docs_to_data}/${folder}" "${PROJECT_BINARY_DIR}/links/${folder}" SYMBOLIC)
  install(FILES "${PROJECT_BINARY_DIR}/links/${folder}" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endforeach()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/jacquard")
install(EXPORT jacquard NAMESPACE jacquard:: DESTINATION "${package_folder}"
  FILE jacquard-targets.cmake COMPONENT dev)
install(EXPORT jacquard_program NAMESPACE jacquard:: DESTINATION "${package_folder}"
  FILE jacquard-program-targets.cmake COMPONENT dev)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/FindSystemC.cmake" DESTINATION "${package_folder}"
  COMPONENT dev)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/jacquard-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/jacquard-config.cmake"
  "${PROJECT_BINARY_DIR}/jacquard-config-version.cmake" DESTINATION "${package_folder}" COMPONENT dev)

# Static libraries are linked in order: users before what they use.
get_property(libraries GLOBAL PROPERTY JACQUARD_LIBRARIES)
list(REVERSE libraries)
list(TRANSFORM libraries PREPEND "-ljacquard_")
list(JOIN libraries " " JACQUARD_LINK)
# Relative to itself, so that an installed tree may be moved.
file(RELATIVE_PATH JACQUARD_PC_TO_INCLUDE "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
  "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/jacquard.pc.in" "${PROJECT_BINARY_DIR}/jacquard.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/jacquard.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
  COMPONENT dev)
