# Switches between the fibers of a thread block: saves the callee-saved registers on the running stack and takes those
# of the other. Every switch returns through the same chain of calls, so the processor predicts the returns.
#   void engineSwitchContext(void** save, void* load)
        .text
        .globl  engineSwitchContext
        .type   engineSwitchContext, @function
engineSwitchContext:
        .cfi_startproc
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
# A signal handler leaves device code by setting the stack pointer to a saved one and going on here.
        .globl  engineResumeContext
        .type   engineResumeContext, @function
engineResumeContext:
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .cfi_endproc
        .size   engineSwitchContext, .-engineSwitchContext

# The first frame of a new fiber: its entry function is in %r12, its argument in %r13. The entry never returns.
        .globl  engineStartContext
        .type   engineStartContext, @function
engineStartContext:
        .cfi_startproc
        .cfi_undefined rip
        movq    %r13, %rdi
        xorl    %ebp, %ebp
        callq   *%r12
        ud2
        .cfi_endproc
        .size   engineStartContext, .-engineStartContext
        .section .note.GNU-stack,"",@progbits
