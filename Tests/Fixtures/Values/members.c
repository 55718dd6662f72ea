// SPDX-License-Identifier: Apache-2.0
// Structures whose members are counted by others, end in an array, or stand there by a number beside them.

#include <heddle/module.h>
#include <stdlib.h>
#include <string.h>

// ---- buffers ------------------------------------------------------------------------------------------------------

HEDDLE_TYPE(struct piece { _In_reads_(length) const int *items; unsigned char length; })
HEDDLE_TYPE(struct line { _In_reads_(2 * words) const char *text; int words; _In_reads_bytes_opt_(4) const char *key; })
HEDDLE_TYPE(struct names { _Null_terminated_ const char **list; })

HEDDLE_ACTION(int, sum_pieces, _In_reads_(count) const struct piece *pieces, int count)
int sum_pieces(const struct piece *pieces, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < pieces[i].length; j++) sum += pieces[i].items[j];
    return sum;
}

HEDDLE_ACTION(struct piece, lend_piece, int length)
struct piece lend_piece(int length) {
    static const int items[] = {1, 2, 3};
    return (struct piece){length < 0 ? NULL : items, (unsigned char)length};
}

HEDDLE_ACTION(int, line_length, _In_ const struct line *line)
int line_length(const struct line *line) {
    int length = 0;
    while (length < 2 * line->words && line->text[length] != 0) length++;
    return line->key == NULL ? length : length + line->key[3];
}

HEDDLE_ACTION(struct names, lend_names, void)
struct names lend_names(void) {
    static const char *list[] = {"warp", "weft", NULL};
    return (struct names){list};
}

// ---- arrays at the end --------------------------------------------------------------------------------------------

HEDDLE_TYPE(struct parcel { short id; unsigned short length; _In_reads_(length) short data[]; })

HEDDLE_ACTION(int, parcel_sum, _In_ const struct parcel *parcel)
int parcel_sum(const struct parcel *parcel) {
    int sum = parcel->id;
    for (int i = 0; i < parcel->length; i++) sum += parcel->data[i];
    return sum;
}

HEDDLE_ACTION(_Ret_valid_ _Free_(parcel_free) struct parcel *, parcel_make, int length)
struct parcel *parcel_make(int length) {
    struct parcel *parcel = malloc(sizeof *parcel + sizeof(short) * (size_t)length);
    *parcel = (struct parcel){7, (unsigned short)length};
    for (int i = 0; i < length; i++) parcel->data[i] = (short)(i * i);
    return parcel;
}
HEDDLE_EXPORT void parcel_free(struct parcel *parcel);
void parcel_free(struct parcel *parcel) { free(parcel); }

HEDDLE_ACTION(void, parcel_double, _Inout_ struct parcel *parcel)
void parcel_double(struct parcel *parcel) {
    for (int i = 0; i < parcel->length; i++) parcel->data[i] = (short)(parcel->data[i] * 2);
}

// It begins before the end that the structure has by itself.
HEDDLE_TYPE(struct tail { double first; int length; _In_reads_(length) short data[]; })
HEDDLE_ACTION(void, tail_double, _Inout_ struct tail *tail)
void tail_double(struct tail *tail) {
    for (int i = 0; i < tail->length; i++) tail->data[i] = (short)(tail->data[i] * 2);
}

// ---- counts that are wrong ----------------------------------------------------------------------------------------

HEDDLE_ACTION(void, piece_lie, _Inout_ struct piece *piece)
void piece_lie(struct piece *piece) { piece->length = 200; }

HEDDLE_TYPE(struct far { long length; _In_reads_(length) const int *items; })
HEDDLE_ACTION(struct far, far_lie, long length)
struct far far_lie(long length) {
    static const int items[4];
    return (struct far){length, items};
}

// ---- unions with a number beside them -----------------------------------------------------------------------------

HEDDLE_TYPE(union content {
    _Case_(1) int whole;
    _Case_(2, 3) double real;
    _Case_(4) const char *text;
    _Case_(5) struct piece piece;
})
HEDDLE_TYPE(struct variant { int kind; _Switch_is_(kind) union content is; })
HEDDLE_TYPE(struct open_variant {
    unsigned char kind;
    _Switch_is_(kind) union {
        _Case_(0) int whole;
        _Default_ struct { const char *text; int length; };
    };
})

HEDDLE_ACTION(struct variant, variant_make, int kind)
struct variant variant_make(int kind) {
    static const int items[] = {1, 2, 3};
    struct variant made = {kind, {0}};
    if (kind == 1) made.is.whole = 7;
    if (kind == 2 || kind == 3) made.is.real = 1.5;
    if (kind == 4) made.is.text = "weft";
    if (kind == 5) made.is.piece = (struct piece){items, 2};
    return made;
}

HEDDLE_ACTION(double, variant_value, struct variant variant)
double variant_value(struct variant variant) {
    switch (variant.kind) {
        case 1: return variant.is.whole;
        case 2: return variant.is.real;
        case 3: return 2 * variant.is.real;
        case 4: return (double)strlen(variant.is.text);
        case 5: return sum_pieces(&variant.is.piece, 1);
        default: return -1;
    }
}

HEDDLE_ACTION(struct open_variant, open_make, int kind)
struct open_variant open_make(int kind) {
    struct open_variant made = {(unsigned char)kind, {0}};
    if (kind != 0) made.text = "warp", made.length = kind;
    else made.whole = 9;
    return made;
}

HEDDLE_ACTION(int, open_value, struct open_variant variant)
int open_value(struct open_variant variant) {
    return variant.kind == 0 ? variant.whole : (int)strlen(variant.text) * 100 + variant.length;
}

HEDDLE_TYPE(struct caption { _In_reads_z_(room) const char *text; int room; })
HEDDLE_ACTION(int, caption_room, _In_ const struct caption *caption)
int caption_room(const struct caption *caption) { return caption->room * 100 + (int)strnlen(caption->text, (size_t)caption->room); }

HEDDLE_ACTION(struct caption, caption_make, int room)
struct caption caption_make(int room) { return (struct caption){"weft", room}; }

HEDDLE_ACTION(int, text_room, _In_reads_z_(room) const char *text, int room)
int text_room(const char *text, int room) { return room * 100 + (int)strnlen(text, (size_t)room); }

HEDDLE_ACTION(int, list_sum, _In_reads_opt_z_(room) const int *list, int room)
int list_sum(const int *list, int room) {
    int sum = 0;
    for (int i = 0; list && i < room && list[i] != 0; i++) sum += list[i];
    return sum;
}

HEDDLE_TYPE(struct sheet_size { int rows; struct { short columns; } inner; })
HEDDLE_TYPE(struct sheet { _In_reads_(extent.rows) const int *first; struct sheet_size extent; _In_reads_(extent.inner.columns) const int *second; })
HEDDLE_ACTION(struct sheet, sheet_copy, struct sheet sheet)
struct sheet sheet_copy(struct sheet sheet) {
    static int first[8], second[8];
    for (int i = 0; i < sheet.extent.rows; i++) first[i] = sheet.first[i];
    for (int i = 0; i < sheet.extent.inner.columns; i++) second[i] = sheet.second[i];
    sheet.first = first;
    sheet.second = second;
    return sheet;
}

HEDDLE_TYPE(enum amount { NONE, ONE, TWO })
HEDDLE_TYPE(struct maybe { _Bool there; _In_reads_(there) const int *it; enum amount amount; _In_reads_(amount) const int *list; })
HEDDLE_ACTION(int, maybe_sum, _In_ const struct maybe *maybe)
int maybe_sum(const struct maybe *maybe) {
    int sum = maybe->there ? 100 * maybe->it[0] : 0;
    for (int i = 0; i < (int)maybe->amount; i++) sum += maybe->list[i];
    return sum;
}

HEDDLE_ACTION(int, amount_sum, _In_reads_(amount) const int *list, enum amount amount, _In_reads_opt_(there) const int *it, _Bool there)
int amount_sum(const int *list, enum amount amount, const int *it, _Bool there) {
    int sum = there ? 100 * it[0] : 0;
    for (int i = 0; i < (int)amount; i++) sum += list[i];
    return sum;
}

HEDDLE_TYPE(struct flagged { _Bool isText; _Switch_is_(isText) union { _Case_(0) int number; _Case_(1) const char *text; }; })
HEDDLE_ACTION(int, flagged_value, struct flagged flagged)
int flagged_value(struct flagged flagged) { return flagged.isText ? (int)strlen(flagged.text) * 100 : flagged.number; }

HEDDLE_TYPE(typedef int (*piece_reader)(const struct piece *piece, const struct variant *variant, struct open_variant open, const struct names *names))
HEDDLE_ACTION(int, read_piece, piece_reader reader, int kind)
int read_piece(piece_reader reader, int kind) {
    static const char *list[] = {"warp", "weft", NULL};
    struct piece piece = lend_piece(2);
    struct variant variant = variant_make(kind);
    struct names names = {list};
    return reader(&piece, &variant, open_make(kind), &names);
}
