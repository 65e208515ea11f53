# So that another project's find_package(abut) and abut::abut work.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS abut EXPORT abutTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/abut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT abutTargets NAMESPACE abut:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/abutConfig.cmake.in ${PROJECT_BINARY_DIR}/abutConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/abutConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/abutConfig.cmake ${PROJECT_BINARY_DIR}/abutConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
