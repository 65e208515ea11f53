# run(WHAT COMMAND...) leaves what the command printed in `output`, and stops the test if it fails.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Stops the test unless the command fails and prints something that matches `words`.
function(run_refused what words)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status EQUAL 0)
    message(FATAL_ERROR "${what} works, but must be refused")
  endif()
  # CMake breaks its messages into lines.
  string(REGEX REPLACE "[ \n]+" " " flat "${output}")
  if(NOT flat MATCHES "${words}")
    message(FATAL_ERROR "${what} fails, but not with abut's own message:\n${output}")
  endif()
endfunction()
