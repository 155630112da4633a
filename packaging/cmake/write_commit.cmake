# Writes the commit that is built into OUTPUT, where it changed: cmake -DROOT=… -DOUTPUT=… -P write_commit.cmake
# WARPWRIGHT_COMMIT in the environment says it where there is no repository.
set(commit "$ENV{WARPWRIGHT_COMMIT}")
if(NOT commit AND EXISTS ${ROOT}/.git)
  execute_process(COMMAND git -C ${ROOT} describe --always --dirty=+ --exclude=* --abbrev=7
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "#define WARPWRIGHT_COMMIT \"${commit}\"\n")
set(known "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} known)
endif()
if(NOT text STREQUAL known)
  file(WRITE ${OUTPUT} "${text}")
endif()
