# A static tactus leaves Qhull, and oneTBB and Highway if it was built with them, to be linked by its user, so the user's project has
# to find them too.
include(CMakeFindDependencyMacro)
find_dependency(Qhull CONFIG)
find_package(TBB CONFIG QUIET)
find_package(hwy CONFIG QUIET)
include(${CMAKE_CURRENT_LIST_DIR}/tactusTargets.cmake)
