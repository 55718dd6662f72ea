// SPDX-License-Identifier: Apache-2.0

/// The numbers of `errno` with their names, as Linux has them on every machine that Heddle runs on.
package enum ErrorNumbers {
    /// The name of each number from 1 on; `-` where there is none.
    private static let names = """
        EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY
        EEXIST EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK
        EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT
        EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME
        ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ
        EBADFD EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK
        EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT
        EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS
        EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS
        ESTALE EUCLEAN ENOTNAM ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED
        EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    /// The names that a number has besides.
    private static let further: [String: Int] = ["EWOULDBLOCK": 11, "EDEADLOCK": 35, "ENOTSUP": 95]

    /// The name of a number, such as `ENOENT`; nil if it has none.
    package static func name(of number: Int32) -> String? {
        guard number > 0, number <= names.count, names[Int(number) - 1] != "-" else { return nil }
        return names[Int(number) - 1]
    }

    /// The number with its name, such as `2 (ENOENT)`.
    package static func text(of number: Int32) -> String { name(of: number).map { "\(number) (\($0))" } ?? "\(number)" }

    /// The names as those of constants.
    static let constants: ConstantNames = {
        var constants = ConstantNames()
        constants.add(
            names.enumerated().filter { $0.element != "-" }.map {
                .init($0.element, .number(.integer(Int128($0.offset + 1))))
            }
                + further.map { .init($0.key, .number(.integer(Int128($0.value)))) })
        return constants.named(after: "errno")
    }()
}

extension ConstantNames {
    /// The names that stand for numbers at a part of a call: those of the module, and for `errno` its own as well.
    package func names(at root: CallPath.Root) -> ConstantNames {
        root == .errno ? adding(ErrorNumbers.constants) : self
    }
}
