#include "core/execute/gpu/memory_kernels.h"

#include <array>
#include <string>
#include <vector>

namespace warpwright::gpu {
namespace {

/// Text of a kernel that goes over bytes: thread t of n works on bytes t, t + n, t + 2n, … `%i` is the byte's number in
/// the body,
/// `%a`, `%b` and `%c` are bytes, `%p2` and `%p3` conditions, `%at` an address, `%n0` and `%n1` what this thread has
/// counted.
struct ByteKernel {
  std::string name;
  std::vector<std::string> pointers;  ///< its first parameters; then come `bytes` and, where it counts, `counts`
  unsigned counts = 0;                ///< how many numbers it adds to `counts`
  std::string body;
};

std::string loaded(const std::string& byte, const std::string& pointer) {
  return "add.s64 %at, %" + pointer + ", %i;\nld.global.u8 %" + byte + ", [%at];\n";
}
std::string stored(const std::string& pointer, const std::string& byte) {
  return "add.s64 %at, %" + pointer + ", %i;\nst.global.u8 [%at], %" + byte + ";\n";
}
std::string counted(const std::string& number, const std::string& condition) {
  return "selp.u64 %one, 1, 0, %" + condition + ";\nadd.s64 %n" + number + ", %n" + number + ", %one;\n";
}

std::string textOf(const ByteKernel& kernel) {
  std::vector<std::string> parameters = kernel.pointers;
  parameters.emplace_back("bytes");
  if (kernel.counts > 0) parameters.emplace_back("counts");
  std::string declared, registers, start, end;
  for (const std::string& parameter : parameters) {
    const std::string place = kernel.name + "_" + parameter;
    declared += (declared.empty() ? ".param .u64 " : ", .param .u64 ") + place;
    registers += ", %" + parameter;
    start += "ld.param.u64 %" + parameter + ", [" + place + "];\n";
    if (parameter != "bytes") start += "cvta.to.global.u64 %" + parameter + ", %" + parameter + ";\n";
  }
  for (unsigned i = 0; i < kernel.counts; ++i) {
    const std::string number = std::to_string(i);
    start += "mov.u64 %n" + number + ", 0;\n";
    end += "setp.eq.s64 %p1, %n" + number + ", 0;\n@!%p1 atom.global.add.u64 %at, [%counts+" + std::to_string(8 * i) +
           "], %n" + number + ";\n";
  }
  return ".visible .entry " + kernel.name + "(" + declared + ")\n{\n" +
         ".reg .pred %p<4>;\n.reg .b16 %a, %b, %c;\n.reg .b32 %r<5>;\n.reg .b64 %i, %step, %at, %one, %n<2>" +
         registers + ";\n" + start +
         "mov.u32 %r1, %ntid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %tid.x;\nmov.u32 %r4, %nctaid.x;\n"
         "mul.wide.u32 %i, %r2, %r1;\ncvt.u64.u32 %at, %r3;\nadd.s64 %i, %i, %at;\nmul.wide.u32 %step, %r4, %r1;\n"
         "setp.ge.u64 %p1, %i, %bytes;\n@%p1 bra $END;\n$LOOP:\n" +
         kernel.body + "add.s64 %i, %i, %step;\nsetp.lt.u64 %p1, %i, %bytes;\n@%p1 bra $LOOP;\n$END:\n" + end +
         "ret;\n}\n";
}

}  // namespace

/// complement(to, from, bytes):  to[i] = ~from[i]
/// differ(left, right, bytes, counts):  counts[0] += left[i] != right[i]
/// outputs(image, now, right, before, bytes, counts):
///   written = now[i] == right[i]
///   counts[0] += written,  counts[1] += !written && now[i] != ~right[i]
///   image[i] = written ? ~right[i] : before[i]
std::string memoryKernelsText() {
  const ByteKernel complement{
      "warpwright_complement", {"to", "from"}, 0, loaded("a", "from") + "not.b16 %a, %a;\n" + stored("to", "a")};
  const ByteKernel differ{
      "warpwright_differ",
      {"left", "right"},
      1,
      loaded("a", "left") + loaded("b", "right") + "setp.ne.s16 %p2, %a, %b;\n" + counted("0", "p2")};
  const ByteKernel outputs{
      "warpwright_outputs",
      {"image", "now", "right", "before"},
      2,
      loaded("a", "now") + loaded("b", "right") + "not.b16 %c, %b;\nand.b16 %c, %c, 255;\nsetp.eq.s16 %p2, %a, %b;\n" +
          counted("0", "p2") + "setp.ne.s16 %p3, %a, %c;\nnot.pred %p1, %p2;\nand.pred %p3, %p3, %p1;\n" +
          counted("1", "p3") + "@%p2 bra $WRITTEN;\n" + loaded("c", "before") + "$WRITTEN:\n" + stored("image", "c")};
  return ".version 6.0\n.target sm_50\n.address_size 64\n" + textOf(complement) + textOf(differ) + textOf(outputs);
}

namespace {

constexpr unsigned threads = 256, blocks = 4096;

Error failed(const CudaDriver& driver, const char* what, CuResult result) {
  return {ErrorKind::worker, std::string(what) + ": " + driver.text(result) + ".", std::nullopt};
}

}  // namespace

Result<MemoryKernels> MemoryKernels::load(const CudaDriver& driver) {
  MemoryKernels kernels(driver);
  CuModule module = nullptr;
  const std::string text = memoryKernelsText();
  if (const CuResult result = driver.cuModuleLoadData(&module, text.c_str()); result != cuSuccess) {
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

Result<MemoryKernels::Outputs> MemoryKernels::findOutputs(CuAddress image, CuAddress now, CuAddress reference,
                                                          CuAddress before, uint64_t bytes) const {
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
