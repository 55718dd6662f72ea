// SPDX-License-Identifier: Apache-2.0
// libffi as the system installs it.
#include <ffi.h>
