// SPDX-License-Identifier: Apache-2.0
//
// zlib as the system installs it.
#ifndef HEDDLE_CZLIB_SHIM_H
#define HEDDLE_CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 is a macro, which Swift does not see. 32 more than the window: either header, of gzip or of zlib.
static inline int heddle_inflate_init(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 32); }

#endif
