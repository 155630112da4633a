# Language level, warnings as errors, sanitizers, compiler cache and linker: the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
# Programs are built with the search path that they are installed with. A path that CMake is to replace on
# installing ends in an empty element, and an empty element means the current folder: whatever project one stands in.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# Debug information costs most of the link time of the Clang-heavy part; line tables are enough.
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Paths relative to the checkout, so that a fresh clone hits what another clone compiled. What a precompiled header
  # holds, paths of its clone among it, does not count: the cache knows each header that is in it (see
  # warpwright_precompile).
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1
      ${CCACHE_PROGRAM})
endif()

# What most sources of a target include is compiled once. Off: each source stands alone, as the header test has it.
option(WARPWRIGHT_PRECOMPILE "Precompile the headers of the standard library, Clang, Qt and JSON" ON)
if(NOT WARPWRIGHT_PRECOMPILE)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
# Clang takes the header's text from the precompiled one; its path, which CMake names beside it, would count.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH "-Xclang;-include-pch;-Xclang;<PCH_FILE>")
endif()

# target_precompile_headers, and what the cache takes in place of the precompiled header's hundred megabytes. Headers
# of the project in <>: in quotes CMake writes their absolute paths into what it precompiles.
function(warpwright_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.pch.sum
    CONTENT "Each header in it counts by itself.\n")
endfunction()

add_library(warpwright_flags INTERFACE)
# The compiler cache can follow precompiled headers only where the preprocessor names them.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(warpwright_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
target_include_directories(warpwright_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(warpwright_flags INTERFACE -Wall -Wextra -Werror -Wno-missing-field-initializers)
# Clang, which the presets choose: it takes of a precompiled header what a source uses, and compiles this project in
# less than half of the time that GCC 12 takes. The cache can use a precompiled header that does not tell its time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(warpwright_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  # The standard library of GCC 12 calls, inside std::stable_sort, what it marks as deprecated itself.
  target_compile_options(warpwright_flags INTERFACE -Wno-deprecated-declarations)
endif()
# GCC 12 sees overlaps and overflows in std::string that are not there (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(warpwright_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(WARPWRIGHT_SANITIZE)
  target_compile_options(warpwright_flags INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(warpwright_flags INTERFACE -fsanitize=address,undefined)
endif()
if(WARPWRIGHT_FUZZ)
  target_compile_options(warpwright_flags INTERFACE -O1 -fsanitize=fuzzer-no-link,address
    -fno-omit-frame-pointer -UNDEBUG -gline-tables-only)
  target_link_options(warpwright_flags INTERFACE -fsanitize=address)
endif()
# GCC knows lld by one name, which the package lld-19 has in a folder of its own.
find_program(LLD_PROGRAM NAMES ld.lld HINTS /usr/lib/llvm-19/bin NO_DEFAULT_PATH)
find_program(LLD_PROGRAM NAMES ld.lld)
if(LLD_PROGRAM AND NOT WARPWRIGHT_SANITIZE AND NOT WARPWRIGHT_FUZZ)
  get_filename_component(LLD_FOLDER ${LLD_PROGRAM} DIRECTORY)
  target_link_options(warpwright_flags INTERFACE -fuse-ld=lld -B${LLD_FOLDER})
endif()
