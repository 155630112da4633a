# What goes where when Warpwright is installed, and which package it is of: `cli`, `ide` or `runtime`. Everything is
# found relative to the program, so that the folder may be moved.
# Libraries lie where Debian has them, whatever the prefix.
if(CMAKE_LIBRARY_ARCHITECTURE)
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
include(GNUInstallDirs)
set(doc ${CMAKE_INSTALL_DATADIR}/doc)

# What is read while it runs. Screenshots are for the repository's page.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/resources/ DESTINATION ${CMAKE_INSTALL_DATADIR}/warpwright/resources
        COMPONENT cli PATTERN screenshots EXCLUDE PATTERN ".*" EXCLUDE)
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/THIRD_PARTY.md DESTINATION ${doc}/warpwright
        COMPONENT cli)
# Only beside an archive: Debian has the text of the licence in a place of its own.
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${doc}/warpwright COMPONENT archive)

# The manual and completions, written by the program that they are about.
set(manual ${CMAKE_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/completions/warpwright
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND warpwright --write-manual ${manual}
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/packaging/desktop/warpwright-ide.1 ${manual}/man1
  DEPENDS warpwright ${CMAKE_SOURCE_DIR}/packaging/desktop/warpwright-ide.1
  COMMENT "Writing manual pages and completions")
add_custom_target(manual ALL DEPENDS ${manual}/completions/warpwright)
install(CODE "execute_process(COMMAND gzip -9nkf -r ${manual}/man1)" COMPONENT cli)
install(CODE "execute_process(COMMAND gzip -9nkf -r ${manual}/man1)" COMPONENT ide)
install(DIRECTORY ${manual}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT cli
        FILES_MATCHING PATTERN "*.1.gz" PATTERN "warpwright-ide.1.gz" EXCLUDE)
install(FILES ${manual}/man1/warpwright-ide.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ide)
install(FILES ${manual}/completions/warpwright DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT cli)
install(FILES ${manual}/completions/_warpwright DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
        COMPONENT cli)
install(FILES ${manual}/completions/warpwright.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT cli)

# The window, as desktops list it.
set(desktop ${CMAKE_SOURCE_DIR}/packaging/desktop)
install(FILES ${desktop}/warpwright.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT ide)
install(FILES ${desktop}/warpwright.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT ide)
install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/warpwright.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT ide)

# find_package(Warpwright): checks of targets; find_package(WarpwrightRuntime): what rewritten programs link.
include(CMakePackageConfigHelpers)
set(config ${CMAKE_BINARY_DIR}/config)
write_basic_package_version_file(${config}/WarpwrightConfigVersion.cmake COMPATIBILITY SameMajorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${CMAKE_SOURCE_DIR}/packaging/cmake/WarpwrightConfig.cmake ${config}/WarpwrightConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/Warpwright COMPONENT cli)
set(runtime_config ${CMAKE_INSTALL_LIBDIR}/cmake/WarpwrightRuntime)
install(TARGETS warpwright_runtime EXPORT WarpwrightRuntime ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT runtime)
install(EXPORT WarpwrightRuntime NAMESPACE Warpwright:: DESTINATION ${runtime_config} COMPONENT runtime)
write_basic_package_version_file(${config}/WarpwrightRuntimeConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/packaging/cmake/WarpwrightRuntimeConfig.cmake
        ${config}/WarpwrightRuntimeConfigVersion.cmake DESTINATION ${runtime_config} COMPONENT runtime)
file(GLOB runtime_headers ${CMAKE_SOURCE_DIR}/resources/runtime/*.h)
install(FILES ${runtime_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/warpwright COMPONENT runtime)
configure_file(${CMAKE_SOURCE_DIR}/packaging/cmake/warpwright-runtime.pc.in ${config}/warpwright-runtime.pc @ONLY)
install(FILES ${config}/warpwright-runtime.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT runtime)

# What every Debian package has.
set(WARPWRIGHT_MAINTAINER "$ENV{WARPWRIGHT_MAINTAINER}")
if(NOT WARPWRIGHT_MAINTAINER)
  set(WARPWRIGHT_MAINTAINER "Warpwright maintainers <root@localhost>")
endif()
foreach(package IN ITEMS cli:warpwright ide:warpwright-ide runtime:libwarpwright-runtime-dev)
  string(REGEX MATCH "^[^:]+" component ${package})
  string(REGEX REPLACE "^[^:]+:" "" package ${package})
  set(changelog ${CMAKE_BINARY_DIR}/changelog/${package})
  install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} -DPACKAGE=${package} -DVERSION=${PROJECT_VERSION}
    \"-DMAINTAINER=${WARPWRIGHT_MAINTAINER}\" -DOUTPUT=${changelog}/changelog
    -P ${CMAKE_SOURCE_DIR}/packaging/cmake/write_changelog.cmake)" COMPONENT ${component})
  install(FILES ${changelog}/changelog.gz DESTINATION ${doc}/${package} COMPONENT ${component})
  install(FILES ${CMAKE_SOURCE_DIR}/packaging/debian/copyright DESTINATION ${doc}/${package} COMPONENT ${component})
endforeach()
# Libraries whose headers are compiled in ask for their notices.
foreach(library IN ITEMS libcli11-dev nlohmann-json3-dev)
  install(FILES /usr/share/doc/${library}/copyright DESTINATION ${doc}/warpwright RENAME copyright.${library}
          COMPONENT cli OPTIONAL)
endforeach()
