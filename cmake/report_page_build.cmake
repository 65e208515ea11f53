# Run by the build: -DSTEP=packages fetches what the page is built from, -DSTEP=page builds it and turns it into C++.
# Works on copies in the build folder, so that the source tree stays as it is.

function(run_npm)
  execute_process(COMMAND ${NPM} ${ARGN} WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${said}\nThe report page was not built: `npm ${command}` failed (see above). Without a network, "
      "configure with -DABUT_REPORT_PAGE=OFF: everything but the HTML report of abut clash works.")
  endif()
endfunction()

if(STEP STREQUAL packages)
  file(COPY ${FROM}/package.json ${FROM}/package-lock.json ${FROM}/.npmrc DESTINATION ${WORK})
  # No package needs its install script here.
  run_npm(ci --ignore-scripts --prefer-offline)
  file(TOUCH ${WORK}/packages.stamp)
else()
  file(REMOVE_RECURSE ${WORK}/src ${WORK}/dist)
  file(COPY ${FROM}/src ${FROM}/index.html ${FROM}/tsconfig.json ${FROM}/vite.config.ts DESTINATION ${WORK})
  run_npm(run build)

  file(READ ${WORK}/dist/index.html page)
  string(REGEX MATCHALL "<!--abut:data-->" marks "${page}")
  list(LENGTH marks count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "The built page holds the line <!--abut:data--> ${count} times instead of once.")
  endif()

  # Bytes rather than a string literal: compilers need not take literals of this length.
  file(READ ${WORK}/dist/index.html bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(WRITE ${CPP}
"#include \"report/report_page.h\"

namespace {
const unsigned char page[] = {
${bytes}
};
}  // namespace

std::string_view abut::report_page() { return {reinterpret_cast<const char*>(page), sizeof page}; }
")
endif()
