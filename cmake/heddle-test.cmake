# SPDX-License-Identifier: Apache-2.0

# heddle_add_test(<name> <behaviour> [MODULES <target>...] [OFFER <target>...] [TIMEOUT <seconds>] [LABELS <label>...] [WHOLE])
#
# Adds the cases of a behaviour file to CTest, each, and each row of a table, as a test of its own by the name
# `<name>.<case>`. They are asked for when ctest starts, so that the tests are always those of the file as it is; where
# that cannot be read, the one test <name> says why and fails. A case's tags are its labels. A case that needs others is
# not run where one of these has failed, and its test runs them again before it, since each test is a process of its own.
#
# MODULES are targets of heddle_add_module that the behaviour names by their bare names. They must be built before ctest
# runs, as all that it tests must. OFFER are targets whose HEDDLE_OFFERS stand in for the services of a program. TIMEOUT is how long each test may take, LABELS are labels of all of them. With WHOLE
# the file is one test, <name>. HEDDLE_COMMAND is the heddle that is used; unless it is set, it is the one beside the
# package, or else one of the PATH.
#
# The project says enable_testing() in its first CMakeLists.txt; without that there would be no tests, and no word.
set(_HEDDLE_TEST_SCRIPTS ${CMAKE_CURRENT_LIST_DIR})

function(heddle_add_test name behaviour)
    cmake_parse_arguments(PARSE_ARGV 2 test "WHOLE" "TIMEOUT" "MODULES;OFFER;LABELS")
    if(test_UNPARSED_ARGUMENTS OR test_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR
            "heddle_add_test(${name} ...) wants a behaviour file and then MODULES, OFFER, TIMEOUT, LABELS and WHOLE, nothing else")
    endif()
    find_program(HEDDLE_COMMAND heddle HINTS ${HEDDLE_BIN_DIR})
    if(NOT HEDDLE_COMMAND)
        message(FATAL_ERROR
            "heddle_add_test(${name} ...) needs the command heddle, which is neither in ${HEDDLE_BIN_DIR} nor in the PATH: "
            "build it with scripts/build and install again, or set HEDDLE_COMMAND to its path")
    endif()
    # At the end of the project, since enable_testing may come later.
    get_property(is_checked GLOBAL PROPERTY _HEDDLE_CHECKS_TESTING)
    if(NOT is_checked)
        set_property(GLOBAL PROPERTY _HEDDLE_CHECKS_TESTING TRUE)
        cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==] CALL _heddle_check_testing [==[${name}]==])")
    endif()
    cmake_path(ABSOLUTE_PATH behaviour BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set(paths "")
    foreach(module IN LISTS test_MODULES test_OFFER)
        if(NOT TARGET ${module})
            message(FATAL_ERROR "heddle_add_test(${name} ...) names the module ${module}, which is no target")
        endif()
    endforeach()
    foreach(module IN LISTS test_MODULES)
        list(APPEND paths -m $<TARGET_FILE_DIR:${module}>)
    endforeach()
    foreach(module IN LISTS test_OFFER)
        list(APPEND paths --offer $<TARGET_FILE:${module}>)
    endforeach()
    set(properties "")
    if(DEFINED test_TIMEOUT)
        list(APPEND properties TIMEOUT ${test_TIMEOUT})
    endif()
    if(test_WHOLE)
        add_test(NAME ${name} COMMAND ${HEDDLE_COMMAND} test ${paths} ${behaviour})
        set_tests_properties(${name} PROPERTIES ${properties} LABELS "${test_LABELS}")
    else()
        _heddle_add_cases()
    endif()
endfunction()

# Refuses a project whose tests CTest would never see.
function(_heddle_check_testing name)
    if(NOT CMAKE_TESTING_ENABLED)
        message(FATAL_ERROR
            "heddle_add_test(${name} ...) adds tests that ctest does not see: "
            "call enable_testing() in ${CMAKE_SOURCE_DIR}/CMakeLists.txt")
    endif()
endfunction()

# What ctest reads when it starts: one file for each configuration, since the folders of modules may be others in each.
macro(_heddle_add_cases)
    string(MD5 id "${name}")
    set(base ${CMAKE_CURRENT_BINARY_DIR}/heddle-test-${id})
    file(GENERATE OUTPUT ${base}-$<CONFIG>.cmake CONTENT
"include([==[${_HEDDLE_TEST_SCRIPTS}/heddle-discover.cmake]==])
_heddle_discover_cases([==[${name}]==] [==[${behaviour}]==] [==[${HEDDLE_COMMAND}]==]
    [==[${paths}]==] [==[${properties}]==] [==[${test_LABELS}]==])
")
    get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    set(configuration "${CMAKE_BUILD_TYPE}")
    if(is_multi)
        set(configuration "\${CTEST_CONFIGURATION_TYPE}")
    endif()
    file(WRITE ${base}.cmake "include(\"${base}-${configuration}.cmake\")\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${base}.cmake)
endmacro()
