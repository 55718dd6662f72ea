// SPDX-License-Identifier: Apache-2.0
// The registers of AArch64: void heddle_transfer_to(heddle_transfer *transfer); and
// bool heddle_try_copy(const void *source, void *target, size_t size), which a handler makes false where it faults.

#ifdef __aarch64__

        .text
        .globl  heddle_transfer_to
        .hidden heddle_transfer_to
        .type   heddle_transfer_to, %function
        .p2align 4
heddle_transfer_to:
        .cfi_startproc
        hint    #34                     // bti c
        stp     x29, x30, [sp, #-32]!
        .cfi_def_cfa_offset 32
        .cfi_offset x29, -32
        .cfi_offset x30, -24
        mov     x29, sp
        .cfi_def_cfa x29, 32
        str     x19, [sp, #16]
        .cfi_offset x19, -16
        mov     x19, x0
        ldr     x9, [x19, #8]           // words
        ldr     x10, [x19, #16]         // placement

        ldr     w11, [x10, #12]         // stack_words
        cbz     w11, .Lregisters
        ldr     w12, [x10, #16]         // stack_alignment
        neg     x12, x12
        sub     x13, sp, x11, lsl #3
        and     x13, x13, x12
        mov     sp, x13
        add     x12, x9, #208           // the stack's words, behind the registers
.Lstack:
        sub     x11, x11, #1
        ldr     x14, [x12, x11, lsl #3]
        str     x14, [x13, x11, lsl #3]
        cbnz    x11, .Lstack

.Lregisters:
        ldr     w11, [x10, #20]         // floats
        cbz     w11, .Lintegers
        ldp     q0, q1, [x9, #80]
        ldp     q2, q3, [x9, #112]
        ldp     q4, q5, [x9, #144]
        ldp     q6, q7, [x9, #176]
.Lintegers:
        ldp     x0, x1, [x9]
        ldp     x2, x3, [x9, #16]
        ldp     x4, x5, [x9, #32]
        ldp     x6, x7, [x9, #48]
        ldr     x8, [x9, #64]
        ldr     x16, [x19]
        blr     x16

        stp     x0, x1, [x19, #32]      // results.words
        stp     q0, q1, [x19, #48]
        stp     q2, q3, [x19, #80]
        mov     sp, x29
        ldr     x19, [sp, #16]
        .cfi_restore x19
        ldp     x29, x30, [sp], #32
        .cfi_def_cfa sp, 0
        .cfi_restore x29
        .cfi_restore x30
        ret
        .cfi_endproc
        .size   heddle_transfer_to, .-heddle_transfer_to

        .globl  heddle_try_copy
        .hidden heddle_try_copy
        .globl  heddle_try_copy_copied
        .hidden heddle_try_copy_copied
        .globl  heddle_try_copy_failed
        .hidden heddle_try_copy_failed
        .type   heddle_try_copy, %function
        .p2align 4
heddle_try_copy:
        .cfi_startproc
        hint    #34                     // bti c
        cbz     x2, heddle_try_copy_copied
        cmp     x2, #8
        b.ne    .Lbytes
        ldr     x3, [x0]
        str     x3, [x1]
        b       heddle_try_copy_copied
.Lbytes:
        ldrb    w3, [x0], #1
        strb    w3, [x1], #1
        subs    x2, x2, #1
        b.ne    .Lbytes
heddle_try_copy_copied:
        mov     w0, #1
        ret
heddle_try_copy_failed:
        mov     w0, #0
        ret
        .cfi_endproc
        .size   heddle_try_copy, .-heddle_try_copy

        // Every function here begins with bti.
        .section .note.gnu.property,"a",%note
        .p2align 3
        .word   4, 16, 5
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0

#endif

// On other machines too: an object without this note asks for an executable stack.
        .section .note.GNU-stack,"",%progbits
