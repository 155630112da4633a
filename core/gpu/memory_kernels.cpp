#include "core/gpu/memory_kernels.h"

#include <array>

namespace warpwright::gpu {
namespace {

/// One thread works on every n-th byte, 256 threads a block. The text is the PTX of
///
///   complement(to, from, bytes):  to[i] = ~from[i]
///   differ(a, b, bytes, counts):  counts[0] += a[i] != b[i]
///   outputs(image, now, right, before, bytes, counts):
///     written = now[i] == right[i]
///     counts[0] += written,  counts[1] += !written && now[i] != ~right[i]
///     image[i] = written ? ~right[i] : before[i]
constexpr const char* code = R"ptx(
.version 6.0
.target sm_50
.address_size 64
.visible .entry warpwright_complement(
  .param .u64 warpwright_complement_param_0,
  .param .u64 warpwright_complement_param_1,
  .param .u64 warpwright_complement_param_2
)
{
  .reg .pred %p<3>;
  .reg .b16 %rs<3>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<17>;
  ld.param.u64 %rd8, [warpwright_complement_param_0];
  ld.param.u64 %rd9, [warpwright_complement_param_1];
  ld.param.u64 %rd10, [warpwright_complement_param_2];
  mov.u32 %r1, %ntid.x;
  cvt.u64.u32 %rd1, %r1;
  mov.u32 %r2, %ctaid.x;
  mul.wide.u32 %rd11, %r2, %r1;
  mov.u32 %r3, %tid.x;
  cvt.u64.u32 %rd12, %r3;
  add.s64 %rd16, %rd11, %rd12;
  setp.ge.u64 %p1, %rd16, %rd10;
  @%p1 bra $L__BB0_3;
  mov.u32 %r4, %nctaid.x;
  cvt.u64.u32 %rd13, %r4;
  mul.lo.s64 %rd3, %rd13, %rd1;
  cvta.to.global.u64 %rd4, %rd9;
  cvta.to.global.u64 %rd5, %rd8;
$L__BB0_2:
  add.s64 %rd14, %rd4, %rd16;
  ld.global.u8 %rs1, [%rd14];
  not.b16 %rs2, %rs1;
  add.s64 %rd15, %rd5, %rd16;
  st.global.u8 [%rd15], %rs2;
  add.s64 %rd16, %rd16, %rd3;
  setp.lt.u64 %p2, %rd16, %rd10;
  @%p2 bra $L__BB0_2;
$L__BB0_3:
  ret;
}
.visible .entry warpwright_differ(
  .param .u64 warpwright_differ_param_0,
  .param .u64 warpwright_differ_param_1,
  .param .u64 warpwright_differ_param_2,
  .param .u64 warpwright_differ_param_3
)
{
  .reg .pred %p<5>;
  .reg .b16 %rs<3>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<28>;
  ld.param.u64 %rd11, [warpwright_differ_param_0];
  ld.param.u64 %rd12, [warpwright_differ_param_1];
  ld.param.u64 %rd13, [warpwright_differ_param_2];
  ld.param.u64 %rd14, [warpwright_differ_param_3];
  mov.u32 %r1, %ntid.x;
  cvt.u64.u32 %rd1, %r1;
  mov.u32 %r2, %ctaid.x;
  mul.wide.u32 %rd16, %r2, %r1;
  mov.u32 %r3, %tid.x;
  cvt.u64.u32 %rd17, %r3;
  add.s64 %rd25, %rd16, %rd17;
  setp.ge.u64 %p1, %rd25, %rd13;
  mov.u64 %rd27, 0;
  @%p1 bra $L__BB1_3;
  mov.u32 %r4, %nctaid.x;
  cvt.u64.u32 %rd19, %r4;
  mul.lo.s64 %rd3, %rd19, %rd1;
  cvta.to.global.u64 %rd4, %rd11;
  cvta.to.global.u64 %rd5, %rd12;
$L__BB1_2:
  add.s64 %rd20, %rd5, %rd25;
  ld.global.u8 %rs1, [%rd20];
  add.s64 %rd21, %rd4, %rd25;
  ld.global.u8 %rs2, [%rd21];
  setp.ne.s16 %p2, %rs2, %rs1;
  selp.u64 %rd22, 1, 0, %p2;
  add.s64 %rd27, %rd27, %rd22;
  add.s64 %rd25, %rd25, %rd3;
  setp.lt.u64 %p3, %rd25, %rd13;
  @%p3 bra $L__BB1_2;
$L__BB1_3:
  setp.eq.s64 %p4, %rd27, 0;
  @%p4 bra $L__BB1_5;
  cvta.to.global.u64 %rd23, %rd14;
  atom.global.add.u64 %rd24, [%rd23], %rd27;
$L__BB1_5:
  ret;
}
.visible .entry warpwright_outputs(
  .param .u64 warpwright_outputs_param_0,
  .param .u64 warpwright_outputs_param_1,
  .param .u64 warpwright_outputs_param_2,
  .param .u64 warpwright_outputs_param_3,
  .param .u64 warpwright_outputs_param_4,
  .param .u64 warpwright_outputs_param_5
)
{
  .reg .pred %p<9>;
  .reg .b16 %rs<8>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<44>;
  ld.param.u64 %rd17, [warpwright_outputs_param_0];
  ld.param.u64 %rd18, [warpwright_outputs_param_1];
  ld.param.u64 %rd19, [warpwright_outputs_param_2];
  ld.param.u64 %rd20, [warpwright_outputs_param_3];
  ld.param.u64 %rd21, [warpwright_outputs_param_4];
  ld.param.u64 %rd24, [warpwright_outputs_param_5];
  cvta.to.global.u64 %rd1, %rd24;
  mov.u32 %r1, %ntid.x;
  cvt.u64.u32 %rd2, %r1;
  mov.u32 %r2, %ctaid.x;
  mul.wide.u32 %rd25, %r2, %r1;
  mov.u32 %r3, %tid.x;
  cvt.u64.u32 %rd26, %r3;
  add.s64 %rd39, %rd25, %rd26;
  setp.ge.u64 %p1, %rd39, %rd21;
  mov.u64 %rd42, 0;
  mov.u64 %rd43, %rd42;
  @%p1 bra $L__BB2_5;
  mov.u32 %r4, %nctaid.x;
  cvt.u64.u32 %rd29, %r4;
  mul.lo.s64 %rd4, %rd29, %rd2;
  cvta.to.global.u64 %rd5, %rd18;
  cvta.to.global.u64 %rd6, %rd19;
  cvta.to.global.u64 %rd7, %rd20;
  cvta.to.global.u64 %rd8, %rd17;
$L__BB2_2:
  add.s64 %rd30, %rd6, %rd39;
  ld.global.u8 %rs4, [%rd30];
  not.b16 %rs7, %rs4;
  and.b16 %rs5, %rs7, 255;
  add.s64 %rd31, %rd5, %rd39;
  ld.global.u8 %rs6, [%rd31];
  setp.eq.s16 %p2, %rs6, %rs4;
  selp.u64 %rd32, 1, 0, %p2;
  add.s64 %rd42, %rd42, %rd32;
  setp.ne.s16 %p3, %rs6, %rs5;
  setp.ne.s16 %p4, %rs6, %rs4;
  and.pred %p5, %p3, %p4;
  selp.u64 %rd33, 1, 0, %p5;
  add.s64 %rd43, %rd43, %rd33;
  @%p2 bra $L__BB2_4;
  add.s64 %rd34, %rd7, %rd39;
  ld.global.u8 %rs7, [%rd34];
$L__BB2_4:
  add.s64 %rd35, %rd8, %rd39;
  st.global.u8 [%rd35], %rs7;
  add.s64 %rd39, %rd39, %rd4;
  setp.lt.u64 %p6, %rd39, %rd21;
  @%p6 bra $L__BB2_2;
$L__BB2_5:
  setp.eq.s64 %p7, %rd42, 0;
  @%p7 bra $L__BB2_7;
  atom.global.add.u64 %rd36, [%rd1], %rd42;
$L__BB2_7:
  setp.eq.s64 %p8, %rd43, 0;
  @%p8 bra $L__BB2_9;
  add.s64 %rd37, %rd1, 8;
  atom.global.add.u64 %rd38, [%rd37], %rd43;
$L__BB2_9:
  ret;
}
)ptx";

constexpr unsigned threads = 256, blocks = 4096;

Error failed(const CudaDriver& driver, const char* what, CuResult result) {
  return {ErrorKind::worker, std::string(what) + ": " + driver.text(result) + ".", std::nullopt};
}

}  // namespace

Result<MemoryKernels> MemoryKernels::load(const CudaDriver& driver) {
  MemoryKernels kernels(driver);
  CuModule module = nullptr;
  if (const CuResult result = driver.cuModuleLoadData(&module, code); result != cuSuccess) {
    return failed(driver, "The worker's own kernels cannot be loaded", result);
  }
  const std::array<std::pair<const char*, CuFunction*>, 3> wanted{{{"warpwright_complement", &kernels.complement_},
                                                                   {"warpwright_differ", &kernels.differ_},
                                                                   {"warpwright_outputs", &kernels.outputs_}}};
  for (const auto& [name, function] : wanted) {
    if (const CuResult result = driver.cuModuleGetFunction(function, module, name); result != cuSuccess) {
      return failed(driver, "The worker's own kernels cannot be loaded", result);
    }
  }
  if (const CuResult result = driver.cuMemAlloc(&kernels.counts_, 2 * sizeof(uint64_t)); result != cuSuccess) {
    return failed(driver, "GPU memory cannot be had", result);
  }
  return kernels;
}

Status MemoryKernels::complement(CuAddress to, CuAddress from, uint64_t bytes) const {
  void* arguments[] = {&to, &from, &bytes};
  CuResult result = driver_->cuLaunchKernel(complement_, blocks, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr);
  if (result == cuSuccess) result = driver_->cuCtxSynchronize();
  if (result != cuSuccess) return failed(*driver_, "Outputs cannot be poisoned", result);
  return {};
}

Result<uint64_t> MemoryKernels::countDiffering(CuAddress a, CuAddress b, uint64_t bytes) const {
  CuAddress counts = counts_;
  void* arguments[] = {&a, &b, &bytes, &counts};
  const Result<Outputs> found = count(differ_, arguments);
  if (!found.ok()) return found.error();
  return found->written;
}

Result<MemoryKernels::Outputs> MemoryKernels::findOutputs(CuAddress image, CuAddress now, CuAddress reference, CuAddress before,
                                                          uint64_t bytes) const {
  CuAddress counts = counts_;
  void* arguments[] = {&image, &now, &reference, &before, &bytes, &counts};
  return count(outputs_, arguments);
}

/// Runs a kernel that counts. Requires: one of its arguments is `counts_`.
Result<MemoryKernels::Outputs> MemoryKernels::count(CuFunction function, void** arguments) const {
  std::array<uint64_t, 2> found{};
  CuResult result = driver_->cuMemcpyHtoD(counts_, found.data(), sizeof found);
  if (result == cuSuccess) {
    result = driver_->cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr);
  }
  if (result == cuSuccess) result = driver_->cuMemcpyDtoH(found.data(), counts_, sizeof found);
  if (result != cuSuccess) return failed(*driver_, "Memory on the GPU cannot be compared", result);
  return Outputs{found[0], found[1]};
}

}  // namespace warpwright::gpu
