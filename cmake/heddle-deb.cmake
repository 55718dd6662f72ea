# SPDX-License-Identifier: Apache-2.0

# A package of Debian, heddle_VERSION_ARCHITECTURE.deb, with all that cmake --install puts in place.

# As Debian's own tools are told who packages.
set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
if(NOT DEFINED ENV{DEBFULLNAME} OR NOT DEFINED ENV{DEBEMAIL})
    set(maintainer "Heddle maintainers <maintainers@heddle.invalid>")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT ${maintainer})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "runs native code from a JSON file, with hooks around its calls")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Heddle loads shared libraries, calls their functions by name with checked
types, and weaves before, after and instead hooks around the calls. The calls,
their arguments and the hooks are data in a JSON file.

This package has the command, the programs that fetch and serve behaviours for
it, and what the authors of modules need: the header, a package of CMake and
one of pkg-config, and templates in C, C++, Swift and Rust.")
# What fetches behaviours verifies TLS; the others are for authors of modules, and clang for heddle bind.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, libedit2")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, gcc, pkg-config, clang")
find_program(HEDDLE_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(HEDDLE_SHLIBDEPS)
if(HEDDLE_SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
    message(STATUS "A package will not say which libraries its programs need: there is no dpkg-shlibdeps")
endif()

configure_file(cmake/heddle-package.cmake.in heddle-package.cmake @ONLY)
configure_file(cmake/debian-copyright.in debian-copyright @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/heddle-package.cmake)
include(CPack)
