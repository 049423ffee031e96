# SPDX-License-Identifier: MIT
# What the command can do without: LAPACK (eigenvalues of `bound` and `explain`) and cairo (PNG).
#
# Sets LAPACK_FOUND and cairo_FOUND, with the targets LAPACK::LAPACK and PkgConfig::cairo. Either may
# come or go between two builds: their files are watched, and the next build looks again.
set(SALTUS_CAIRO AUTO CACHE STRING "PNG pictures by cairo: AUTO (where found), ON or OFF")

set(watched)
foreach(prefix ${CMAKE_PREFIX_PATH} ${CMAKE_SYSTEM_PREFIX_PATH})
    foreach(name lib lib64 lib/${CMAKE_LIBRARY_ARCHITECTURE} share)
        set(folder ${prefix}/${name})
        list(APPEND watched ${folder}/liblapack.* ${folder}/libblas.* ${folder}/libopenblas.*
                            ${folder}/pkgconfig/cairo.pc)
    endforeach()
endforeach()
file(GLOB optional_files CONFIGURE_DEPENDS ${watched})

# What was found and is gone is forgotten, so that it is searched again.
get_cmake_property(cached CACHE_VARIABLES)
foreach(name ${cached})
    set(value "${${name}}")
    if(name MATCHES "^(BLAS|LAPACK|pkgcfg_lib_cairo)_" AND value MATCHES "^/" AND NOT EXISTS "${value}")
        unset(${name} CACHE)
    endif()
endforeach()

find_package(LAPACK QUIET)
if(NOT LAPACK_FOUND)
    message(STATUS "No LAPACK, so no eigenvalues in `bound` and `explain` (package liblapack-dev)")
endif()

set(cairo_FOUND FALSE)
if(SALTUS_CAIRO STREQUAL "ON")
    pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)
elseif(NOT SALTUS_CAIRO STREQUAL "OFF")
    unset(__pkg_config_checked_cairo CACHE)
    pkg_check_modules(cairo QUIET IMPORTED_TARGET cairo)
    if(NOT cairo_FOUND)
        message(STATUS "No cairo, so no pictures as PNG (package libcairo2-dev)")
    endif()
endif()
