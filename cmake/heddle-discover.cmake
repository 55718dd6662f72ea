# SPDX-License-Identifier: Apache-2.0

# Read by ctest when it starts: it asks heddle for the cases of a behaviour and adds a test for each. Lists of cases are
# taken apart by hand, since a list of CMake would take the semicolons in their names for its own.

# What stands for a case in fixtures, whose names may not be anything as those of cases may.
function(_heddle_fixture result name case)
    string(MD5 id "${case}")
    set(${result} "${name}.${id}" PARENT_SCOPE)
endfunction()

# The labels of a case: its tags.
function(_heddle_labels result json)
    set(labels "")
    string(JSON left LENGTH "${json}" tags)
    while(left GREATER 0)
        math(EXPR left "${left} - 1")
        string(JSON tag GET "${json}" tags ${left})
        string(REPLACE ";" "\\;" tag "${tag}")
        list(PREPEND labels "${tag}")
    endwhile()
    set(${result} "${labels}" PARENT_SCOPE)
endfunction()

# The fixtures that stand for what a case needs.
function(_heddle_needs result name json)
    set(fixtures "")
    string(JSON left LENGTH "${json}" needs)
    while(left GREATER 0)
        math(EXPR left "${left} - 1")
        string(JSON need GET "${json}" needs ${left})
        _heddle_fixture(fixture "${name}" "${need}")
        list(PREPEND fixtures "${fixture}")
    endwhile()
    set(${result} "${fixtures}" PARENT_SCOPE)
endfunction()

# The last three are lists: options for heddle, properties and labels of every test.
function(_heddle_discover_cases name behaviour heddle options properties labels)
    execute_process(COMMAND "${heddle}" list --cases "${behaviour}" --json
        OUTPUT_VARIABLE lines ERROR_QUIET RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        # It fails, and says why.
        add_test("${name}" "${heddle}" test ${options} "${behaviour}")
        set_tests_properties("${name}" PROPERTIES ${properties} LABELS "${labels}")
        return()
    endif()
    while(NOT lines STREQUAL "")
        string(FIND "${lines}" "\n" end)
        string(SUBSTRING "${lines}" 0 ${end} line)
        math(EXPR next "${end} + 1")
        string(SUBSTRING "${lines}" ${next} -1 lines)
        string(JSON case GET "${line}" name)
        _heddle_labels(tags "${line}")
        _heddle_needs(needed "${name}" "${line}")
        _heddle_fixture(own "${name}" "${case}")
        add_test("${name}.${case}" "${heddle}" test ${options} --name "${case}" "${behaviour}")
        set_tests_properties("${name}.${case}" PROPERTIES ${properties}
            LABELS "${tags};${labels}" FIXTURES_SETUP "${own}" FIXTURES_REQUIRED "${needed}")
    endwhile()
endfunction()
