# SPDX-License-Identifier: MIT
# What the command can do without: LAPACK (eigenvalues of `bound` and `explain`), cairo (PNG) and libzip (FMUs).
#
# Sets LAPACK_FOUND, cairo_FOUND and libzip_FOUND, with the targets LAPACK::LAPACK, PkgConfig::cairo and PkgConfig::libzip.
# Each may come or go between two builds: their files are watched, and the next build looks again.
set(SALTUS_CAIRO AUTO CACHE STRING "PNG pictures by cairo: AUTO (where found), ON or OFF")

set(SALTUS_ZIP AUTO CACHE STRING "FMUs are opened by libzip: AUTO (where found), ON or OFF")

set(watched)
foreach(prefix ${CMAKE_PREFIX_PATH} ${CMAKE_SYSTEM_PREFIX_PATH})
    foreach(name lib lib64 lib/${CMAKE_LIBRARY_ARCHITECTURE} share)
        set(folder ${prefix}/${name})
        list(APPEND watched ${folder}/liblapack.* ${folder}/libblas.* ${folder}/libopenblas.*
                            ${folder}/pkgconfig/cairo.pc ${folder}/pkgconfig/libzip.pc)
    endforeach()
endforeach()
file(GLOB optional_files CONFIGURE_DEPENDS ${watched})

# What was found and is gone is forgotten, so that it is searched again.
get_cmake_property(cached CACHE_VARIABLES)
foreach(name ${cached})
    set(value "${${name}}")
    if(name MATCHES "^(BLAS|LAPACK|pkgcfg_lib_cairo|pkgcfg_lib_libzip)_" AND value MATCHES "^/" AND NOT EXISTS "${value}")
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

set(libzip_FOUND FALSE)
if(SALTUS_ZIP STREQUAL "ON")
    pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
elseif(NOT SALTUS_ZIP STREQUAL "OFF")
    unset(__pkg_config_checked_libzip CACHE)
    pkg_check_modules(libzip QUIET IMPORTED_TARGET libzip)
    if(NOT libzip_FOUND)
        message(STATUS "No libzip, so no FMUs (package libzip-dev)")
    endif()
endif()
