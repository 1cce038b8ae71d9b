# SPDX-License-Identifier: MIT
# A static tactus leaves Qhull, and oneTBB, Highway and assimp if it was built with them, to be linked by its user, so the
# user's project has to find them too.
include(CMakeFindDependencyMacro)
find_dependency(Qhull CONFIG)
find_package(TBB CONFIG QUIET)
find_package(hwy CONFIG QUIET)
find_package(assimp CONFIG QUIET)
include(${CMAKE_CURRENT_LIST_DIR}/tactusTargets.cmake)
# find_package(tactus REQUIRED COMPONENTS study): a library that was not built is named together with the option that
# builds it, instead of a linker's error later.
set(tactus_option_study TACTUS_BUILD_STUDY)
set(tactus_option_mesh_files TACTUS_BUILD_MESH_FILES)
foreach(tactus_component IN ITEMS scenes rigid dem)
  set(tactus_option_${tactus_component} TACTUS_BUILD_SIM)
endforeach()
foreach(tactus_component IN LISTS tactus_FIND_COMPONENTS)
  set(tactus_${tactus_component}_FOUND TRUE)
  if(NOT TARGET tactus::${tactus_component})
    set(tactus_${tactus_component}_FOUND FALSE)
    if(tactus_FIND_REQUIRED_${tactus_component})
      set(tactus_FOUND FALSE)
      set(tactus_NOT_FOUND_MESSAGE "The installed tactus has no library tactus::${tactus_component}.")
      if(tactus_option_${tactus_component})
        string(APPEND tactus_NOT_FOUND_MESSAGE
               " Build and install tactus again with -D${tactus_option_${tactus_component}}=ON.")
      endif()
    endif()
  endif()
endforeach()
