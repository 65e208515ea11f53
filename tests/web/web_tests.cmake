# The report page in a browser: only where the page was built and Chromium is there.
find_program(ABUT_NODE node)
find_program(ABUT_CHROMIUM chromium)
if(ABUT_HAS_REPORT_PAGE AND ABUT_NODE)
  add_test(NAME web.types COMMAND ${ABUT_NPM} run --silent check WORKING_DIRECTORY ${ABUT_WEB})
  set_tests_properties(web.types PROPERTIES LABELS web TIMEOUT ${ABUT_TEST_SECONDS})
  if(ABUT_CHROMIUM)
    add_test(NAME web.page COMMAND ${ABUT_NODE} ${CMAKE_CURRENT_LIST_DIR}/page_test.mjs)
    # Chromium draws with all cores.
    set_tests_properties(web.page PROPERTIES LABELS web PROCESSORS 2 COST 100 TIMEOUT ${ABUT_TEST_SECONDS} ENVIRONMENT
      "ABUT_WEB=${ABUT_WEB};ABUT_TEMPLATE=${ABUT_WEB}/dist/index.html;ABUT_CHROMIUM=${ABUT_CHROMIUM};ABUT_PICTURES=${CMAKE_CURRENT_BINARY_DIR}/pictures")
    foreach(page command robot)
      add_test(NAME web.${page} COMMAND ${ABUT_NODE} ${CMAKE_CURRENT_LIST_DIR}/${page}_test.mjs)
      set_tests_properties(web.${page} PROPERTIES LABELS web PROCESSORS 2 COST 100 TIMEOUT ${ABUT_TEST_SECONDS} ENVIRONMENT
        "ABUT=$<TARGET_FILE:abut_command>;ABUT_WEB=${ABUT_WEB};ABUT_CHROMIUM=${ABUT_CHROMIUM};ABUT_PICTURES=${CMAKE_CURRENT_BINARY_DIR}/pictures")
    endforeach()
  else()
    message(STATUS "The report page is not tested: chromium was not found")
  endif()
endif()
