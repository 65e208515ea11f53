# So that another project's find_package(abut) and abut::abut work, or pkg-config abut.
include(CMakePackageConfigHelpers)

# The targets of each component are a file of their own, because the classic trees alone need Qhull, and because a build
# may lack a component.
set(ABUT_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
install(TARGETS abut${ABUT_OFFERED} EXPORT abutTargets)
install(EXPORT abutTargets NAMESPACE abut:: DESTINATION ${ABUT_CMAKE_FOLDER})
install(TARGETS abut_shapes${ABUT_OFFERED} EXPORT abutShapesTargets)
install(EXPORT abutShapesTargets NAMESPACE abut:: DESTINATION ${ABUT_CMAKE_FOLDER})
set(not_installed)
if(ABUT_CLASSIC)
  install(TARGETS abut_classic${ABUT_OFFERED} EXPORT abutClassicTargets)
  install(EXPORT abutClassicTargets NAMESPACE abut:: DESTINATION ${ABUT_CMAKE_FOLDER})
else()
  list(APPEND not_installed PATTERN "classic*" EXCLUDE)
endif()
if(ABUT_REPORT)
  install(TARGETS abut_report${ABUT_OFFERED} EXPORT abutReportTargets)
  install(EXPORT abutReportTargets NAMESPACE abut:: DESTINATION ${ABUT_CMAKE_FOLDER})
else()
  list(APPEND not_installed PATTERN "report.h" EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/abut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" ${not_installed})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/abutConfig.cmake.in ${PROJECT_BINARY_DIR}/abutConfig.cmake
  INSTALL_DESTINATION ${ABUT_CMAKE_FOLDER})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/abutConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/abutConfig.cmake ${PROJECT_BINARY_DIR}/abutConfigVersion.cmake
        DESTINATION ${ABUT_CMAKE_FOLDER})

# lib/pkgconfig/abut.pc finds its own prefix from where it lies, so that the tree may be moved; Debian's library folder
# is one level deeper than lib.
file(RELATIVE_PATH ABUT_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" ABUT_PREFIX_FROM_PC ${ABUT_PREFIX_FROM_PC})
set(pkg_config_names abut)
if(ABUT_CLASSIC)
  list(APPEND pkg_config_names abut-classic)
endif()
if(ABUT_REPORT)
  list(APPEND pkg_config_names abut-report)
endif()
foreach(name ${pkg_config_names})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# `cpack` in the build folder makes abut_VERSION_ARCH.deb: command, library, headers, and the Python package where it is
# built; and abut-step_VERSION_ARCH.deb where the reader of STEP files is, because OpenCASCADE is large;
# likewise abut-mpi_VERSION_ARCH.deb where the link between ranks is.
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_UNSPECIFIED_GROUP main)
set(CPACK_COMPONENT_PYTHON_GROUP main)
set(CPACK_COMPONENT_STEP_GROUP step)
set(CPACK_COMPONENT_MPI_GROUP mpi)
set(CPACK_DEBIAN_MAIN_PACKAGE_NAME abut)
set(CPACK_DEBIAN_STEP_PACKAGE_NAME abut-step)
set(CPACK_DEBIAN_STEP_PACKAGE_DEPENDS "abut (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_STEP_DESCRIPTION "STEP files for abut, through OpenCASCADE")
set(CPACK_DEBIAN_MPI_PACKAGE_NAME abut-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "abut (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_MPI_DESCRIPTION "abut on several ranks, through Open MPI")
set(CPACK_PACKAGE_NAME abut)
set(CPACK_PACKAGE_CONTACT "the abut authors <abut@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Who builds against the library needs what it is linked with.
set(CPACK_DEBIAN_MAIN_PACKAGE_SUGGESTS "abut-step, abut-mpi, libtbb-dev, libhwy-dev, libqhull-dev")
# No user needs the libraries that the experiments compare with.
if(ABUT_PEERS)
  set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/no_package.cmake)
endif()
include(CPack)
