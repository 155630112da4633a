#include "analysis/model/ir_scan.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "analysis/model/ir_addresses.h"
#include "analysis/model/ir_calls.h"
#include "analysis/model/ir_expressions.h"
#include "analysis/model/ir_location.h"

namespace warpwright::model {
namespace {

/// A memory access before its address was turned into expressions.
struct PendingAccess {
  const llvm::Instruction* instruction = nullptr;
  const llvm::Value* pointer = nullptr;
};

bool propagatesAddress(const llvm::User* user) {
  if (llvm::isa<llvm::GEPOperator, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(user)) return true;
  const unsigned op = llvm::Operator::getOpcode(user);
  return op == llvm::Instruction::AddrSpaceCast || op == llvm::Instruction::BitCast;
}

class KernelScanner {
 public:
  KernelScanner(llvm::Function& function, const SourceIndex& source, KernelModel& model, std::stop_token stop)
      : ir_(function),
        model_(model),
        stop_(std::move(stop)),
        objects_(ir_, source, model),
        expressions_(ir_, objects_, model) {}

  IrOrigins run(bool wantsPaths) {
    numberLoops();
    numberBlocks();
    for (const llvm::BasicBlock* block : order_) scanBlock(*block);
    findEscapes();
    findNeverWritten();
    for (size_t i = 0; i < pending_.size() && !stop_.stop_requested(); ++i) completeAccess(i);
    for (size_t i = 0; i < barrierBlocks_.size(); ++i) {
      model_.barriers[i].guard = expressions_.reach(barrierBlocks_[i]);
    }
    for (const llvm::BasicBlock* block : order_) {
      if (stop_.stop_requested()) break;
      model_.blocks[blockIds_[block].value].reach = expressions_.reach(block);
    }
    completeLoops();
    if (wantsPaths && !stop_.stop_requested()) findPaths();
    origins_.linkerNames = objects_.linkerNames();
    return std::move(origins_);
  }

 private:
  void numberLoops() {
    for (const llvm::Loop* loop : ir_.loops.getLoopsInPreorder()) {
      const LoopId id{static_cast<uint32_t>(loops_.size())};
      expressions_.loopIds[loop] = id;
      loops_.push_back(loop);
      Loop described;
      described.id = id;
      if (const llvm::Loop* parent = loop->getParentLoop()) described.parent = expressions_.loopIds.lookup(parent);
      model_.loops.push_back(std::move(described));
      std::vector<SourcePosition> places;
      const llvm::DebugLoc start = loop->getStartLoc();
      const llvm::Instruction* best = loop->getHeader()->getTerminator();
      if (const llvm::BasicBlock* before = loop->getLoopPreheader(); before && before->getTerminator()->getDebugLoc()) {
        best = before->getTerminator();
      }
      for (const llvm::Instruction* candidate :
           {static_cast<const llvm::Instruction*>(loop->getHeader()->getTerminator()), best}) {
        for (SourcePosition& place : locationsOf(*candidate)) places.push_back(std::move(place));
      }
      for (const llvm::BasicBlock* block : loop->blocks()) {
        if (block->getTerminator()->getDebugLoc() != start) continue;
        for (SourcePosition& place : locationsOf(*block->getTerminator())) places.push_back(std::move(place));
      }
      origins_.loops.push_back(std::move(places));
    }
  }

  void findPaths() {
    for (const llvm::BasicBlock* block : order_) {
      Ways ways;
      for (const BlockId next : model_.blocks[blockIds_[block].value].successors) {
        ways.conditions.push_back(expressions_.edgeCondition(block, order_[next.value]));
      }
      const auto* node = ir_.postDominators.getNode(block);
      const llvm::BasicBlock* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      if (meet) ways.meet = blockIds_[meet];
      origins_.paths.push_back(std::move(ways));
    }
  }

  LoopId loopOf(const llvm::BasicBlock* block) {
    const llvm::Loop* loop = ir_.loops.getLoopFor(block);
    return loop ? expressions_.loopIds.lookup(loop) : LoopId{};
  }

  void numberBlocks() {
    for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&ir_.function)) {
      blockIds_[block] = BlockId{static_cast<uint32_t>(order_.size())};
      order_.push_back(block);
    }
    for (const llvm::BasicBlock* block : order_) {
      BasicBlock described;
      described.id = blockIds_[block];
      described.loop = loopOf(block);
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        const BlockId id = blockIds_[next];
        if (std::find(described.successors.begin(), described.successors.end(), id) == described.successors.end()) {
          described.successors.push_back(id);
        }
      }
      model_.blocks.push_back(std::move(described));
    }
    for (size_t i = 0; i < loops_.size(); ++i) model_.loops[i].header = blockIds_[loops_[i]->getHeader()];
  }

  void scanBlock(const llvm::BasicBlock& block) {
    position_ = 0;
    for (const llvm::Instruction& instruction : block) {
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        unsigned argument = 0;
        int64_t field = 0;
        if (!load->isVolatile() && objects_.isArgumentField(load->getPointerOperand(), argument, field)) continue;
        add(instruction, load->getPointerOperand(), kindOf(load->getOrdering(), AccessKind::read),
            sizeOf(load->getType()), load->isVolatile());
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        add(instruction, store->getPointerOperand(), kindOf(store->getOrdering(), AccessKind::write),
            sizeOf(store->getValueOperand()->getType()), store->isVolatile());
      } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        add(instruction, update->getPointerOperand(), AccessKind::atomic, sizeOf(update->getType()),
            update->isVolatile());
      } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        add(instruction, exchange->getPointerOperand(), AccessKind::atomic,
            sizeOf(exchange->getNewValOperand()->getType()), exchange->isVolatile());
      } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        scanCall(*call);
      } else if (llvm::isa<llvm::FenceInst>(instruction)) {
        addCall(instruction, "memory fence", false, false);
      } else if (instruction.mayReadOrWriteMemory()) {
        addCall(instruction, instruction.getOpcodeName(), true, false);
      }
    }
  }

  /// A load or store of an atomic variable waits for, or signals, other threads as an update does.
  static AccessKind kindOf(llvm::AtomicOrdering ordering, AccessKind plain) {
    return ordering == llvm::AtomicOrdering::NotAtomic ? plain : AccessKind::atomic;
  }

  static uint32_t alignmentOf(const llvm::Instruction& instruction, const llvm::Value* pointer) {
    llvm::MaybeAlign asked;
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
      asked = llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&instruction));
    } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      asked = update->getAlign();
    } else if (const auto* copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) {
      const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(copy);
      asked = pointer == copy->getRawDest() ? copy->getDestAlign()
              : transfer                    ? transfer->getSourceAlign()
                                            : llvm::MaybeAlign();
    }
    return static_cast<uint32_t>(asked.valueOrOne().value());
  }

  /// An update, or a function or assembly of the language that makes one.
  static bool isFloatSum(const llvm::Instruction& instruction) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return update->isFloatingPointOperation() && update->getType()->isFloatTy();
    return instruction.getType()->isFloatTy() || llvm::any_of(instruction.operand_values(), [](const llvm::Value* one) {
             return one->getType()->isFloatTy();
           });
  }

  uint32_t sizeOf(llvm::Type* type) const {
    return static_cast<uint32_t>(ir_.layout.getTypeStoreSize(type).getKnownMinValue());
  }

  void scanCall(const llvm::CallBase& call) {
    const CallMeaning meaning = meaningOf(call);
    if (meaning.asksSharedSize && model_.unknownReason.empty()) {
      model_.unknownReason = {"%1 asks how much shared memory a block has, which a change may alter",
                              lineText(kernelLineOf(call))};
    }
    if (meaning.picksShared && model_.unknownReason.empty()) {
      model_.unknownReason = {"the assembly at %1 reaches shared memory by a number, and any array may lie there",
                              lineText(kernelLineOf(call))};
    }
    switch (meaning.kind) {
      case CallMeaning::Kind::nothing:
        return;
      case CallMeaning::Kind::access:
        add(call, call.getArgOperand(0), meaning.access, meaning.bytes != 0 ? meaning.bytes : sizeOf(call.getType()),
            false);
        return;
      case CallMeaning::Kind::copy:
        return scanCopy(call);
      case CallMeaning::Kind::mathOutput:
        for (const llvm::Use& argument : call.args()) {
          if (argument->getType()->isPointerTy()) add(call, argument.get(), AccessKind::write, 0, false);
        }
        if (meaning.name == "texture fetch") addCall(call, meaning.name, false, false);
        return;
      case CallMeaning::Kind::barrier:
        return addBarrier(call, meaning);
      case CallMeaning::Kind::opaque:
        return addCall(call, meaning.name, meaning.touchesMemory, meaning.isWarpCollective);
    }
  }

  void scanCopy(const llvm::CallBase& call) {
    const auto* copy = llvm::cast<llvm::AnyMemIntrinsic>(&call);
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    const uint32_t bytes = length && length->getValue().isIntN(31) ? static_cast<uint32_t>(length->getZExtValue()) : 0;
    const auto* plain = llvm::dyn_cast<llvm::MemIntrinsic>(&call);
    const bool isVolatile = plain && plain->isVolatile();
    if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&call)) {
      unsigned argument = 0;
      int64_t field = 0;
      if (!objects_.isArgumentField(transfer->getRawSource(), argument, field)) {
        add(call, transfer->getRawSource(), AccessKind::read, bytes, isVolatile);
        origins_.accesses.back().isCopySource = true;
      }
    }
    add(call, copy->getRawDest(), AccessKind::write, bytes, isVolatile);
  }

  void add(const llvm::Instruction& instruction, const llvm::Value* pointer, AccessKind kind, uint32_t bytes,
           bool isVolatile) {
    Access access;
    access.id = AccessId{static_cast<uint32_t>(model_.accesses.size())};
    access.kind = kind;
    access.bytes = bytes;
    access.alignment = alignmentOf(instruction, pointer);
    access.addsFloats = kind == AccessKind::atomic && isFloatSum(instruction);
    access.isVolatile = isVolatile;
    access.block = blockIds_[instruction.getParent()];
    access.order = position_++;
    access.loop = loopOf(instruction.getParent());
    if (bytes == 0) access.unknownReason = "how many bytes it touches is not known";
    IrOrigins::Origin origin;
    origin.own = locationsOf(instruction);
    if (!origin.own.empty()) access.line = origin.own.front().line;
    for (size_t i = 1; i < origin.own.size(); ++i) access.inlinedAt.push_back(origin.own[i]);
    findObject(pointer, access);
    collectAddressPlaces(pointer, origin);
    model_.accesses.push_back(std::move(access));
    origins_.accesses.push_back(std::move(origin));
    pending_.push_back({&instruction, pointer});
  }

  void findObject(const llvm::Value* pointer, Access& access) {
    const std::vector<Base> bases = objects_.basesOf(pointer);
    if (bases.size() == 1) access.object = objects_.objectFor(bases.front());
    if (access.object.isValid()) return;
    const uint32_t line = access.line;
    if (bases.size() > 1) {
      access.unknownReason = "the pointer may point to one of several objects";
    } else {
      access.unknownReason = "where the pointer points is not known: it is loaded from memory or comes from a call";
    }
    candidates_.emplace_back(access.kind, bases);
    if (bases.size() < 2) return;
    for (const Base& base : bases) {
      const ObjectId id = objects_.objectFor(base);
      if (!id.isValid()) continue;
      MemoryObject& object = model_.objects[id.value];
      object.escapes = true;
      if (object.unknownReason.empty()) {
        object.unknownReason = {"a pointer used at %1 may point to %2 or to another object", lineText(line),
                                code(object.name)};
        object.unknownAt = positionAt(line);
      }
    }
  }

  SourcePosition positionAt(uint32_t line) const { return {model_.definition.begin.file, line, 0}; }

  /// The places of the steps that formed an address, through arithmetic only: what joins it to a subscript.
  void collectAddressPlaces(const llvm::Value* pointer, IrOrigins::Origin& origin) {
    while (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(pointer)) {
      if (!llvm::isa<llvm::GetElementPtrInst>(instruction) && !instruction->isCast()) break;
      if (llvm::isa<llvm::GetElementPtrInst>(instruction)) origin.address.push_back(locationsOf(*instruction));
      pointer = instruction->getOperand(0);
    }
  }

  void addBarrier(const llvm::Instruction& instruction, const CallMeaning& meaning) {
    Barrier barrier;
    barrier.id = BarrierId{static_cast<uint32_t>(model_.barriers.size())};
    barrier.kind = meaning.barrier;
    barrier.text = meaning.name;
    barrier.line = kernelLineOf(instruction);
    barrier.block = blockIds_[instruction.getParent()];
    barrier.order = position_++;
    barrier.loop = loopOf(instruction.getParent());
    model_.barriers.push_back(std::move(barrier));
    origins_.barriers.push_back(locationsOf(instruction));
    barrierBlocks_.push_back(instruction.getParent());
  }

  void addCall(const llvm::Instruction& instruction, std::string name, bool touchesMemory, bool isWarpCollective) {
    OpaqueCall call;
    call.name = std::move(name);
    call.line = kernelLineOf(instruction);
    call.block = blockIds_[instruction.getParent()];
    call.order = position_++;
    call.touchesMemory = touchesMemory;
    call.isWarpCollective = isWarpCollective;
    model_.calls.push_back(std::move(call));
    origins_.calls.push_back(locationsOf(instruction));
  }

  /// Functions that could not be inlined and that the kernel may still call; shared variables that it or they name.
  std::pair<std::set<const llvm::Function*>, std::vector<const llvm::GlobalVariable*>> namedHere() const {
    std::set<const llvm::Function*> called;
    std::vector<const llvm::GlobalVariable*> shared;
    std::set<const llvm::Value*> seen;
    std::vector<const llvm::User*> open;
    const auto read = [&](const llvm::Function& function) {
      for (const llvm::Instruction& instruction : llvm::instructions(function)) open.push_back(&instruction);
    };
    for (read(ir_.function); !open.empty();) {
      const llvm::User* user = open.back();
      open.pop_back();
      for (const llvm::Value* operand : user->operands()) {
        const auto* callee = llvm::isa<llvm::Instruction>(user) ? llvm::dyn_cast<llvm::Function>(operand) : nullptr;
        if (callee && !callee->isDeclaration() && called.insert(callee).second) read(*callee);
        const auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
        if (!constant || llvm::isa<llvm::Function>(constant) || !seen.insert(constant).second) continue;
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant);
        if (variable && variable->getAddressSpace() == 3) shared.push_back(variable);
        open.push_back(constant);
      }
    }
    return {std::move(called), std::move(shared)};
  }

  void findEscapes() {
    const auto [called, shared] = namedHere();
    for (const llvm::GlobalVariable* variable : shared) findEscapes(*variable, called);
    bool callsForeignCode = !called.empty();
    for (const OpaqueCall& call : model_.calls) callsForeignCode = callsForeignCode || call.touchesMemory;
    if (!callsForeignCode) return;
    for (MemoryObject& object : model_.objects) {
      if (!object.isDynamic || !object.unknownReason.empty()) continue;
      for (const OpaqueCall& call : model_.calls) {
        if (!call.touchesMemory || call.name == "inline assembly") continue;
        object.escapes = true;
        object.unknownReason = {"%1, called at %2, may use the dynamic shared memory too", code(call.name),
                                lineText(call.line)};
        object.unknownAt = positionAt(call.line);
        break;
      }
    }
  }

  void findEscapes(const llvm::GlobalVariable& variable, const std::set<const llvm::Function*>& called) {
    std::vector<const llvm::Value*> open{&variable};
    std::set<const llvm::Value*> seen;
    while (!open.empty()) {
      const llvm::Value* value = open.back();
      open.pop_back();
      if (!seen.insert(value).second) continue;
      for (const llvm::User* user : value->users()) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
        if (instruction && instruction->getFunction() != &ir_.function) {
          if (called.count(instruction->getFunction())) {
            markEscaped(variable, "it is used in a function that could not be inlined", 0);
          }
        } else if (propagatesAddress(user)) {
          open.push_back(user);
        } else if (instruction) {
          if (!ir_.dominators.isReachableFromEntry(instruction->getParent())) continue;
          if (objects_.comparesWithin(*instruction)) continue;
          const std::string reason = escapeThrough(*instruction, *value);
          if (!reason.empty()) markEscaped(variable, reason, kernelLineOf(*instruction));
        } else if (llvm::isa<llvm::ConstantExpr>(user)) {
          if (usedHere(user)) markEscaped(variable, "its address is part of a constant expression", 0);
        } else if (!llvm::isa<llvm::GlobalVariable>(user) || user != value) {
          if (usedHere(value)) markEscaped(variable, "its address is stored in another variable", 0);
        }
      }
    }
  }

  /// Is a constant used by this kernel, directly or inside another constant?
  bool usedHere(const llvm::Value* constant) const {
    for (const llvm::User* user : constant->users()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction ? instruction->getFunction() == &ir_.function : usedHere(user)) return true;
    }
    return false;
  }

  void markEscaped(const llvm::GlobalVariable& variable, const std::string& reason, uint32_t line) {
    const ObjectId id = objects_.objectFor({&variable, -1});
    MemoryObject& object = model_.objects[id.value];
    object.escapes = object.showsAddress = true;
    if (!object.unknownReason.empty()) return;
    object.unknownReason = line ? Message("%1 at %2", reason, lineText(line)) : Message(reason);
    object.unknownAt = positionAt(line);
  }

  void findNeverWritten() {
    bool writesAnywhere = false;
    std::set<ObjectId> written;
    for (const Access& access : model_.accesses) {
      if (access.kind != AccessKind::read && access.object.isValid()) written.insert(access.object);
    }
    for (const auto& [kind, bases] : candidates_) {
      if (kind == AccessKind::read) continue;
      for (const Base& base : bases) {
        const ObjectId id = objects_.objectFor(base);
        if (id.isValid()) written.insert(id);
        writesAnywhere = writesAnywhere || !id.isValid();
      }
      writesAnywhere = writesAnywhere || bases.empty();
    }
    for (const OpaqueCall& call : model_.calls) writesAnywhere = writesAnywhere || call.touchesMemory;
    for (MemoryObject& object : model_.objects) {
      const bool foreign = writesAnywhere && object.space != MemorySpace::constant &&
                           object.space != MemorySpace::parameter &&
                           (object.space != MemorySpace::shared || object.escapes);
      object.neverWritten = !foreign && written.count(object.id) == 0;
      if (object.neverWritten) expressions_.neverWritten.insert(object.id);
    }
  }

  void completeAccess(size_t i) {
    const PendingAccess& pending = pending_[i];
    Access& access = model_.accesses[i];
    access.guard = expressions_.reach(pending.instruction->getParent());
    if (access.object.isValid()) {
      const std::vector<Base> bases = objects_.basesOf(pending.pointer);
      access.offset = expressions_.offset(pending.pointer, bases.front());
      if (!access.offset.isValid()) {
        access.unknownReason = "the address is not understood: it is carried around a loop or joined from branches";
      }
      for (const llvm::Value* subscript : subscriptsOf(pending.pointer, model_.object(access.object).extents)) {
        access.subscripts.push_back(expressions_.value(subscript));
      }
    }
  }

  /// A `for` or `while` loop tests before its body, which then runs as often as the back edge is taken; a `do` loop
  /// once more.
  static bool leavesBeforeBody(const llvm::Loop& loop) {
    return loop.getExitingBlock() == loop.getHeader() && loop.getLoopLatch() != loop.getHeader();
  }

  void completeLoops() {
    for (size_t i = 0; i < loops_.size(); ++i) {
      Loop& loop = model_.loops[i];
      loop.counter = expressions_.counter(loops_[i]);
      loop.backedgeCount = expressions_.backedgeCount(loops_[i]);
      const llvm::SCEV* exact = ir_.scalarEvolution.getBackedgeTakenCount(loops_[i]);
      if (loop.backedgeCount.isValid() && !llvm::isa<llvm::SCEVCouldNotCompute>(exact)) {
        const ExpressionNode& count = model_.pool.at(loop.backedgeCount);
        if (count.op == ExpressionOp::constant) {
          loop.constantTripCount = count.constant + (leavesBeforeBody(*loops_[i]) ? 0 : 1);
        }
      }
      if (loop.constantTripCount) loop.weight = static_cast<double>(*loop.constantTripCount);
    }
    for (size_t i = 0; i < pending_.size(); ++i) {
      const auto symbol = expressions_.loads().find(pending_[i].instruction);
      if (symbol != expressions_.loads().end()) origins_.loads.emplace_back(symbol->second, model_.accesses[i].id);
    }
  }

  IrAnalyses ir_;
  KernelModel& model_;
  std::stop_token stop_;
  ObjectTable objects_;
  ExpressionBuilder expressions_;
  IrOrigins origins_;
  std::vector<const llvm::Loop*> loops_;
  std::vector<const llvm::BasicBlock*> order_, barrierBlocks_;
  llvm::DenseMap<const llvm::BasicBlock*, BlockId> blockIds_;
  std::vector<PendingAccess> pending_;
  std::vector<std::pair<AccessKind, std::vector<Base>>> candidates_;
  uint32_t position_ = 0;
};

}  // namespace

IrOrigins scanKernel(llvm::Function& function, const SourceIndex& source, KernelModel& model, bool wantsPaths,
                     std::stop_token stop) {
  return KernelScanner(function, source, model, std::move(stop)).run(wantsPaths);
}

}  // namespace warpwright::model
