# A layer is one static library; each of its folders lists its own sources in its own CMakeLists.txt with
#   warpwright_sources(<layer> file.cpp ...)
# and its headers with no mention: the header test finds them.

function(warpwright_add_layer layer)
  add_library(warpwright_${layer} STATIC)
  target_link_libraries(warpwright_${layer} PUBLIC warpwright_flags)
  foreach(folder IN LISTS ARGN)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()

function(warpwright_sources layer)
  foreach(source IN LISTS ARGN)
    target_sources(warpwright_${layer} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  endforeach()
endfunction()

# Compiles every header of a layer alone, with that layer's include paths only: a header that leans on another
# one, or on a library its layer must not see, does not build.
function(warpwright_header_test layer)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/${layer}/*.h)
  set(units "")
  foreach(header IN LISTS headers)
    string(REPLACE "/" "_" name ${header})
    set(unit ${CMAKE_BINARY_DIR}/header_test/${name}.cpp)
    if(NOT EXISTS ${unit})
      file(WRITE ${unit} "#include \"${header}\"\n#include \"${header}\"\n")
    endif()
    list(APPEND units ${unit})
  endforeach()
  if(units)
    add_library(header_test_${layer} OBJECT ${units})
    target_compile_options(header_test_${layer} PRIVATE -O0 -Wno-unused)
    target_link_libraries(header_test_${layer} PRIVATE warpwright_${layer})
  endif()
endfunction()
