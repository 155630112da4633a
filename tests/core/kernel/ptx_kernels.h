#pragma once

#include <string>

#include "core/kernel/ptx_rounding.h"

namespace warpwright {

/// A kernel of two pointers, a whole number and a float with this body, as nvcc lays it out.
inline std::string kernelOf(const std::string& body) {
  return R"(.visible .entry k(
	.param .u64 k_param_0,
	.param .u64 k_param_1,
	.param .u32 k_param_2,
	.param .f32 k_param_3
)
{
	.reg .f32 	%f<99>;
	.loc	1 6 0
	ld.param.u64 	%rd1, [k_param_0];
	ld.param.u64 	%rd2, [k_param_1];
	ld.param.u32 	%r1, [k_param_2];
	ld.param.f32 	%f90, [k_param_3];
	.loc	1 7 3
	cvta.to.global.u64 	%rd3, %rd1;
	cvta.to.global.u64 	%rd4, %rd2;
	cvt.rn.f32.s32 	%f91, %r1;
	.loc	1 8 5
	ld.global.f32 	%f1, [%rd3];
	ld.global.f32 	%f2, [%rd4];
	ld.global.f32 	%f3, [%rd3+4];
	ld.global.f32 	%f4, [%rd4+4];
)" + body +
         "\tret;\n\n}\n\t.file\t1 \"/a/k.cu\"\n";
}

inline PtxRounding read(const std::string& body, const NewConstants& constants = {},
                        const PtxRounding* before = nullptr) {
  const auto rounding = ptxRounding(
      kernelOf(body), "k",
      [](const SourcePosition& at) { return std::to_string(at.line) + ":" + std::to_string(at.column); }, constants,
      before);
  if (rounding.ok()) return *rounding;
  PtxRounding none;
  none.open = rounding.error().message;
  return none;
}

/// Why two bodies may round otherwise; empty: they do not.
inline std::string difference(const std::string& before, const std::string& after, const NewConstants& constants = {}) {
  const PtxRounding was = read(before, constants);
  return toText(compareRounding(was, read(after, constants, &was)).why());
}

}  // namespace warpwright
