# Configures a project that has abut inside itself, and compiles a file of it:
# cmake -DSOURCE=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -P subproject.cmake
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK})
set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR}/parent -DABUT_FOLDER=${SOURCE}
    -DCMAKE_CXX_COMPILER=${COMPILER})
set(without)
foreach(package Eigen3 Qhull GTest CGAL CLI11 fmt PNG Python3 pybind11)
  list(APPEND without -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()

run("configuring with all that abut can use" ${configure} -B ${WORK}/with_all -DEXPECT_CLASSIC=ON -DEXPECT_REPORT=ON)
run("configuring where Qhull, Eigen and fmt are missing" ${configure} -B ${WORK}/missing ${without} -DEXPECT_CLASSIC=OFF
    -DEXPECT_REPORT=OFF)
run("configuring without classic trees and reports" ${configure} -B ${WORK}/parent ${without} -DABUT_CLASSIC=OFF
    -DABUT_REPORT=OFF -DEXPECT_CLASSIC=OFF -DEXPECT_REPORT=OFF)

run("compiling a file" ${CMAKE_COMMAND} --build ${WORK}/parent --target one_file)
file(GLOB_RECURSE built ${WORK}/parent/*.a ${WORK}/parent/*.so)
if(built)
  message(FATAL_ERROR "a file of the parent took more than itself to compile: ${built}")
endif()
run("installing" ${CMAKE_COMMAND} --install ${WORK}/parent --prefix ${WORK}/prefix)
if(EXISTS ${WORK}/prefix)
  message(FATAL_ERROR "abut installs itself with the project that it is part of")
endif()
