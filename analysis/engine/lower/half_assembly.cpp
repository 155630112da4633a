#include "analysis/engine/lower/half_assembly.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

namespace warpwright::engine {

using namespace llvm;

namespace {

class HalfAssembly {
 public:
  HalfAssembly(IRBuilder<>& builder, StringRef name) : builder_(builder), name_(name) {}

  /// `operands`: what the instruction reads, in its order.
  Value* result(ArrayRef<Value*> operands) {
    Type* f32 = builder_.getFloatTy();
    const size_t count = operands.size();
    if (count == 1 && name_ == "cvt.f32.f16")
      return builder_.CreateFPExt(builder_.CreateBitCast(operands[0], builder_.getHalfTy()), f32);
    if (count == 1 && name_ == "cvt.rn.f16.f32") return builder_.CreateFPTrunc(operands[0], builder_.getHalfTy());
    if (count == 1 && name_ == "cvt.f32.bf16") return fromBfloats(operands[0]);
    if (count == 1 && name_ == "cvt.rn.bf16.f32") return toBfloats(operands[0]);
    if (count == 2 && name_ == "cvt.rn.bf16x2.f32") {  // the first is the upper one
      Value* both =
          builder_.CreateInsertElement(PoisonValue::get(FixedVectorType::get(f32, 2)), operands[1], uint64_t{0});
      return toBfloats(builder_.CreateInsertElement(both, operands[0], uint64_t{1}));
    }
    return arithmetic(operands);
  }

 private:
  Value* arithmetic(ArrayRef<Value*> operands) {
    if (name_.contains(".sat") || name_.contains(".ftz") || name_.contains(".relu")) return nullptr;
    const bool isBfloat = name_.ends_with(".bf16") || name_.ends_with(".bf16x2");
    if (!isBfloat && !name_.ends_with(".f16") && !name_.ends_with(".f16x2")) return nullptr;
    Type* one = isBfloat ? builder_.getInt16Ty() : builder_.getHalfTy();
    Type* type = name_.ends_with("x2") ? static_cast<Type*>(FixedVectorType::get(one, 2)) : one;
    SmallVector<Value*, 3> values;
    for (Value* operand : operands) {
      if (operand->getType()->getPrimitiveSizeInBits() != type->getPrimitiveSizeInBits()) return nullptr;
      Value* value = builder_.CreateBitCast(operand, type);
      values.push_back(isBfloat ? fromBfloats(value) : value);
    }
    const size_t count = values.size();
    Value* result = count == 1 && name_.starts_with("neg.") ? builder_.CreateFNeg(values[0])
                    : count == 1 && name_.starts_with("abs.")
                        ? builder_.CreateUnaryIntrinsic(Intrinsic::fabs, values[0])
                    : count == 2 && name_.starts_with("add.") ? builder_.CreateFAdd(values[0], values[1])
                    : count == 2 && name_.starts_with("sub.") ? builder_.CreateFSub(values[0], values[1])
                    : count == 2 && name_.starts_with("mul.") ? builder_.CreateFMul(values[0], values[1])
                                                              : nullptr;
    return result && isBfloat ? toBfloats(result) : result;
  }

  Type* inBits(Type* like, Type* one) {
    return like->isVectorTy() ? static_cast<Type*>(FixedVectorType::get(one, 2)) : one;
  }

  /// Bfloats are the upper halves of floats.
  Value* fromBfloats(Value* bits) {
    Type* type = bits->getType();
    Value* wide = builder_.CreateShl(builder_.CreateZExt(bits, inBits(type, builder_.getInt32Ty())), 16);
    return builder_.CreateBitCast(wide, inBits(type, builder_.getFloatTy()));
  }
  /// The nearest, a tie to the even one.
  Value* toBfloats(Value* floats) {
    Type* wide = inBits(floats->getType(), builder_.getInt32Ty());
    Value* bits = builder_.CreateBitCast(floats, wide);
    Value* odd = builder_.CreateAnd(builder_.CreateLShr(bits, 16), ConstantInt::get(wide, 1));
    Value* rounded =
        builder_.CreateLShr(builder_.CreateAdd(builder_.CreateAdd(bits, odd), ConstantInt::get(wide, 0x7fff)), 16);
    Value* kept =
        builder_.CreateSelect(builder_.CreateFCmpUNO(floats, floats), ConstantInt::get(wide, 0x7fff), rounded);
    return builder_.CreateTrunc(kept, inBits(floats->getType(), builder_.getInt16Ty()));
  }

  IRBuilder<>& builder_;
  StringRef name_;
};

}  // namespace

Value* halfAssembly(IRBuilder<>& builder, StringRef mnemonic, StringRef operands, CallInst& call) {
  if (!mnemonic.contains("f16")) return nullptr;
  SmallVector<StringRef, 4> words;
  operands.split(words, ',');
  SmallVector<Value*, 3> values;
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef word = words[i].trim();
    unsigned number = 0;
    if (!word.consume_front("$") || word.getAsInteger(10, number)) return nullptr;
    if (i == 0 ? number != 0 : number == 0 || number > call.arg_size()) return nullptr;
    if (i > 0) values.push_back(call.getArgOperand(number - 1));
  }
  return HalfAssembly(builder, mnemonic).result(values);
}

}  // namespace warpwright::engine
