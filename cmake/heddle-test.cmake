# SPDX-License-Identifier: Apache-2.0

# heddle_add_test(<name> <behaviour> [MODULES <target>...])
#
# Adds the test <name> to CTest: it runs the cases of a behaviour file with `heddle test`. MODULES are targets of
# heddle_add_module that the behaviour names by their bare names. They must be built before ctest runs, as all that it
# tests must. HEDDLE_COMMAND is the heddle that is used; it is looked for in the PATH unless it is set.
function(heddle_add_test name behaviour)
    cmake_parse_arguments(PARSE_ARGV 2 test "" "" "MODULES")
    if(test_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "heddle_add_test(${name} ...) wants a behaviour file and then MODULES, nothing else")
    endif()
    find_program(HEDDLE_COMMAND heddle REQUIRED)
    cmake_path(ABSOLUTE_PATH behaviour BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set(paths "")
    foreach(module IN LISTS test_MODULES)
        if(NOT TARGET ${module})
            message(FATAL_ERROR "heddle_add_test(${name} ...) names the module ${module}, which is no target")
        endif()
        list(APPEND paths -m $<TARGET_FILE_DIR:${module}>)
    endforeach()
    add_test(NAME ${name} COMMAND ${HEDDLE_COMMAND} test ${paths} ${behaviour})
endfunction()
