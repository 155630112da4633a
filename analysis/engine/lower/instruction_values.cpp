#include "analysis/engine/lower/instruction_values.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace warpwright::engine {

using namespace llvm;

namespace {

/// The engine's function that computes it as roughly; null: it is no approximation.
const char* approximation(StringRef name) {
  return StringSwitch<const char*>(name)
      .StartsWith("ex2.approx", "nvvm_ex2_approx_f")
      .StartsWith("lg2.approx", "nvvm_lg2_approx_f")
      .StartsWith("sin.approx", "nvvm_sin_approx_f")
      .StartsWith("cos.approx", "nvvm_cos_approx_f")
      .StartsWith("rcp.approx", "nvvm_rcp_approx_f")
      .StartsWith("sqrt.approx", "nvvm_sqrt_approx_f")
      .StartsWith("rsqrt.approx", "nvvm_rsqrt_approx_f")
      .StartsWith("tanh.approx", "nvvm_tanh_approx_f")
      .Default(nullptr);
}

/// Of instructions with one operand.
Value* unaryValue(IRBuilder<>& builder, StringRef name, CallInst& call) {
  Value* operand = call.getArgOperand(0);
  Type* type = call.getType();
  if (const char* function = type->isFloatTy() ? approximation(name) : nullptr) {
    Module& module = *call.getModule();
    return builder.CreateCall(module.getOrInsertFunction(function, type, type), {operand});
  }
  if (name.starts_with("rcp.")) return builder.CreateFDiv(ConstantFP::get(type, 1.0), operand);
  if (name.starts_with("sqrt.")) return builder.CreateUnaryIntrinsic(Intrinsic::sqrt, operand);
  if (name.starts_with("popc.")) return builder.CreateUnaryIntrinsic(Intrinsic::ctpop, operand);
  if (name.starts_with("clz.")) return builder.CreateBinaryIntrinsic(Intrinsic::ctlz, operand, builder.getFalse());
  if (name.starts_with("brev.")) return builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, operand);
  if (name.starts_with("bfind.u32")) {
    Value* zeros = builder.CreateBinaryIntrinsic(Intrinsic::ctlz, operand, builder.getFalse());
    return builder.CreateSub(builder.getInt32(31), zeros);
  }
  return nullptr;
}

}  // namespace

Value* instructionValue(IRBuilder<>& builder, StringRef name, CallInst& call) {
  Module& module = *call.getModule();
  const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  const bool isSigned = name.rsplit('.').second.starts_with("s");
  const unsigned count = call.arg_size();
  if (count == 1) return unaryValue(builder, name, call);
  if (count == 3 && name.starts_with("vabsdiff4.u32.u32.u32")) {
    // Four bytes at a time; with .add their sum and the third operand.
    Type* bytes = FixedVectorType::get(builder.getInt8Ty(), 4);
    Type* wide = FixedVectorType::get(builder.getInt32Ty(), 4);
    auto four = [&](unsigned i) { return builder.CreateZExt(builder.CreateBitCast(argument(i), bytes), wide); };
    Value* apart =
        builder.CreateBinaryIntrinsic(Intrinsic::abs, builder.CreateSub(four(0), four(1)), builder.getFalse());
    if (name.ends_with(".add")) return builder.CreateAdd(builder.CreateAddReduce(apart), argument(2));
    return builder.CreateBitCast(builder.CreateTrunc(apart, bytes), builder.getInt32Ty());
  }
  if (count == 3 && (name == "bfe.u32" || name == "bfe.s32" || name == "prmt.b32")) {
    const char* function = name == "bfe.u32" ? "nvvm_bfe_u32" : name == "bfe.s32" ? "nvvm_bfe_s32" : "__nv_byte_perm";
    Type* i32 = builder.getInt32Ty();
    return builder.CreateCall(module.getOrInsertFunction(function, i32, i32, i32, i32),
                              {argument(0), argument(1), argument(2)});
  }
  if (count == 4 && name == "bfi.b32") {
    Type* i32 = builder.getInt32Ty();
    return builder.CreateCall(module.getOrInsertFunction("nvvm_bfi_b32", i32, i32, i32, i32, i32),
                              {argument(0), argument(1), argument(2), argument(3)});
  }
  if (count == 2 && name.starts_with("mul.wide.")) {
    return builder.CreateMul(builder.CreateIntCast(argument(0), call.getType(), isSigned),
                             builder.CreateIntCast(argument(1), call.getType(), isSigned));
  }
  if (count == 3 && name.starts_with("mad.lo.")) {
    return builder.CreateAdd(builder.CreateMul(argument(0), argument(1)), argument(2));
  }
  if (count == 3 && name.starts_with("fma.rn.")) {
    return builder.CreateIntrinsic(Intrinsic::fma, {call.getType()}, {argument(0), argument(1), argument(2)});
  }
  return nullptr;
}

}  // namespace warpwright::engine
