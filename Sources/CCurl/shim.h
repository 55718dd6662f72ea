// SPDX-License-Identifier: Apache-2.0
//
// libcurl as the system installs it. Swift cannot call functions with a variable number of arguments: here is one for
// each type that an option or an information has.
#ifndef HEDDLE_CCURL_SHIM_H
#define HEDDLE_CCURL_SHIM_H

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075500
#error "libcurl 7.85 or newer is needed"
#endif

typedef size_t (*heddle_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode heddle_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode heddle_curl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode heddle_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode heddle_curl_set_receiver(CURL *curl, CURLoption option, heddle_curl_receiver value) {
    return curl_easy_setopt(curl, option, value);
}

// The bytes are copied.
static inline CURLcode heddle_curl_set_bytes(CURL *curl, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl_easy_setopt(curl, option, &blob);
}

// As many bytes as CURLOPT_POSTFIELDSIZE says are copied. Of an empty body there is no address.
static inline CURLcode heddle_curl_set_body(CURL *curl, const void *bytes) {
    return curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, bytes ? bytes : "");
}

static inline long heddle_curl_number(CURL *curl, CURLINFO information) {
    long value = 0;
    curl_easy_getinfo(curl, information, &value);
    return value;
}

static inline curl_off_t heddle_curl_offset(CURL *curl, CURLINFO information) {
    curl_off_t value = 0;
    curl_easy_getinfo(curl, information, &value);
    return value;
}

#endif
