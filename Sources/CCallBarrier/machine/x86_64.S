// SPDX-License-Identifier: Apache-2.0
// The registers of x86-64: void heddle_transfer_to(heddle_transfer *transfer); and
// bool heddle_try_copy(const void *source, void *target, size_t size), which a handler makes false where it faults.

#ifdef __x86_64__

        .text
        .globl  heddle_transfer_to
        .hidden heddle_transfer_to
        .type   heddle_transfer_to, @function
heddle_transfer_to:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rbx
        .cfi_offset %rbx, -24
        subq    $8, %rsp
        movq    %rdi, %rbx
        movq    8(%rbx), %r10           // words
        movq    16(%rbx), %r11          // placement

        movl    12(%r11), %ecx          // stack_words
        testl   %ecx, %ecx
        jz      .Lregisters
        leaq    (,%rcx,8), %rax
        subq    %rax, %rsp
        movl    16(%r11), %eax          // stack_alignment
        negq    %rax
        andq    %rax, %rsp
.Lstack:
        movq    104(%r10,%rcx,8), %rax  // from the last word, at 8 * (14 + stack_words - 1), down
        movq    %rax, -8(%rsp,%rcx,8)
        decq    %rcx
        jnz     .Lstack

.Lregisters:
        movl    20(%r11), %eax          // floats; al is what callees with "..." look at
        testl   %eax, %eax
        jz      .Lintegers
        movsd   48(%r10), %xmm0
        movsd   56(%r10), %xmm1
        movsd   64(%r10), %xmm2
        movsd   72(%r10), %xmm3
        movsd   80(%r10), %xmm4
        movsd   88(%r10), %xmm5
        movsd   96(%r10), %xmm6
        movsd   104(%r10), %xmm7
.Lintegers:
        movq    (%r10), %rdi
        movq    8(%r10), %rsi
        movq    16(%r10), %rdx
        movq    24(%r10), %rcx
        movq    32(%r10), %r8
        movq    40(%r10), %r9
        call    *(%rbx)

        movq    %rax, 32(%rbx)          // results.words
        movq    %rdx, 40(%rbx)
        movsd   %xmm0, 48(%rbx)
        movsd   %xmm1, 56(%rbx)
        movq    16(%rbx), %r11
        movl    24(%r11), %eax          // result
        subl    $2, %eax                // HEDDLE_RESULT_X87, or the pair behind it
        cmpl    $1, %eax
        ja      .Ldone
        fstpt   64(%rbx)                // results.x87
        testl   %eax, %eax
        jz      .Ldone
        fstpt   80(%rbx)
.Ldone:
        leaq    -8(%rbp), %rsp
        popq    %rbx
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   heddle_transfer_to, .-heddle_transfer_to

        .globl  heddle_try_copy
        .hidden heddle_try_copy
        .globl  heddle_try_copy_copied
        .hidden heddle_try_copy_copied
        .globl  heddle_try_copy_failed
        .hidden heddle_try_copy_failed
        .type   heddle_try_copy, @function
heddle_try_copy:
        .cfi_startproc
        cmpq    $8, %rdx
        jne     .Lbytes
        movq    (%rdi), %rax
        movq    %rax, (%rsi)
        jmp     heddle_try_copy_copied
.Lbytes:
        movq    %rdx, %rcx
        xchgq   %rsi, %rdi
        rep movsb
heddle_try_copy_copied:
        movl    $1, %eax
        ret
heddle_try_copy_failed:
        xorl    %eax, %eax
        ret
        .cfi_endproc
        .size   heddle_try_copy, .-heddle_try_copy

#endif

// On other machines too: an object without this note asks for an executable stack.
        .section .note.GNU-stack,"",%progbits
