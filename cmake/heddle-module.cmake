# SPDX-License-Identifier: Apache-2.0

# heddle_add_module(<name> SOURCES <file>...)
#
# Adds a target that builds the module <name>.so into the folder `modules` of the build tree; HEDDLE_MODULES_DIR
# names another folder. The module is built so that it
#   - shows nothing but its actions (hidden visibility) and calls its own functions, not the host's of the same name,
#   - cannot miss a symbol at run time (-z defs when it is linked, -z now when it is loaded),
#   - can be replaced by a newer one (no unique symbols, which g++ would tie to the first one loaded).
#
# heddle inspect reads each module that was built, without running it: a description that Heddle refuses is an error of
# the build. HEDDLE_INSPECT_MODULES=OFF builds without; so does a machine without the command, and one that builds for
# another. HEDDLE_COMMAND is as for heddle_add_test.
option(HEDDLE_INSPECT_MODULES "Let heddle inspect read each module that was built" ON)

function(heddle_add_module name)
    cmake_parse_arguments(PARSE_ARGV 1 module "" "" "SOURCES")
    if(NOT module_SOURCES OR module_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "heddle_add_module(${name} ...) wants SOURCES and at least one file, nothing else")
    endif()
    if(NOT HEDDLE_MODULES_DIR)
        set(HEDDLE_MODULES_DIR ${CMAKE_BINARY_DIR}/modules)
    endif()

    add_library(${name} MODULE ${module_SOURCES})
    target_link_libraries(${name} PRIVATE heddle::module)
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if("C" IN_LIST languages)
        target_compile_features(${name} PRIVATE c_std_11)
    endif()
    if("CXX" IN_LIST languages)
        target_compile_features(${name} PRIVATE cxx_std_17)
    endif()
    target_compile_options(${name} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
        # Otherwise this file is written beside the module.
        "$<$<COMPILE_LANGUAGE:Swift>:SHELL:-emit-module-dependencies-path ${CMAKE_CURRENT_BINARY_DIR}/${name}.d>")
    target_link_options(${name} PRIVATE
        LINKER:-z,defs LINKER:-z,now LINKER:-Bsymbolic-functions LINKER:--as-needed)
    string(MAKE_C_IDENTIFIER ${name} swift_name)
    set_target_properties(${name} PROPERTIES
        PREFIX ""
        SUFFIX .so
        LIBRARY_OUTPUT_DIRECTORY "${HEDDLE_MODULES_DIR}"
        C_VISIBILITY_PRESET hidden
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        Swift_MODULE_NAME ${swift_name})
    find_program(HEDDLE_COMMAND heddle HINTS ${HEDDLE_BIN_DIR})
    if(HEDDLE_INSPECT_MODULES AND HEDDLE_COMMAND AND NOT CMAKE_CROSSCOMPILING)
        add_custom_command(TARGET ${name} POST_BUILD
            COMMAND ${HEDDLE_COMMAND} inspect $<TARGET_FILE:${name}> > /dev/null VERBATIM)
    endif()
endfunction()
