// SPDX-License-Identifier: Apache-2.0
// Structures with bytes that are declared as characters: zeros stand between them, and none of them may be lost.

#include <heddle/module.h>
#include <string.h>

HEDDLE_TYPE(typedef struct opaque { int number; char hidden[12]; } opaque)
HEDDLE_TYPE(typedef struct boxes { opaque each[2]; char rows[2][6]; } boxes)
HEDDLE_TYPE(typedef union view { char text[16]; long long number; struct { short head; int tail; } parts; } view)
HEDDLE_TYPE(typedef struct shown { union { char few[4]; char more[16]; }; view inner; } shown)

// Byte i of a value: every third one is a zero, beginning with byte 2.
static unsigned char byte_of(int seed, size_t i) { return i % 3 == 2 ? 0 : (unsigned char)(seed + (int)i); }

static void fill(void *at, size_t size, int seed) {
    for (size_t i = 0; i < size; i++) ((unsigned char *)at)[i] = byte_of(seed, i);
}

// The first byte that is not the one that fill has written; -1 where all are.
static int differing(const void *at, size_t size, int seed) {
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)at)[i] != byte_of(seed, i)) return (int)i;
    return -1;
}

#define FILLED(type)                                                                                                \
    HEDDLE_ACTION(type, filled_##type, int seed)                                                                    \
    type filled_##type(int seed) {                                                                                  \
        type made;                                                                                                  \
        fill(&made, sizeof made, seed);                                                                             \
        return made;                                                                                                \
    }                                                                                                               \
    HEDDLE_ACTION(int, differing_##type, type given, int seed)                                                      \
    int differing_##type(type given, int seed) { return differing(&given, sizeof given, seed); }

FILLED(opaque)
FILLED(boxes)
FILLED(view)
FILLED(shown)

HEDDLE_ACTION(void, fill_opaques, _Out_writes_(count) opaque *all, int count, int seed)
void fill_opaques(opaque *all, int count, int seed) { fill(all, sizeof *all * (size_t)count, seed); }

HEDDLE_ACTION(int, differing_opaques, _In_reads_(count) const opaque *all, int count, int seed)
int differing_opaques(const opaque *all, int count, int seed) {
    return differing(all, sizeof *all * (size_t)count, seed);
}

HEDDLE_ACTION(opaque, same_opaque, opaque value)
opaque same_opaque(opaque value) { return value; }

HEDDLE_ACTION(int, hidden_byte, opaque given, int index)
int hidden_byte(opaque given, int index) { return (unsigned char)given.hidden[index]; }

HEDDLE_TYPE(typedef struct other { char hidden[8]; } other)

HEDDLE_ACTION(int, other_byte, other given, int index)
int other_byte(other given, int index) { return (unsigned char)given.hidden[index]; }
