# The report page: npm builds web/ into one HTML file, which becomes ABUT_REPORT_PAGE_CPP, a source of abut_report that
# defines what src/report/report_page.h declares. Without npm, and inside another project, the page is empty.
option(ABUT_REPORT_PAGE "Build the report page of abut clash (needs npm and, once, the network)"
       ${PROJECT_IS_TOP_LEVEL})
find_program(ABUT_NPM npm)
set(ABUT_WEB ${PROJECT_BINARY_DIR}/web)
set(ABUT_REPORT_PAGE_CPP ${ABUT_WEB}/report_page.cpp)

if(ABUT_REPORT_PAGE AND ABUT_NPM)
  set(ABUT_HAS_REPORT_PAGE ON)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(web_settings ${web}/package.json ${web}/package-lock.json ${web}/.npmrc)
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/*)
  list(APPEND web_sources ${web}/index.html ${web}/tsconfig.json ${web}/vite.config.ts)
  set(step ${CMAKE_COMMAND} -DNPM=${ABUT_NPM} -DFROM=${web} -DWORK=${ABUT_WEB} -DCPP=${ABUT_REPORT_PAGE_CPP})
  set(run ${PROJECT_SOURCE_DIR}/cmake/report_page_build.cmake)
  add_custom_command(OUTPUT ${ABUT_WEB}/packages.stamp
    COMMAND ${step} -DSTEP=packages -P ${run}
    DEPENDS ${web_settings} ${run} COMMENT "Fetching the packages of the report page" VERBATIM)
  add_custom_command(OUTPUT ${ABUT_REPORT_PAGE_CPP} ${ABUT_WEB}/dist/index.html
    COMMAND ${step} -DSTEP=page -P ${run}
    DEPENDS ${web_sources} ${ABUT_WEB}/packages.stamp ${run} COMMENT "Building the report page" VERBATIM)
else()
  set(ABUT_HAS_REPORT_PAGE OFF)
  if(PROJECT_IS_TOP_LEVEL)
    message(STATUS "abut clash will write no report page: npm was not found, or ABUT_REPORT_PAGE is off")
  endif()
  file(CONFIGURE OUTPUT ${ABUT_REPORT_PAGE_CPP} @ONLY CONTENT
"#include \"report/report_page.h\"

std::string_view abut::report_page() { return {}; }
")
endif()
