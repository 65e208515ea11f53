# Overlap volumes against those of manifold-3d, where node and npm are there; skipped where its package cannot be fetched.
find_program(ABUT_NODE node)
find_program(ABUT_NPM npm)
if(TARGET abut_command AND ABUT_NODE AND ABUT_NPM)
  add_test(NAME second_opinion.volumes COMMAND ${ABUT_NODE} ${CMAKE_CURRENT_LIST_DIR}/volumes_test.mjs)
  set_tests_properties(second_opinion.volumes PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${ABUT_TEST_SECONDS} ENVIRONMENT
    "ABUT=$<TARGET_FILE:abut_command>;WORK=${CMAKE_CURRENT_BINARY_DIR}/second_opinion")
endif()
