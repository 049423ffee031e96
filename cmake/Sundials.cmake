# SPDX-License-Identifier: MIT
# SUNDIALS with KLU, as static libraries: the target saltus_sundials, if they are there.
#
# SALTUS_SUNDIALS says where they are: AUTO takes what tools/sundials.sh has made in build/sundials, if it has; ON insists
# on it; OFF goes without; anything else is a folder with include/ and lib/ of SUNDIALS 6, built static with KLU. Debian's
# libsundials-dev is not taken: it is not optimised, and its headers want MPI.
set(SALTUS_SUNDIALS AUTO CACHE STRING "SUNDIALS, for the classic methods: AUTO (where found), ON, OFF or a folder")

# In the order of linking: who needs comes before who is needed.
set(sundials_names cvode ida arkode sunlinsolklu sunlinsolband sunlinsoldense sunmatrixsparse sunmatrixband sunmatrixdense
                   sunnonlinsolnewton sunnonlinsolfixedpoint nvecserial generic)
set(klu_names klu amd colamd btf suitesparseconfig)

# Sets sundials_libraries and sundials_headers, or sundials_lacks to what is missing.
function(saltus_find_sundials folder)
    set(lacks)
    set(libraries)
    set(headers ${folder}/include)
    set(config ${headers}/sundials/sundials_config.h)
    if(EXISTS ${config})
        file(STRINGS ${config} version REGEX "define SUNDIALS_VERSION ")
        string(REGEX MATCH "[0-9.]+" version "${version}")
        if(NOT version MATCHES "^6[.]")
            string(APPEND lacks " (version 6 is wanted, there is '${version}')")
        endif()
    else()
        string(APPEND lacks " ${config}")
    endif()
    foreach(name ${sundials_names})
        set(library ${folder}/lib/libsundials_${name}.a)
        if(NOT EXISTS ${library})
            string(APPEND lacks " ${library}")
        endif()
        list(APPEND libraries ${library})
    endforeach()
    find_path(klu_headers NAMES klu.h PATH_SUFFIXES suitesparse)
    list(APPEND headers ${klu_headers})
    foreach(name ${klu_names})
        find_library(${name}_library NAMES lib${name}.a)
        if(NOT klu_headers OR NOT ${name}_library)
            string(APPEND lacks " lib${name}.a or its header (package libsuitesparse-dev)")
        endif()
        list(APPEND libraries ${${name}_library})
    endforeach()
    mark_as_advanced(klu_headers klu_library amd_library colamd_library btf_library suitesparseconfig_library)
    set(sundials_lacks "${lacks}" PARENT_SCOPE)
    set(sundials_libraries "${libraries}" PARENT_SCOPE)
    set(sundials_headers "${headers}" PARENT_SCOPE)
    set(sundials_version "${version}" PARENT_SCOPE)
endfunction()

if(NOT SALTUS_SUNDIALS STREQUAL "OFF")
    set(sundials_folder ${SALTUS_SUNDIALS})
    if(SALTUS_SUNDIALS MATCHES "^(AUTO|ON)$")
        set(sundials_folder ${CMAKE_CURRENT_SOURCE_DIR}/build/sundials)
        # The stamp is written last. Builds look again when it comes or goes.
        file(GLOB sundials_stamp CONFIGURE_DEPENDS ${sundials_folder}/stamp)
    else()
        get_filename_component(sundials_folder ${SALTUS_SUNDIALS} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    endif()

    saltus_find_sundials(${sundials_folder})
    if(NOT sundials_lacks)
        message(STATUS "SUNDIALS ${sundials_version} for the classic methods: ${sundials_folder}")
        add_library(saltus_sundials INTERFACE)
        target_include_directories(saltus_sundials SYSTEM INTERFACE ${sundials_headers})
        target_link_libraries(saltus_sundials INTERFACE ${sundials_libraries} m)
    elseif(SALTUS_SUNDIALS STREQUAL "AUTO")
        message(STATUS "No SUNDIALS, so no classic methods; `make sundials` gets it")
    else()
        message(FATAL_ERROR "SALTUS_SUNDIALS is ${SALTUS_SUNDIALS}, but these are missing:${sundials_lacks}\n"
                            "`make sundials` makes them in build/sundials.")
    endif()
endif()
