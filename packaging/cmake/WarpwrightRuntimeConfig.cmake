# find_package(WarpwrightRuntime) gives Warpwright::warpwright_runtime, which programs link that `task_repartition`
# changed.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/WarpwrightRuntime.cmake)
