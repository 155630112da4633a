// Functions of CUDA that leave compilers no choice, held to the code of an installed toolkit.
#include "analysis/rewrite/edit/rounded_functions.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <QTest>
#include <set>

#include "core/execute/gpu/gpu_compiler.h"

using namespace warpwright;

namespace {

/// May the value be a product, or what a function gives?
bool mayBeProduct(const llvm::Value* value, std::set<const llvm::Value*>& seen) {
  const auto* one = llvm::dyn_cast<llvm::Instruction>(value);
  if (!one || !seen.insert(one).second) return false;
  if (one->getOpcode() == llvm::Instruction::FMul || one->getOpcode() == llvm::Instruction::FDiv) return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(one))
    return !call->getCalledFunction() || !call->getCalledFunction()->getName().starts_with("llvm.");
  const bool hands = llvm::isa<llvm::PHINode, llvm::SelectInst>(one) || one->getOpcode() == llvm::Instruction::FNeg ||
                     one->getOpcode() == llvm::Instruction::FSub;
  return hands && std::ranges::any_of(one->operands(), [&](const llvm::Use& use) { return mayBeProduct(use, seen); });
}

bool takesProduct(const llvm::Instruction& one) {
  const bool isSum = one.getOpcode() == llvm::Instruction::FAdd || one.getOpcode() == llvm::Instruction::FSub;
  return isSum && std::ranges::any_of(one.operands(), [](const llvm::Use& use) {
           std::set<const llvm::Value*> seen;
           return mayBeProduct(use, seen);
         });
}

/// What libdevice calls it: "__nv_fast_expf" of "__expf", "__nv_fadd_rn" of "__fadd_rn", "__nv_expf" of "expf".
const llvm::Function* bodyOf(const llvm::Module& library, const std::string& name) {
  const std::string plain = name.starts_with("__") ? name.substr(2) : name;
  if (!name.starts_with("__")) return library.getFunction("__nv_" + plain);
  const llvm::Function* fast = library.getFunction("__nv_fast_" + plain);
  return fast ? fast : library.getFunction("__nv_" + plain);
}

}  // namespace

class RoundedFunctionsTest : public QObject {
  Q_OBJECT
 private slots:
  void libdeviceMakesNoneOfTheirSumsOneWithAProduct() {
    const auto nvcc = findNvcc("");
    if (!nvcc) QSKIP("no toolkit");
    const auto file = nvcc->parent_path().parent_path() / "nvvm/libdevice/libdevice.10.bc";
    auto buffer = llvm::MemoryBuffer::getFile(file.string());
    if (!buffer) QSKIP("no libdevice");
    llvm::LLVMContext context;
    auto library = llvm::parseBitcodeFile(**buffer, context);
    QVERIFY(!!library);
    size_t known = 0;
    const auto check = [&](const std::string& name) {
      const llvm::Function* function = bodyOf(**library, name);
      if (!function || function->isDeclaration()) return;
      ++known;
      for (const llvm::Instruction& one : llvm::instructions(*function)) QVERIFY2(!takesProduct(one), name.c_str());
    };
    for (const std::string& name : rewrite::roundedFunctions()) check(name);
    QVERIFY(known > 80);
    // The test sees what it is to see.
    const auto isSeen = [&](const char* name) {
      const llvm::Function* function = bodyOf(**library, name);
      return function && std::ranges::any_of(llvm::instructions(*function), takesProduct);
    };
    for (const char* name : {"powf", "log", "acosf"}) {
      QVERIFY2(isSeen(name), name);
      QVERIFY(!rewrite::roundedFunctions().contains(name));
    }
  }
};

QTEST_GUILESS_MAIN(RoundedFunctionsTest)
#include "rounded_functions_test.moc"
