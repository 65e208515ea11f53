# Installs a build into a fresh prefix and uses it as a stranger would:
# cmake -DBUILD=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -DCPACK=... [-DFLAGS=...] -P run.cmake
cmake_minimum_required(VERSION 3.22)

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
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

run("configuring the consumer" ${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/consumer
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DREADME_EXAMPLE=${WORK}/readme.cpp -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=Release)
run("building the consumer" ${CMAKE_COMMAND} --build ${WORK}/consumer)
run("running the consumer" ${CMAKE_COMMAND} -E chdir ${WORK} ${WORK}/consumer/app)
if(NOT output MATCHES "the installed abut works")
  message(FATAL_ERROR "the consumer printed:\n${output}")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/consumer --target fast_math
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "a consumer with -ffast-math compiles, but must be refused")
endif()
if(NOT output MATCHES "abut cannot be built with -ffast-math")
  message(FATAL_ERROR "a consumer with -ffast-math fails, but not with abut's own message:\n${output}")
endif()

# The Debian package: its files are where Debian wants them, the command runs from there, and pkg-config is enough to
# build against it.
run("packing" ${CMAKE_COMMAND} -E chdir ${BUILD} ${CPACK} -G DEB -B ${WORK}/deb)
file(GLOB package ${WORK}/deb/abut_*.deb)
run("unpacking ${package}" dpkg-deb -x ${package} ${WORK}/unpacked)
run("reading ${package}" dpkg-deb -f ${package} Package Version Depends)
if(NOT output MATCHES "Package: abut\n" OR NOT output MATCHES "Depends: .*libtbb12" OR output MATCHES "libocct")
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
run("pkg-config" ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_folder} pkg-config --static --cflags --libs abut)
separate_arguments(flags UNIX_COMMAND "${output}")
run("building with pkg-config" ${COMPILER} -std=c++20 ${FLAGS} ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${flags} -o ${WORK}/with_pc)
run("running what pkg-config built" ${CMAKE_COMMAND} -E chdir ${WORK} ${WORK}/with_pc)
if(NOT output MATCHES "the installed abut works")
  message(FATAL_ERROR "what pkg-config built printed:\n${output}")
endif()
