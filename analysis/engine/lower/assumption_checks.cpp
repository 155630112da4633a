// Checks of what a change rests on, at the accesses it is about.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/source_names.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

void callCheck(KernelModule& state, IRBuilder<>& builder, const char* name, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 8> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee = state.module->getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), types, false));
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  builder.CreateCall(callee, arguments);
}

/// Every index into an array on the way from the variable to the address, with the array's length.
void checkSubscripts(KernelModule& state, IRBuilder<>& builder, Value* thread, Value* address, uint32_t place,
                     uint32_t site) {
  while (auto* step = dyn_cast<GEPOperator>(address)) {
    // The first index of each step moves by whole objects; those behind it are subscripts.
    Type* type = step->getSourceElementType();
    for (unsigned i = 2; i < step->getNumOperands(); ++i) {
      Value* operand = step->getOperand(i);
      if (auto* structure = dyn_cast<StructType>(type)) {
        type = structure->getElementType(static_cast<unsigned>(cast<ConstantInt>(operand)->getZExtValue()));
        continue;
      }
      auto* array = dyn_cast<ArrayType>(type);
      if (!array) break;
      Value* index = builder.CreateSExtOrTrunc(operand, builder.getInt64Ty());
      callCheck(
          state, builder, "engine_check_subscript",
          {thread, index, builder.getInt64(array->getNumElements()), builder.getInt32(place), builder.getInt32(site)});
      type = array->getElementType();
    }
    address = step->getPointerOperand();
    while (auto* cast = dyn_cast<AddrSpaceCastOperator>(address)) address = cast->getPointerOperand();
  }
}

}  // namespace

void addAssumptionChecks(KernelModule& state, Instruction& access, Value& address, GlobalVariable& base, uint64_t bytes,
                         uint32_t site) {
  AssumptionTable* table = state.kernel->assumed.get();
  if (table == nullptr) return;
  const std::string object = variableName(base.getName().str());
  const uint32_t line = (*state.kernel->sites)[site].at.line;
  for (size_t i = 0; i < table->places.size(); ++i) {
    const AssumedPlace& place = table->places[i];
    if (place.line != line || place.object != object) continue;
    if (!place.kernel.empty() && place.kernel != state.kernel->name) continue;
    const uint64_t size = state.module->getDataLayout().getTypeAllocSize(base.getValueType());
    if (size == 0) continue;  // its size is given with the launch
    table->met[i] = true;
    IRBuilder<> builder(&access);
    Value* thread = state.threadIn(*access.getFunction());
    const auto number = static_cast<uint32_t>(i);
    if (place.subscripts) checkSubscripts(state, builder, thread, &address, number, site);
    Value* offset = builder.CreateSub(builder.CreatePtrToInt(&address, builder.getInt64Ty()),
                                      builder.CreatePtrToInt(&base, builder.getInt64Ty()));
    callCheck(state, builder, "engine_check_inside",
              {thread, offset, builder.getInt64(bytes), builder.getInt64(size), builder.getInt32(number),
               builder.getInt32(site)});
  }
}

}  // namespace warpwright::engine
