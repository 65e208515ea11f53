# Shared libraries are linked from the objects of the static ones, and export what the public headers declare. What is
# built here (command, tests, Python) links the static ones, because it uses private functions. Users get the shared
# ones with BUILD_SHARED_LIBS; with tests they are built, too, because a test looks at what they export.
foreach(library ${ABUT_LIBRARIES})
  add_library(${library}_shared SHARED $<TARGET_OBJECTS:${library}>)
  get_target_property(exported_as ${library} EXPORT_NAME)
  if(NOT exported_as)
    set(exported_as ${library})
  endif()
  set_target_properties(${library}_shared PROPERTIES OUTPUT_NAME ${library} EXPORT_NAME ${exported_as}
                        VERSION ${PROJECT_VERSION} SOVERSION 0 LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN")
  if(NOT library STREQUAL abut)
    target_link_libraries(${library}_shared PUBLIC abut_shared)
  endif()
  # Private functions of abut, which its shared library hides, come from its archive.
  get_target_property(links ${library} LINK_LIBRARIES)
  target_link_libraries(${library}_shared PRIVATE ${links})
  # Nor are instantiations of others' templates exported.
  target_link_options(${library}_shared PRIVATE -Wl,--exclude-libs,ALL
                      -Wl,--version-script,${PROJECT_SOURCE_DIR}/cmake/exports.map)
  set_target_properties(${library}_shared PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)
endforeach()
target_include_directories(abut_shared PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                           $<INSTALL_INTERFACE:include>)
target_compile_features(abut_shared PUBLIC cxx_std_20)
