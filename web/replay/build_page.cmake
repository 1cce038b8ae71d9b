# SPDX-License-Identifier: MIT
# Makes PAGE, a C++ file that holds the bundled page: npm ci and build.mjs in WORK, a copy of SOURCE.
function(leave_out reason)
  message("tactus: the replay page is left out: ${reason}")
  file(WRITE ${PAGE} "#include <io/replay_page.h>\n\nstd::string_view tactus::io::replay_page() { return {}; }\n"
    "std::string_view tactus::io::why_no_replay_page() { return \"${reason}\"; }\n")
endfunction()

if(NOT NODE OR NOT NPM)
  leave_out("node or npm was missing when it was built")
  return()
endif()
file(MAKE_DIRECTORY ${WORK})
foreach(part package.json package-lock.json .npmrc build.mjs)
  file(COPY ${SOURCE}/${part} DESTINATION ${WORK})
endforeach()
file(REMOVE_RECURSE ${WORK}/src)
file(COPY ${SOURCE}/src DESTINATION ${WORK})

# What is installed stays until the list of packages changes.
file(SHA256 ${WORK}/package-lock.json wanted)
set(installed "")
if(EXISTS ${WORK}/installed)
  file(READ ${WORK}/installed installed)
endif()
if(NOT installed STREQUAL wanted)
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error WORKING_DIRECTORY ${WORK}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    leave_out("npm could not install three.js and esbuild when it was built (no network?)")
    return()
  endif()
  file(WRITE ${WORK}/installed ${wanted})
endif()
execute_process(COMMAND ${NODE} build.mjs ${PAGE} WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(REMOVE ${PAGE})
  message(FATAL_ERROR "web/replay/build.mjs failed; the reason is above")
endif()
