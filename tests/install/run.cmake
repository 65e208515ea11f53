# Installs a build into a fresh prefix and uses it as a stranger would:
# cmake -DBUILD=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -DCPACK=... -DPEERS=ON|OFF [-DFLAGS=...] -P run.cmake
cmake_minimum_required(VERSION 3.22)

include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

# What a program needs at run time: nothing but the libraries named, the C++ runtime, and that of a sanitizer.
function(expect_needed program)
  run("readelf" readelf -d ${program})
  string(REGEX MATCHALL "\\(NEEDED\\)[^\n]*\\[[^\n]*\\]" needed "${output}")
  list(JOIN ARGN "|" libraries)
  foreach(line ${needed})
    if(NOT line MATCHES "\\[(lib(${libraries}|stdc\\+\\+|m|gcc_s|c|asan|ubsan|tsan)|ld-linux[^.]*)\\.so[.0-9]*\\]")
      message(FATAL_ERROR "${program} needs more than ${libraries} and the C++ runtime: ${line}")
    endif()
  endforeach()
  list(LENGTH needed count)
  if(count EQUAL 0)
    message(FATAL_ERROR "readelf finds nothing that ${program} needs:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
# A package is often built in one place and used in another.
file(RENAME ${WORK}/first ${WORK}/prefix)

file(READ ${CMAKE_CURRENT_LIST_DIR}/../../README.md readme)
if(NOT readme MATCHES "\n```cpp\n([^`]+)\n```\n")
  message(FATAL_ERROR "README.md has no C++ example")
endif()
file(WRITE ${WORK}/readme.cpp "${CMAKE_MATCH_1}\n")

# The engine alone, where what it is built with is not there.
set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/consumer
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DREADME_EXAMPLE=${WORK}/readme.cpp -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=Release)
set(without)
foreach(package Qhull Eigen3 Boost nlohmann_json fmt)
  list(APPEND without -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
run("configuring the consumer" ${configure} ${without})
run("building the consumer" ${CMAKE_COMMAND} --build ${WORK}/consumer)
run("running the consumer" ${CMAKE_COMMAND} -E chdir ${WORK} ${WORK}/consumer/app)
if(NOT output MATCHES "the installed abut works")
  message(FATAL_ERROR "the consumer printed:\n${output}")
endif()
expect_needed(${WORK}/consumer/app tbb hwy)
run("running the consumer of reports" ${WORK}/consumer/report)
if(NOT output MATCHES "the installed reports work")
  message(FATAL_ERROR "the consumer of reports printed:\n${output}")
endif()
expect_needed(${WORK}/consumer/report tbb hwy)
run_refused("a consumer with -ffast-math" "abut cannot be built with -ffast-math"
            ${CMAKE_COMMAND} --build ${WORK}/consumer --target fast_math)

# And with the classic trees, which need Qhull alone.
run_refused("a consumer of classic trees without Qhull" "The component classic needs Qhull"
            ${configure} ${without} -DWITH_CLASSIC=ON)
run("configuring with classic trees" ${configure} -DCMAKE_DISABLE_FIND_PACKAGE_Qhull=OFF -DWITH_CLASSIC=ON)
run("building with classic trees" ${CMAKE_COMMAND} --build ${WORK}/consumer)
run("running with classic trees" ${WORK}/consumer/classic)
if(NOT output MATCHES "the installed classic trees work")
  message(FATAL_ERROR "the consumer of classic trees printed:\n${output}")
endif()
expect_needed(${WORK}/consumer/classic tbb hwy qhull_r)

# The Debian package: its files are where Debian wants them, the command runs from there, and pkg-config is enough to
# build against it.
if(PEERS)
  run_refused("packing a command with peers" "configure again with -DABUT_PEERS=OFF"
              ${CMAKE_COMMAND} -E chdir ${BUILD} ${CPACK} -G DEB -B ${WORK}/deb)
  return()
endif()
run("packing" ${CMAKE_COMMAND} -E chdir ${BUILD} ${CPACK} -G DEB -B ${WORK}/deb)
file(GLOB package ${WORK}/deb/abut_*.deb)
run("unpacking ${package}" dpkg-deb -x ${package} ${WORK}/unpacked)
run("reading ${package}" dpkg-deb -f ${package} Package Version Depends)
if(NOT output MATCHES "Package: abut\n" OR NOT output MATCHES "Depends: .*libtbb12" OR
   output MATCHES "libocct|libfcl|libccd|libbullet|libode|libembree|libompl|libgmp|libmpfr")
  message(FATAL_ERROR "the package says of itself:\n${output}")
endif()
run("the packaged command" ${WORK}/unpacked/usr/bin/abut --version)

# The reader of STEP files is a package of its own. That the command finds it is seen by who complains of a damaged file.
file(WRITE ${WORK}/damaged.step "ISO-10303-21;\nEND-ISO-10303-21;\n")
function(expect_of_step_file words)
  execute_process(COMMAND ${WORK}/unpacked/usr/bin/abut clash ${WORK}/damaged.step
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 2 OR NOT output MATCHES "${words}")
    message(FATAL_ERROR "the packaged command ended with ${status} and said of a STEP file:\n${output}")
  endif()
endfunction()
expect_of_step_file("install the package abut-step")
if(EXISTS ${BUILD}/abut-step-reader)
  file(GLOB package ${WORK}/deb/abut-step_*.deb)
  run("unpacking ${package}" dpkg-deb -x ${package} ${WORK}/unpacked)
  run("reading ${package}" dpkg-deb -f ${package} Package Version Depends)
  if(NOT output MATCHES "Package: abut-step\n" OR NOT output MATCHES "Depends: .*abut \\(= .*libocct")
    message(FATAL_ERROR "the package says of itself:\n${output}")
  endif()
  expect_of_step_file("OpenCASCADE cannot read it")
endif()
file(GLOB_RECURSE pc ${WORK}/unpacked/usr/lib/*/abut.pc ${WORK}/unpacked/usr/lib/abut.pc)
get_filename_component(pc_folder ${pc} DIRECTORY)
function(build_with_pkg_config package source words)
  run("pkg-config" ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_folder} pkg-config --static --cflags --libs ${package})
  separate_arguments(flags UNIX_COMMAND "${output}")
  run("building with pkg-config ${package}"
      ${COMPILER} -std=c++20 ${FLAGS} ${CMAKE_CURRENT_LIST_DIR}/${source} ${flags} -o ${WORK}/with_${package})
  run("running what pkg-config ${package} built" ${CMAKE_COMMAND} -E chdir ${WORK} ${WORK}/with_${package})
  if(NOT output MATCHES "${words}")
    message(FATAL_ERROR "what pkg-config ${package} built printed:\n${output}")
  endif()
endfunction()
build_with_pkg_config(abut main.cpp "the installed abut works")
expect_needed(${WORK}/with_abut tbb hwy)
build_with_pkg_config(abut-classic classic.cpp "the installed classic trees work")
build_with_pkg_config(abut-report report.cpp "the installed reports work")
