#include "analysis/engine/lower/assembly_values.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

namespace warpwright::engine {

using namespace llvm;

namespace {

class AssemblyValues {
 public:
  AssemblyValues(IRBuilder<>& builder, CallInst& call) : builder_(builder), call_(call) {
    const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
    for (const InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints()) {
      if (constraint.Type == InlineAsm::isClobber) continue;
      if (constraint.Type == InlineAsm::isOutput) {
        outputs_.push_back(nullptr);
        continue;
      }
      Value* argument = inputs_ < call.arg_size() ? call.getArgOperand(inputs_) : nullptr;
      ++inputs_;
      // "+r": what is read under the number of the output.
      unsigned tied = 0;
      if (!constraint.Codes.empty() && !StringRef(constraint.Codes[0]).getAsInteger(10, tied) &&
          tied < outputs_.size()) {
        outputs_[tied] = argument;
      }
    }
  }

  Value* result(StringRef text) {
    std::string plain;
    for (StringRef rest = text; !rest.empty();) {
      auto [line, next] = rest.split('\n');
      plain += line.split("//").first.str() + ' ';
      rest = next;
    }
    std::replace(plain.begin(), plain.end(), '\t', ' ');
    StringRef body = StringRef(plain).trim();
    if (body.consume_front("{") && !body.consume_back("}")) return nullptr;
    SmallVector<StringRef, 8> statements;
    body.split(statements, ';');
    for (const StringRef statement : statements) {
      if (!statement.trim().empty() && !run(statement.trim())) return nullptr;
    }
    return collected();
  }

 private:
  static unsigned widthOf(StringRef type) {
    unsigned bits = 0;
    return type.size() < 2 || type.drop_front().getAsInteger(10, bits) ? 0 : bits;
  }
  Type* typeOf(StringRef name) {
    if (name == "pred") return builder_.getInt1Ty();
    const unsigned bits = widthOf(name);
    if (name.starts_with("f"))
      return bits == 32 ? builder_.getFloatTy() : bits == 64 ? builder_.getDoubleTy() : nullptr;
    const bool known =
        (name[0] == 'b' || name[0] == 'u' || name[0] == 's') && (bits == 8 || bits == 16 || bits == 32 || bits == 64);
    return known ? builder_.getIntNTy(bits) : nullptr;
  }

  Value* as(Value* value, Type* type) {
    if (value->getType()->isPointerTy()) value = builder_.CreatePtrToInt(value, builder_.getInt64Ty());
    if (value->getType() == type) return value;
    if (value->getType()->isFloatingPointTy()) {
      value = builder_.CreateBitCast(value, builder_.getIntNTy(value->getType()->getPrimitiveSizeInBits()));
    }
    if (type->isPointerTy())
      return builder_.CreateIntToPtr(builder_.CreateIntCast(value, builder_.getInt64Ty(), false), type);
    if (type->isIntegerTy()) return builder_.CreateIntCast(value, type, false);
    const bool fits =
        type->isFloatingPointTy() && type->getPrimitiveSizeInBits() == value->getType()->getPrimitiveSizeInBits();
    return fits ? builder_.CreateBitCast(value, type) : nullptr;
  }

  Value* operand(StringRef text, Type* type) {
    text = text.trim();
    unsigned number = 0;
    if (StringRef rest = text; rest.consume_front("$") && !rest.getAsInteger(10, number)) {
      const size_t outputs = outputs_.size();
      Value* value = nullptr;
      if (number < outputs)
        value = outputs_[number];
      else if (number - outputs < call_.arg_size())
        value = call_.getArgOperand(number - outputs);
      return value ? as(value, type) : nullptr;
    }
    if (const auto found = registers_.find(text); found != registers_.end()) return as(found->second, type);
    int64_t literal = 0;
    uint64_t large = 0;
    text.consume_back("U");
    if (!type->isIntegerTy()) return nullptr;
    if (!text.getAsInteger(0, literal)) return ConstantInt::get(type, static_cast<uint64_t>(literal), true);
    return text.getAsInteger(0, large) ? nullptr : ConstantInt::get(type, large);
  }

  bool assign(StringRef target, Value* value) {
    if (value == nullptr) return false;
    unsigned number = 0;
    if (StringRef rest = target.trim(); rest.consume_front("$") && !rest.getAsInteger(10, number)) {
      if (number >= outputs_.size()) return false;
      outputs_[number] = value;
    } else {
      registers_[target.trim()] = value;
    }
    return true;
  }

  bool run(StringRef statement) {
    if (statement.starts_with(".reg")) return true;
    if (statement.contains('{') || statement.contains('[') || statement.starts_with("@")) return false;
    const auto [name, rest] = statement.split(' ');
    SmallVector<StringRef, 4> operands;
    rest.split(operands, ',');
    if (operands.size() < 2) return false;
    SmallVector<StringRef, 5> words;
    name.split(words, '.');
    if (words.size() < 2) return false;
    Type* type = typeOf(words.back());
    if (type == nullptr) return false;
    if (words[0] == "setp") return assign(operands[0], compared(words, operands, type));
    if (words[0] == "selp" && operands.size() == 4) {
      Value *yes = operand(operands[1], type), *no = operand(operands[2], type),
            *choice = operand(operands[3], builder_.getInt1Ty());
      return yes && no && choice && assign(operands[0], builder_.CreateSelect(choice, yes, no));
    }
    if (words[0] == "cvt") return assign(operands[0], converted(words, operands, type));
    SmallVector<Value*, 3> values;
    for (size_t i = 1; i < operands.size(); ++i) {
      // How far a shift goes has 32 bits, whatever is shifted.
      const bool isAmount = i + 1 == operands.size() && (words[0] == "shl" || words[0] == "shr" || words[0] == "shf");
      values.push_back(operand(operands[i], isAmount ? builder_.getInt32Ty() : type));
      if (values.back() == nullptr) return false;
    }
    return assign(operands[0], type->isFloatingPointTy() ? floats(words, values) : integers(words, values, type));
  }

  Value* converted(ArrayRef<StringRef> words, ArrayRef<StringRef> operands, Type* from) {
    Type* to = words.size() == 3 ? typeOf(words[1]) : nullptr;  // roundings have more words
    if (!to || !to->isIntegerTy() || !from->isIntegerTy()) return nullptr;
    Value* value = operand(operands[1], from);
    return value ? builder_.CreateIntCast(value, to, words.back().starts_with("s")) : nullptr;
  }

  Value* compared(ArrayRef<StringRef> words, ArrayRef<StringRef> operands, Type* type) {
    if (words.size() != 3 || operands.size() != 3 || !type->isIntegerTy()) return nullptr;
    Value *a = operand(operands[1], type), *b = operand(operands[2], type);
    const bool isSigned = words.back().starts_with("s");
    using Is = CmpInst::Predicate;
    const Is is = StringSwitch<Is>(words[1])
                      .Case("eq", Is::ICMP_EQ)
                      .Case("ne", Is::ICMP_NE)
                      .Case("lt", isSigned ? Is::ICMP_SLT : Is::ICMP_ULT)
                      .Case("le", isSigned ? Is::ICMP_SLE : Is::ICMP_ULE)
                      .Case("gt", isSigned ? Is::ICMP_SGT : Is::ICMP_UGT)
                      .Case("ge", isSigned ? Is::ICMP_SGE : Is::ICMP_UGE)
                      .Default(Is::BAD_ICMP_PREDICATE);
    return a && b && is != Is::BAD_ICMP_PREDICATE ? builder_.CreateICmp(is, a, b) : nullptr;
  }

  Value* floats(ArrayRef<StringRef> words, ArrayRef<Value*> values) {
    const bool plain = words.size() == 2 || (words.size() == 3 && words[1] == "rn");
    if (!plain) return nullptr;
    if (words[0] == "mov" && values.size() == 1) return values[0];
    if (words[0] == "fma" && values.size() == 3)
      return builder_.CreateIntrinsic(Intrinsic::fma, {values[0]->getType()}, values);
    if (words[0] == "neg" && values.size() == 1) return builder_.CreateFNeg(values[0]);
    if (words[0] == "abs" && values.size() == 1) return builder_.CreateUnaryIntrinsic(Intrinsic::fabs, values[0]);
    if (values.size() != 2) return nullptr;
    if (words[0] == "add") return builder_.CreateFAdd(values[0], values[1]);
    if (words[0] == "sub") return builder_.CreateFSub(values[0], values[1]);
    return words[0] == "mul" ? builder_.CreateFMul(values[0], values[1]) : nullptr;
  }

  Value* integers(ArrayRef<StringRef> words, ArrayRef<Value*> v, Type* type) {
    const StringRef name = words[0], way = words.size() > 2 ? words[1] : "";
    const bool isSigned = words.back().starts_with("s");
    const unsigned width = type->getIntegerBitWidth();
    if (name == "shf" && words.size() == 4 && v.size() == 3) return funnel(words[1] == "l", words[2] == "clamp", v);
    if (name == "cvta" && v.size() == 1) return v[0];
    if ((name == "mul" || name == "mad") && (way == "lo" || way == "hi" || way == "wide") &&
        v.size() == (name == "mul" ? 2u : 3u)) {
      Type* wide = builder_.getIntNTy(2 * width);
      Value* product = builder_.CreateMul(builder_.CreateIntCast(v[0], wide, isSigned),
                                          builder_.CreateIntCast(v[1], wide, isSigned));
      if (way == "hi") product = builder_.CreateLShr(product, width);
      if (name == "mad" && way == "wide") return nullptr;
      if (way != "wide") product = builder_.CreateTrunc(product, type);
      return name == "mad" ? builder_.CreateAdd(product, v[2]) : product;
    }
    if (words.size() != 2) return nullptr;  // carries, saturation
    if (v.size() == 1) {
      if (name == "mov") return v[0];
      if (name == "not") return builder_.CreateNot(v[0]);
      if (name == "neg") return builder_.CreateNeg(v[0]);
      return name == "abs" ? builder_.CreateBinaryIntrinsic(Intrinsic::abs, v[0], builder_.getFalse()) : nullptr;
    }
    if (v.size() != 2) return nullptr;
    if (name == "shl" || name == "shr") return shifted(name == "shl", isSigned, v[0], v[1]);
    const Intrinsic::ID extreme = name == "min"   ? (isSigned ? Intrinsic::smin : Intrinsic::umin)
                                  : name == "max" ? (isSigned ? Intrinsic::smax : Intrinsic::umax)
                                                  : Intrinsic::not_intrinsic;
    if (extreme != Intrinsic::not_intrinsic) return builder_.CreateBinaryIntrinsic(extreme, v[0], v[1]);
    const auto operation = StringSwitch<int>(name)
                               .Case("add", Instruction::Add)
                               .Case("sub", Instruction::Sub)
                               .Case("and", Instruction::And)
                               .Case("or", Instruction::Or)
                               .Case("xor", Instruction::Xor)
                               .Default(-1);
    return operation < 0 ? nullptr : builder_.CreateBinOp(static_cast<Instruction::BinaryOps>(operation), v[0], v[1]);
  }

  /// By the width or more, nothing is left, or the sign.
  Value* shifted(bool left, bool isSigned, Value* value, Value* by) {
    const unsigned width = value->getType()->getIntegerBitWidth();
    Value* fits = builder_.CreateICmpULT(by, builder_.getInt32(width));
    Value* amount =
        builder_.CreateIntCast(builder_.CreateSelect(fits, by, builder_.getInt32(width - 1)), value->getType(), false);
    if (!left && isSigned) return builder_.CreateAShr(value, amount);
    Value* moved = left ? builder_.CreateShl(value, amount) : builder_.CreateLShr(value, amount);
    return builder_.CreateSelect(fits, moved, ConstantInt::get(value->getType(), 0));
  }

  /// Two words side by side, the second the upper one, shifted; the upper word of that, or the lower one.
  Value* funnel(bool left, bool clamps, ArrayRef<Value*> v) {
    if (!v[0]->getType()->isIntegerTy(32)) return nullptr;
    Type* i64 = builder_.getInt64Ty();
    Value* by = clamps ? builder_.CreateBinaryIntrinsic(Intrinsic::umin, v[2], builder_.getInt32(32))
                       : builder_.CreateAnd(v[2], builder_.getInt32(31));
    Value* amount = builder_.CreateZExt(by, i64);
    Value* both =
        builder_.CreateOr(builder_.CreateZExt(v[0], i64), builder_.CreateShl(builder_.CreateZExt(v[1], i64), 32));
    Value* moved = left ? builder_.CreateLShr(builder_.CreateShl(both, amount), 32) : builder_.CreateLShr(both, amount);
    return builder_.CreateTrunc(moved, builder_.getInt32Ty());
  }

  Value* collected() {
    Type* type = call_.getType();
    for (Value* output : outputs_) {
      if (output == nullptr) return nullptr;
    }
    auto* several = dyn_cast<StructType>(type);
    if (several == nullptr) return outputs_.size() == 1 ? as(outputs_[0], type) : nullptr;
    if (several->getNumElements() != outputs_.size()) return nullptr;
    Value* result = PoisonValue::get(several);
    for (unsigned i = 0; i < outputs_.size(); ++i) {
      Value* part = as(outputs_[i], several->getElementType(i));
      if (part == nullptr) return nullptr;
      result = builder_.CreateInsertValue(result, part, i);
    }
    return result;
  }

  IRBuilder<>& builder_;
  CallInst& call_;
  unsigned inputs_ = 0;
  SmallVector<Value*, 4> outputs_;  // what is in them: at the start, what a "+r" reads
  StringMap<Value*> registers_;
};

}  // namespace

Value* assemblyValues(IRBuilder<>& builder, StringRef text, CallInst& call) {
  return call.getType()->isVoidTy() ? nullptr : AssemblyValues(builder, call).result(text);
}

}  // namespace warpwright::engine
