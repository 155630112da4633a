# What CPack makes of the install rules: three Debian packages, and an archive that runs wherever it is unpacked.
# packaging/package builds what is needed and calls it.
set(CPACK_PACKAGE_NAME warpwright)
set(CPACK_PACKAGE_VENDOR Warpwright)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${WARPWRIGHT_MAINTAINER}")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/packaging/cmake/package_components.cmake)
set(CPACK_ARCHIVE_FILE_EXTENSION tar.zst)
set(CPACK_PACKAGE_FILE_NAME warpwright-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME warpwright)
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION devel)
# What dpkg-shlibdeps cannot see: the headers with which host code is read.
set(CPACK_DEBIAN_CLI_PACKAGE_DEPENDS "libclang-common-19-dev, libstdc++-12-dev, libc6-dev")
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "openssh-client")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "warpwright-ide, libwarpwright-runtime-dev, nvidia-cuda-toolkit")
set(CPACK_DEBIAN_CLI_DESCRIPTION "data placement for CUDA kernels, proved
Warpwright reads CUDA kernels, finds data that is kept in the wrong place,
proves what may be moved, writes the change, runs original and variant side
by side and compares what they compute. It needs no GPU and no CUDA toolkit:
kernels run on the processor.

This package has the command line and the workers that it starts.")
set(CPACK_DEBIAN_IDE_PACKAGE_NAME warpwright-ide)
set(CPACK_DEBIAN_IDE_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_IDE_PACKAGE_DEPENDS "warpwright (= ${PROJECT_VERSION}), qt6-qpa-plugins")
set(CPACK_DEBIAN_IDE_PACKAGE_RECOMMENDS "breeze-icon-theme, fonts-hack, fonts-noto-core")
set(CPACK_DEBIAN_IDE_DESCRIPTION "data placement for CUDA kernels, proved: the window
Warpwright reads CUDA kernels, finds data that is kept in the wrong place,
proves what may be moved, writes the change, runs original and variant side
by side and applies the change with one click.

This package has the desktop program.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libwarpwright-runtime-dev)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libstdc++-12-dev | libstdc++-dev")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "order of tasks for irregular CUDA kernels
Which tasks of an irregular kernel share a thread block is decided while the
program runs, from its own index arrays. Programs that Warpwright changed so
are linked with this library.

This package has the headers and the static library.")
include(CPack)
