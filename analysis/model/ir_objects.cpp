#include "analysis/model/ir_objects.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>

#include "analysis/model/ir_location.h"
#include "core/kernel/pointer_fields.h"

namespace warpwright::model {
namespace {

constexpr unsigned sharedSpace = 3, constantSpace = 4, globalSpace = 1;

/// The name of a type in C, for variables that the source index does not know.
std::string typeName(const llvm::Type* type) {
  while (type->isArrayTy()) type = type->getArrayElementType();
  if (type->isFloatTy()) return "float";
  if (type->isDoubleTy()) return "double";
  if (type->isIntegerTy(32)) return "int";
  if (type->isIntegerTy(64)) return "long";
  if (type->isIntegerTy(16)) return "short";
  if (type->isIntegerTy(8)) return "char";
  if (type->isPointerTy()) return "void *";
  return "object";
}

}  // namespace

ObjectTable::ObjectTable(const IrAnalyses& ir, const SourceIndex& source, KernelModel& model)
    : ir_(ir), source_(source), model_(model) {
  findChangedArguments();
}

void ObjectTable::findChangedArguments() {
  changed_.assign(ir_.function.arg_size(), false);
  for (const llvm::Argument& argument : ir_.function.args()) {
    if (!argument.hasByValAttr()) continue;
    std::vector<const llvm::Value*> open{&argument};
    while (!open.empty() && !changed_[argument.getArgNo()]) {
      const llvm::Value* value = open.back();
      open.pop_back();
      for (const llvm::User* user : value->users()) {
        if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(user)) {
          open.push_back(user);
        } else if (llvm::isa<llvm::LoadInst>(user)) {
          continue;
        } else if (const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(user);
                   copy && copy->getRawSource() == value && copy->getRawDest() != value) {
          continue;
        } else {
          changed_[argument.getArgNo()] = true;
        }
      }
    }
  }
}

bool ObjectTable::isArgumentField(const llvm::Value* address, unsigned& argument, int64_t& offset) const {
  offset = 0;
  const auto* base =
      llvm::dyn_cast<llvm::Argument>(llvm::GetPointerBaseWithConstantOffset(address, offset, ir_.layout));
  if (!base || !base->hasByValAttr() || changed_[base->getArgNo()]) return false;
  argument = base->getArgNo();
  return true;
}

std::string ObjectTable::fieldName(unsigned argument, int64_t offset) const {
  if (argument >= source_.parameters.size()) return "argument" + std::to_string(argument);
  const SourceParameter& parameter = source_.parameters[argument];
  for (const SourceParameter::Field& field : parameter.fields) {
    if (field.offset == offset) return field.name;
  }
  return parameter.name + '+' + std::to_string(offset);
}

Base ObjectTable::directBase(const llvm::Value* pointer) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer)) {
    unsigned argument = 0;
    int64_t offset = 0;
    if (!load->isVolatile() && isArgumentField(load->getPointerOperand(), argument, offset)) {
      return {ir_.function.getArg(argument), offset};
    }
  }
  return {pointer, -1};
}

std::vector<Base> ObjectTable::basesOf(const llvm::Value* pointer) const {
  std::vector<Base> found;  // in the order of the code, not of memory addresses
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> open{pointer};
  while (!open.empty()) {
    const llvm::Value* value = open.back();
    open.pop_back();
    if (!seen.insert(value).second) continue;
    if (const auto* arithmetic = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      open.push_back(arithmetic->getPointerOperand());
    } else if (const unsigned op = llvm::Operator::getOpcode(value); op == llvm::Instruction::AddrSpaceCast ||
                                                                     op == llvm::Instruction::BitCast ||
                                                                     op == llvm::Instruction::Freeze) {
      open.push_back(llvm::cast<llvm::User>(value)->getOperand(0));
    } else if (const auto* join = llvm::dyn_cast<llvm::PHINode>(value)) {
      for (const llvm::Use& incoming : join->incoming_values()) open.push_back(incoming.get());
    } else if (const auto* selection = llvm::dyn_cast<llvm::SelectInst>(value)) {
      open.push_back(selection->getTrueValue());
      open.push_back(selection->getFalseValue());
    } else if (!llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(value)) {
      const Base base = directBase(value);
      if (std::find(found.begin(), found.end(), base) == found.end()) found.push_back(base);
    }
  }
  return found;
}

ObjectId ObjectTable::objectOf(const llvm::Value* pointer) {
  const std::vector<Base> bases = basesOf(pointer);
  return bases.size() == 1 ? objectFor(bases.front()) : ObjectId{};
}

bool ObjectTable::comparesWithin(const llvm::Instruction& instruction) const {
  if (!llvm::isa<llvm::ICmpInst>(instruction)) return false;
  std::vector<Base> all = basesOf(instruction.getOperand(0));
  for (const Base& base : basesOf(instruction.getOperand(1))) {
    if (std::find(all.begin(), all.end(), base) == all.end()) all.push_back(base);
  }
  return all.size() < 2;
}

ObjectId ObjectTable::objectFor(const Base& base) {
  const auto known = ids_.find(base);
  if (known != ids_.end()) return known->second;
  ObjectId id;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base.value)) {
    MemoryObject object = describeVariable(*variable);
    // Every `extern __shared__` name is the same memory.
    if (object.isDynamic && dynamicShared_.isValid()) {
      MemoryObject& first = model_.objects[dynamicShared_.value];
      if (first.unknownReason.empty()) {
        first.unknownReason =
            "`" + first.name + "` and `" + object.name + "` are two names for the dynamic shared memory";
      }
      id = dynamicShared_;
    } else {
      const bool isDynamic = object.isDynamic;
      id = add(std::move(object), variable->getName().str());
      if (isDynamic) dynamicShared_ = id;
    }
  } else if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base.value)) {
    if (argument->getType()->isPointerTy()) id = add(describeArgument(*argument, base.field), "");
  } else if (llvm::isa<llvm::AllocaInst>(base.value)) {
    id = add(describeLocal(*base.value), "");
  }
  ids_.emplace(base, id);
  return id;
}

ObjectId ObjectTable::add(MemoryObject object, std::string linkerName) {
  object.id = ObjectId{static_cast<uint32_t>(model_.objects.size())};
  model_.objects.push_back(std::move(object));
  linkerNames_.push_back(std::move(linkerName));
  return model_.objects.back().id;
}

MemoryObject ObjectTable::describeVariable(const llvm::Value& value) const {
  const auto& variable = llvm::cast<llvm::GlobalVariable>(value);
  for (const SourceVariable& known : source_.variables) {
    if (known.linkerName == variable.getName()) return known.object;
  }
  MemoryObject object;
  switch (variable.getAddressSpace()) {
    case sharedSpace:
      object.space = MemorySpace::shared;
      break;
    case constantSpace:
      object.space = MemorySpace::constant;
      break;
    case globalSpace:
      object.space = MemorySpace::global;
      break;
    default:
      object.space = MemorySpace::generic;
      break;
  }
  object.name = variable.getName().str();
  const llvm::Type* type = variable.getValueType();
  object.bytes = ir_.layout.getTypeAllocSize(variable.getValueType());
  object.elementType = typeName(type);
  while (type->isArrayTy()) {
    object.extents.push_back(type->getArrayNumElements());
    type = type->getArrayElementType();
  }
  object.elementBytes = static_cast<uint32_t>(ir_.layout.getTypeAllocSize(const_cast<llvm::Type*>(type)));
  object.isDynamic = object.space == MemorySpace::shared && object.bytes == 0;
  const bool isUsers = object.space == MemorySpace::shared;
  if (isUsers) object.unknownReason = "the declaration of `" + object.name + "` was not found in the source";
  return object;
}

MemoryObject ObjectTable::describeArgument(const llvm::Value& value, int64_t field) const {
  const auto& argument = llvm::cast<llvm::Argument>(value);
  const unsigned number = argument.getArgNo();
  MemoryObject object;
  object.space = MemorySpace::global;
  object.elementType = "char";
  object.name = "argument" + std::to_string(number);
  if (number >= source_.parameters.size()) return object;
  const SourceParameter& parameter = source_.parameters[number];
  object.declaration = parameter.range;
  if (field >= 0) {
    object.name = fieldName(number, field);
    object.argumentIndex = indexOfField(number);
    for (const SourceParameter::Field& known : parameter.fields) {
      if (known.offset != field || !known.isPointer) continue;
      object.elementType = known.elementType;
      object.elementBytes = known.elementBytes;
    }
    return object;
  }
  object.name = parameter.name;
  object.elementType = parameter.elementType;
  object.elementBytes = parameter.elementBytes;
  if (argument.hasByValAttr()) {
    object.space = MemorySpace::parameter;
    object.bytes = ir_.layout.getTypeAllocSize(argument.getParamByValType());
  } else {
    object.argumentIndex = static_cast<int>(number);
  }
  return object;
}

MemoryObject ObjectTable::describeLocal(const llvm::Value& value) const {
  const auto& local = llvm::cast<llvm::AllocaInst>(value);
  MemoryObject object;
  object.space = MemorySpace::local;
  uint32_t line = 0;
  for (const llvm::User* user : local.users()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (line == 0 && instruction) line = kernelLineOf(*instruction);
  }
  object.name = "local" + (line ? "@" + std::to_string(line) : std::string());
  const llvm::Type* type = local.getAllocatedType();
  object.elementType = typeName(type);
  if (const auto size = local.getAllocationSize(ir_.layout)) object.bytes = size->getFixedValue();
  while (type->isArrayTy()) {
    object.extents.push_back(type->getArrayNumElements());
    type = type->getArrayElementType();
  }
  object.elementBytes = static_cast<uint32_t>(ir_.layout.getTypeAllocSize(const_cast<llvm::Type*>(type)));
  return object;
}

}  // namespace warpwright::model
