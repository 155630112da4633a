#include "analysis/engine/lower/unit_code.h"

#include <algorithm>
#include <cstring>
#include <set>

#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/managed_marks.h"
#include "analysis/engine/lower/source_names.h"
#include "analysis/engine/memory/arena.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

/// Writes the value of an initialiser to memory as the device sees it.
class ConstantWriter {
 public:
  ConstantWriter(const DataLayout& layout, UnitCode& unit) : layout_(layout), unit_(unit) {}

  bool write(const Constant& value, uint64_t at) {
    if (isa<ConstantAggregateZero>(value) || isa<UndefValue>(value) || isa<ConstantPointerNull>(value)) return true;
    if (const auto* integer = dyn_cast<ConstantInt>(&value)) return bits(integer->getValue(), at);
    if (const auto* number = dyn_cast<ConstantFP>(&value)) return bits(number->getValueAPF().bitcastToAPInt(), at);
    if (const auto* data = dyn_cast<ConstantDataSequential>(&value)) {
      std::memcpy(reinterpret_cast<void*>(at), data->getRawDataValues().data(), data->getRawDataValues().size());
      return true;
    }
    if (const auto* structure = dyn_cast<ConstantStruct>(&value)) {
      const StructLayout* offsets = layout_.getStructLayout(structure->getType());
      for (unsigned i = 0; i < structure->getNumOperands(); ++i) {
        if (!write(*structure->getOperand(i), at + offsets->getElementOffset(i))) return false;
      }
      return true;
    }
    if (isa<ConstantArray>(value) || isa<ConstantVector>(value)) {
      const uint64_t step = layout_.getTypeAllocSize(value.getOperand(0)->getType());
      for (unsigned i = 0; i < value.getNumOperands(); ++i) {
        if (!write(*cast<Constant>(value.getOperand(i)), at + i * step)) return false;
      }
      return true;
    }
    return pointer(value, at);
  }

 private:
  bool bits(const APInt& value, uint64_t at) {
    std::memcpy(reinterpret_cast<void*>(at), value.getRawData(), (value.getBitWidth() + 7) / 8);
    return true;
  }

  bool pointer(const Constant& value, uint64_t at) {
    const Constant* stripped = &value;
    if (const auto* expression = dyn_cast<ConstantExpr>(stripped)) {
      if (expression->getOpcode() == Instruction::PtrToInt) stripped = expression->getOperand(0);
    }
    if (!stripped->getType()->isPointerTy()) return false;
    APInt offset(64, 0);
    const Value* base = stripped->stripAndAccumulateConstantOffsets(layout_, offset, true);
    base = base->stripPointerCasts();
    if (const auto* function = dyn_cast<Function>(base)) {
      unit_.functionSlots.push_back({at, function->getName().str()});
      return true;
    }
    uint64_t address = offset.getZExtValue();
    if (const auto* variable = dyn_cast<GlobalVariable>(base)) {
      const auto found = unit_.addresses.find(variable->getName().str());
      if (found == unit_.addresses.end()) return false;
      address += found->second;
    } else if (!isa<ConstantPointerNull>(base)) {
      return false;
    }
    std::memcpy(reinterpret_cast<void*>(at), &address, sizeof address);
    return true;
  }

  const DataLayout& layout_;
  UnitCode& unit_;
};

std::vector<std::string> kernelsOf(const Module& module) {
  std::set<std::string> names;
  for (const Function& function : module) {
    if (function.getCallingConv() == CallingConv::PTX_Kernel && !function.isDeclaration())
      names.insert(function.getName().str());
  }
  const NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  for (unsigned n = 0; annotations && n < annotations->getNumOperands(); ++n) {
    const MDNode* node = annotations->getOperand(n);
    if (node->getNumOperands() < 2) continue;
    const auto* key = dyn_cast_or_null<MDString>(node->getOperand(1));
    const auto* function = mdconst::dyn_extract_or_null<Function>(node->getOperand(0));
    if (key && key->getString() == "kernel" && function && !function->isDeclaration())
      names.insert(function->getName().str());
  }
  return {names.begin(), names.end()};
}

SourcePosition placeOf(const GlobalVariable& variable) {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) return {};
  const DIGlobalVariable* debug = expressions.front()->getVariable();
  return {debug->getFilename().str(), debug->getLine(), 0};
}

llvm::Expected<std::unique_ptr<Module>> parse(const DeviceUnit& unit, LLVMContext& context) {
  return parseBitcodeFile(MemoryBufferRef(unit.bitcode, unit.name), context);
}

Error unreadable(const DeviceUnit& unit, llvm::Error error) {
  return inputError("The device code of " + unit.name + " could not be read: " + toString(std::move(error)) + ".");
}

struct VariablePlaces {
  Arena& arena;
  const std::map<std::string, uint64_t>& wanted;
  bool areWishes = false;

  /// `managed`: the host has the variable, too.
  Result<uint64_t> placeOf(const std::string& name, uint64_t bytes, const std::string& description,
                           const SourcePosition& at, bool managed) const {
    const auto known = wanted.find(name);
    if (known != wanted.end()) {
      Status placed = arena.allocateAt(known->second, bytes, description, at);
      if (placed.ok()) return known->second;
      if (!areWishes) return placed.error();
    }
    return managed ? arena.allocatePages(bytes, description, at) : arena.allocate(bytes, description, at);
  }
};

}  // namespace

std::string bitcodeOf(const Module& module) {
  std::string text;
  raw_string_ostream stream(text);
  WriteBitcodeToFile(module, stream);
  return text;
}

Result<UnitCode> placeUnit(DeviceUnit unit, Arena& arena, const std::map<std::string, uint64_t>& places,
                           bool placesAreWishes) {
  LLVMContext context;
  auto module = parse(unit, context);
  if (!module) return unreadable(unit, module.takeError());
  UnitCode code;
  code.kernels = kernelsOf(**module);
  const DataLayout& layout = (*module)->getDataLayout();
  const VariablePlaces variablePlaces{arena, places, placesAreWishes};
  const std::vector<GlobalVariable*> managed = managedVariables(**module);
  std::vector<const GlobalVariable*> placed;
  for (const GlobalVariable& variable : (*module)->globals()) {
    if (variable.isDeclaration() || variable.getAddressSpace() == 3 || variable.getName().starts_with("llvm."))
      continue;
    if (staysInCode(variable)) continue;
    const uint64_t bytes = layout.getTypeAllocSize(variable.getValueType());
    const bool constant = variable.getAddressSpace() == 4 || variable.isConstant();
    const char* kind = variable.hasPrivateLinkage() ? "" : constant ? "__constant__ " : "__device__ ";
    const std::string name = variable.getName().str();
    const bool isManaged = std::find(managed.begin(), managed.end(), &variable) != managed.end();
    auto address = variablePlaces.placeOf(name, bytes, kind + variableName(name), placeOf(variable), isManaged);
    if (!address.ok()) return address.error();
    code.addresses[name] = address.value();
    code.variables[name] = {address.value(), bytes, constant, variable.isConstant(), !variable.hasPrivateLinkage()};
    placed.push_back(&variable);
  }
  ConstantWriter writer(layout, code);
  for (const GlobalVariable* variable : placed) {
    if (!variable->hasInitializer()) continue;
    const Constant* value = ConstantFoldConstant(variable->getInitializer(), layout);
    if (!writer.write(*value, code.addresses[variable->getName().str()])) {
      return inputError("The initial value of " + demangled(variable->getName().str()) + " in " + unit.name +
                        " cannot be computed before the program runs.");
    }
  }
  code.name = std::move(unit.name);
  code.bitcode = std::move(unit.bitcode);
  return code;
}

Result<DeviceUnit> linkUnits(const std::vector<DeviceUnit>& units) {
  LLVMContext context;
  Module linked("device code", context);
  Linker linker(linked);
  for (const DeviceUnit& unit : units) {
    auto module = parse(unit, context);
    if (!module) return unreadable(unit, module.takeError());
    linked.setTargetTriple((*module)->getTargetTriple());
    linked.setDataLayout((*module)->getDataLayout());
    if (linker.linkInModule(std::move(*module))) {
      return inputError("The device code of " + unit.name + " does not link with that of the other files.");
    }
  }
  return DeviceUnit{units.size() == 1 ? units.front().name : "the linked device code", bitcodeOf(linked)};
}

}  // namespace warpwright::engine
