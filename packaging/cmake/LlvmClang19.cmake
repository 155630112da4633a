# LLVM and Clang 19 from Debian's shared libraries. libclang-cpp has no -dev link name unless libclang-cpp19-dev is
# installed, so it is linked by file name.
find_program(LLVM_CONFIG_19 NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG_19} --prefix OUTPUT_VARIABLE LLVM19_PREFIX OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG_19} --libdir OUTPUT_VARIABLE LLVM19_LIBDIR OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG_19} --includedir OUTPUT_VARIABLE LLVM19_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
find_library(LLVM19_LIBRARY NAMES LLVM-19 libLLVM.so.19.1 PATHS ${LLVM19_LIBDIR} NO_DEFAULT_PATH REQUIRED)
find_library(CLANG19_LIBRARY NAMES libclang-cpp.so.19.1 clang-cpp PATHS ${LLVM19_LIBDIR} NO_DEFAULT_PATH REQUIRED)

# Where the loader does not look by itself, programs say where these libraries are.
get_filename_component(LLVM19_LOADED ${LLVM19_LIBRARY} REALPATH)
get_filename_component(LLVM19_LOADED ${LLVM19_LOADED} NAME)
if(NOT EXISTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/${LLVM19_LOADED})
  list(APPEND CMAKE_INSTALL_RPATH ${LLVM19_LIBDIR})
endif()

add_library(Llvm19 INTERFACE)
target_include_directories(Llvm19 SYSTEM INTERFACE ${LLVM19_INCLUDE})
target_compile_definitions(Llvm19 INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
  __STDC_LIMIT_MACROS NDEBUG)
target_compile_options(Llvm19 INTERFACE -Wno-unused-parameter)
target_link_libraries(Llvm19 INTERFACE ${LLVM19_LIBRARY})
add_library(Clang19 INTERFACE)
target_link_libraries(Clang19 INTERFACE ${CLANG19_LIBRARY} Llvm19)
# Clang's own headers (stddef.h, the CUDA wrappers): compiled in as the place to look, next to an override at run time.
set(CLANG19_RESOURCE_DIR ${LLVM19_PREFIX}/lib/clang/19)
