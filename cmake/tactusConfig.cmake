# A static tactus leaves Qhull to be linked by its user, so the user's project has to find it too.
include(CMakeFindDependencyMacro)
find_dependency(Qhull CONFIG)
include(${CMAKE_CURRENT_LIST_DIR}/tactusTargets.cmake)
