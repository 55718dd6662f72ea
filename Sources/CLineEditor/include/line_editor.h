// SPDX-License-Identifier: Apache-2.0
//
// Lines that a user edits in the terminal, by what libedit has of the readline library's interface.
//
// All of it belongs to one thread.
#ifndef HEDDLE_LINE_EDITOR_H
#define HEDDLE_LINE_EDITOR_H

#include <stdbool.h>

/// Notes the mode of the terminal that standard input is.
void heddle_terminal_note(void);

/// Gives the terminal the mode that was noted, whatever a program has made of it since, and makes reading wait.
void heddle_terminal_restore(void);

/// Returns the candidate of a number, from 0, for the word that ends at the cursor: memory of malloc, NULL behind the
/// last one. `line` is the line up to the cursor.
typedef char *heddle_candidate_function(const char *line, const char *word, int number);

/// Prepares the editor, which keeps at most so many lines of history; false where there is no libedit. `name` is that of
/// the program in the user's `.editrc`, and both texts stay where they are; `breaks` are the characters that stand
/// between words.
bool heddle_line_editor_prepare(
    const char *name, const char *breaks, int history, heddle_candidate_function *candidate);

/// Reads a line, in the mode that the terminal had at first: memory of malloc, without the line's end; NULL at the end
/// of the input, and after Ctrl-C, which then sets `is_interrupted`. Meanwhile the thread has the encoding UTF-8; the
/// process keeps its locale.
char *heddle_line_editor_read(const char *prompt, bool *is_interrupted);

/// Adds a line to the history, unless it is the latest one.
void heddle_line_editor_remember(const char *line);

#endif
