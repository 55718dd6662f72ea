/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layout that modules were compiled with, and that no later version of the header may change. A structure that
 * grows gets its new fields below the last line about it.
 */
#include <heddle/module.h>

#define AT(structure, field, offset) \
    HEDDLE_STATIC_ASSERT(offsetof(structure, field) == (offset), #structure "." #field " has moved");
#define IS(constant, value) HEDDLE_STATIC_ASSERT((constant) == (value), #constant " has changed");

AT(heddle_host, size, 0)
AT(heddle_host, log, 8)
AT(heddle_host, fail, 16)
AT(heddle_host, find, 24)
AT(heddle_host, call, 32)
AT(heddle_host, emit, 40)
AT(heddle_host, config_text, 48)
AT(heddle_host, config_number, 56)
AT(heddle_host, config_bool, 64)
AT(heddle_host, allocate, 72)
AT(heddle_host, release, 80)
AT(heddle_host, proceed, 88)
AT(heddle_host, answer, 96)
AT(heddle_host, config_has, 104)
AT(heddle_host, config_integer, 112)
AT(heddle_host, config_unsigned, 120)
AT(heddle_host, config_count, 128)
AT(heddle_host, module_path, 136)
AT(heddle_host, set_errno, 144)
AT(heddle_host, call_bare, 152)
AT(heddle_host, depth, 160)

AT(heddle_type, name, 0)
AT(heddle_type, text, 8)
AT(heddle_type, size, 16)
IS(sizeof(heddle_type), 24)

AT(heddle_signature, size, 0)
AT(heddle_signature, module, 8)
AT(heddle_signature, action, 16)
AT(heddle_signature, parameters, 24)
AT(heddle_signature, count, 32)
AT(heddle_signature, result, 40)

AT(heddle_call, size, 0)
AT(heddle_call, action, 8)
AT(heddle_call, arguments, 16)
AT(heddle_call, originals, 24)
AT(heddle_call, result, 32)
AT(heddle_call, state, 40)
AT(heddle_call, position, 48)
AT(heddle_call, status, 52)
AT(heddle_call, saved_errno, 56)
AT(heddle_call, reserved, 60)
AT(heddle_call, failure_code, 64)
AT(heddle_call, failure_message, 72)

AT(heddle_record, magic, 0)
AT(heddle_record, kind, 4)
AT(heddle_record, contract, 6)
AT(heddle_record, text, 8)
AT(heddle_record, value, 12)
IS(sizeof(heddle_record), 16)

IS(HEDDLE_MAGIC, 0x4C444548u)
IS(HEDDLE_DEBUG, 0)
IS(HEDDLE_INFO, 1)
IS(HEDDLE_WARNING, 2)
IS(HEDDLE_ERROR, 3)
IS(HEDDLE_BEFORE, 0)
IS(HEDDLE_INSTEAD, 1)
IS(HEDDLE_AFTER, 2)
IS(HEDDLE_PENDING, 0)
IS(HEDDLE_RETURNED, 1)
IS(HEDDLE_FAILED, 2)
IS(HEDDLE_RECORD_MODULE, 1)
IS(HEDDLE_RECORD_ACTION, 2)
IS(HEDDLE_RECORD_HOOK, 3)
IS(HEDDLE_RECORD_TYPE, 4)
IS(HEDDLE_RECORD_CREATE, 5)
IS(HEDDLE_RECORD_DESTROY, 6)
IS(HEDDLE_RECORD_NEEDS, 7)
