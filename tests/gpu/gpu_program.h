#pragma once

/// A kernel as PTX, so that tests on a GPU need no compiler: out[i] = in[i] + addend, and one thread counts the launch.
inline constexpr const char* addToPtx = R"(
.version 6.4
.target sm_50
.address_size 64
.visible .global .align 4 .u32 launches;
.visible .const .align 4 .u32 addend = 5;
.visible .entry addTo(.param .u64 out, .param .u64 in, .param .u32 n)
{
  .reg .pred %p<3>;
  .reg .b32 %r<10>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [in];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd2, %rd3;
  add.s64 %rd5, %rd1, %rd3;
  ld.global.u32 %r6, [%rd4];
  ld.const.u32 %r7, [addend];
  add.s32 %r8, %r6, %r7;
  st.global.u32 [%rd5], %r8;
  setp.ne.s32 %p2, %r5, 0;
  @%p2 bra DONE;
  mov.u64 %rd6, launches;
  red.global.add.u32 [%rd6], 1;
DONE:
  ret;
}
)";

inline constexpr int addToCount = 100'000, addToBlock = 256;
