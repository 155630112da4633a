#include "analysis/resources/device_math.h"

#include <array>
#include <string_view>
#include <vector>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

namespace warpwright::resources {
namespace {

using llvm::Intrinsic::ID;

/// How an intrinsic is called for a function of libdevice.
enum class Form {
  same,            ///< the arguments as they are, overloaded on their type
  fixed,           ///< the arguments as they are, no overload
  withFlag,        ///< one more argument: false ("the result for zero, or for the least number, is defined")
  scaledArgument,  ///< as `fixed`, of the argument times `scale`
  scaledResult,    ///< as `fixed`, the result times `scale`
};

struct Known {
  std::string_view name;
  ID id;
  Form form = Form::same;
  double scale = 1;
};

/// Without the prefix `__nv_`. Roots round as libdevice's do unless it is told otherwise.
constexpr std::array<Known, 48> few{{
    {"min", llvm::Intrinsic::smin},
    {"llmin", llvm::Intrinsic::smin},
    {"umin", llvm::Intrinsic::umin},
    {"ullmin", llvm::Intrinsic::umin},
    {"max", llvm::Intrinsic::smax},
    {"llmax", llvm::Intrinsic::smax},
    {"umax", llvm::Intrinsic::umax},
    {"ullmax", llvm::Intrinsic::umax},
    {"abs", llvm::Intrinsic::abs, Form::withFlag},
    {"llabs", llvm::Intrinsic::abs, Form::withFlag},
    {"popc", llvm::Intrinsic::ctpop},
    {"popcll", llvm::Intrinsic::ctpop},
    {"brev", llvm::Intrinsic::bitreverse},
    {"brevll", llvm::Intrinsic::bitreverse},
    {"clz", llvm::Intrinsic::ctlz, Form::withFlag},
    {"clzll", llvm::Intrinsic::ctlz, Form::withFlag},
    {"fabsf", llvm::Intrinsic::fabs},
    {"fabs", llvm::Intrinsic::fabs},
    {"fminf", llvm::Intrinsic::minnum},
    {"fmin", llvm::Intrinsic::minnum},
    {"fmaxf", llvm::Intrinsic::maxnum},
    {"fmax", llvm::Intrinsic::maxnum},
    {"fmaf", llvm::Intrinsic::fma},
    {"fma", llvm::Intrinsic::fma},
    {"sqrtf", llvm::Intrinsic::sqrt},
    {"sqrt", llvm::Intrinsic::sqrt},
    {"floorf", llvm::Intrinsic::floor},
    {"floor", llvm::Intrinsic::floor},
    {"ceilf", llvm::Intrinsic::ceil},
    {"ceil", llvm::Intrinsic::ceil},
    {"truncf", llvm::Intrinsic::trunc},
    {"trunc", llvm::Intrinsic::trunc},
    {"rintf", llvm::Intrinsic::rint},
    {"rint", llvm::Intrinsic::rint},
    {"nearbyintf", llvm::Intrinsic::nearbyint},
    {"nearbyint", llvm::Intrinsic::nearbyint},
    {"copysignf", llvm::Intrinsic::copysign},
    {"copysign", llvm::Intrinsic::copysign},
    {"rsqrtf", llvm::Intrinsic::nvvm_rsqrt_approx_f, Form::fixed},
    {"fast_sinf", llvm::Intrinsic::nvvm_sin_approx_f, Form::fixed},
    {"fast_cosf", llvm::Intrinsic::nvvm_cos_approx_f, Form::fixed},
    {"fast_log2f", llvm::Intrinsic::nvvm_lg2_approx_f, Form::fixed},
    {"exp2f", llvm::Intrinsic::nvvm_ex2_approx_f, Form::fixed},
    {"fast_fdividef", llvm::Intrinsic::nvvm_div_approx_f, Form::fixed},
    // e^x is 2^(x log2 e), and ln x is log2 x times ln 2.
    {"fast_expf", llvm::Intrinsic::nvvm_ex2_approx_f, Form::scaledArgument, 1.4426950408889634},
    {"fast_exp10f", llvm::Intrinsic::nvvm_ex2_approx_f, Form::scaledArgument, 3.3219280948873623},
    {"fast_logf", llvm::Intrinsic::nvvm_lg2_approx_f, Form::scaledResult, 0.6931471805599453},
    {"fast_log10f", llvm::Intrinsic::nvvm_lg2_approx_f, Form::scaledResult, 0.3010299956639812},
}};

/// Functions of several of the above.
struct Several {
  std::string_view name;
  unsigned parameters = 1, instructions = 1;
  llvm::Value* (*build)(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>);
};

constexpr std::array<Several, 2> several{{
    {"fast_powf", 2, 3,
     [](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> x) -> llvm::Value* {
       llvm::Value* log = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_lg2_approx_f, {}, {x[0]});
       return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_ex2_approx_f, {}, {builder.CreateFMul(x[1], log)});
     }},
    {"fast_tanf", 1, 3,
     [](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> x) -> llvm::Value* {
       llvm::Value* sine = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_sin_approx_f, {}, {x[0]});
       llvm::Value* cosine = builder.CreateIntrinsic(llvm::Intrinsic::nvvm_cos_approx_f, {}, {x[0]});
       return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_div_approx_f, {}, {sine, cosine});
     }},
}};

constexpr std::string_view prefix = "__nv_";

template <typename Table>
const typename Table::value_type* findIn(const Table& table, std::string_view function) {
  if (!function.starts_with(prefix)) return nullptr;
  for (const auto& one : table) {
    if (function.substr(prefix.size()) == one.name) return &one;
  }
  return nullptr;
}

bool isFixed(Form form) {
  return form != Form::same && form != Form::withFlag;
}

void writeBody(llvm::Function& function, const Known& known) {
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", &function));
  llvm::SmallVector<llvm::Value*, 4> arguments;
  for (llvm::Argument& argument : function.args()) arguments.push_back(&argument);
  const auto scaled = [&](llvm::Value* value) {
    return builder.CreateFMul(value, llvm::ConstantFP::get(value->getType(), known.scale));
  };
  if (known.form == Form::scaledArgument) arguments.front() = scaled(arguments.front());
  llvm::SmallVector<llvm::Type*, 1> overload;
  if (!isFixed(known.form)) overload.push_back(arguments.front()->getType());
  if (known.form == Form::withFlag) arguments.push_back(builder.getFalse());
  llvm::Function* intrinsic = llvm::Intrinsic::getDeclaration(function.getParent(), known.id, overload);
  llvm::Value* result = builder.CreateCall(intrinsic, arguments);
  if (known.form == Form::scaledResult) result = scaled(result);
  if (function.getReturnType()->isIntegerTy()) result = builder.CreateIntCast(result, function.getReturnType(), false);
  builder.CreateRet(result);
}

void writeBody(llvm::Function& function, const Several& known) {
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", &function));
  llvm::SmallVector<llvm::Value*, 4> arguments;
  for (llvm::Argument& argument : function.args()) arguments.push_back(&argument);
  builder.CreateRet(known.build(builder, arguments));
}

// A declaration of the user's own by such a name may be anything.
bool fits(const llvm::FunctionType& type, const Known& known) {
  if (type.getNumParams() == 0) return false;
  const llvm::Type* first = type.getParamType(0);
  const bool isNumber = first->isIntegerTy() || first->isFloatTy() || first->isDoubleTy();
  const bool sameParameters = llvm::all_of(type.params(), [&](const llvm::Type* one) { return one == first; });
  const bool sameResult =
      type.getReturnType() == first || (first->isIntegerTy() && type.getReturnType()->isIntegerTy());
  return isNumber && sameParameters && sameResult && (!isFixed(known.form) || first->isFloatTy());
}
bool fits(const llvm::FunctionType& type, const Several& known) {
  return type.getNumParams() == known.parameters && type.getReturnType()->isFloatTy() &&
         llvm::all_of(type.params(), [](const llvm::Type* one) { return one->isFloatTy(); });
}

template <typename Table>
bool define(llvm::Function& function, const Table& table) {
  const auto* known = function.isDeclaration() ? findIn(table, std::string_view(function.getName())) : nullptr;
  if (!known || !fits(*function.getFunctionType(), *known)) return false;
  writeBody(function, *known);
  return true;
}

bool needsLibrary(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && function.getName().starts_with("__nv_") && !function.use_empty()) return true;
  }
  return false;
}

void linkLibrary(llvm::Module& module, const std::filesystem::path& library) {
  auto bytes = llvm::MemoryBuffer::getFile(library.string());
  if (!bytes) return;
  auto bodies = llvm::getOwningLazyBitcodeModule(std::move(*bytes), module.getContext());
  if (!bodies) return llvm::consumeError(bodies.takeError());
  (*bodies)->setTargetTriple(module.getTargetTriple());
  (*bodies)->setDataLayout(module.getDataLayout());
  llvm::Linker::linkModules(module, std::move(*bodies), llvm::Linker::Flags::LinkOnlyNeeded);
}

bool isFile(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace

std::optional<std::filesystem::path> findDeviceMath(const std::filesystem::path& toolkit,
                                                    const std::optional<std::filesystem::path>& ptxas) {
  std::vector<std::filesystem::path> roots;
  if (!toolkit.empty()) roots.push_back(toolkit);
  std::error_code error;
  if (ptxas) {
    if (const auto program = std::filesystem::canonical(*ptxas, error); !error)
      roots.push_back(program.parent_path().parent_path());
  }
  for (const std::filesystem::path& root : roots) {
    // The second is where Debian's package keeps it.
    for (const char* folder : {"nvvm/libdevice", "lib/nvidia-cuda-toolkit/libdevice"}) {
      if (const auto file = root / folder / "libdevice.10.bc"; isFile(file)) return file;
    }
  }
  return std::nullopt;
}

unsigned instructionsOfDeviceMath(std::string_view function) {
  if (const Known* known = findIn(few, function)) return known->scale == 1 ? 1 : 2;
  const Several* known = findIn(several, function);
  return known ? known->instructions : 0;
}

void defineDeviceMath(llvm::Module& module, const std::optional<std::filesystem::path>& library) {
  llvm::SmallVector<llvm::Function*> declared;
  for (llvm::Function& function : module) declared.push_back(&function);
  for (llvm::Function* function : declared) {
    if (!define(*function, few)) define(*function, several);
  }
  if (library && needsLibrary(module)) linkLibrary(module, *library);
}

}  // namespace warpwright::resources
