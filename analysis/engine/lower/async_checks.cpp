#include "analysis/engine/lower/async_checks.h"

#include <llvm/IR/IRBuilder.h>

#include "analysis/engine/lower/device_functions.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

void callCheck(KernelModule& module, CallInst& before, const char* name, ArrayRef<Value*> arguments) {
  IRBuilder<> builder(&before);
  SmallVector<Type*, 4> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee callee =
      module.module->getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), types, false));
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  builder.CreateCall(callee, arguments);
}

}  // namespace

void checkAsyncCopy(KernelModule& module, CallInst& call, Value& to, Value& bytes, Value& from, Value& read) {
  if (!module.mode.check) return;
  IRBuilder<> builder(&call);
  Value* address = builder.CreatePtrToInt(&to, builder.getInt64Ty());
  Value* source = builder.CreatePtrToInt(&from, builder.getInt64Ty());
  callCheck(module, call, asyncCopyCheck,
            {module.threadIn(*call.getFunction()), address, &bytes, source, &read,
             builder.getInt32(module.addSite(call, SiteKind::store))});
}

void checkAsyncStep(KernelModule& module, CallInst& call, Value* groups) {
  if (!module.mode.check) return;
  Value* thread = module.threadIn(*call.getFunction());
  if (groups == nullptr)
    callCheck(module, call, asyncCommitCheck, {thread});
  else
    callCheck(module, call, asyncWaitCheck, {thread, groups});
}

}  // namespace warpwright::engine
