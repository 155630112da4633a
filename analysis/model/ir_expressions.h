#pragma once

#include <llvm/ADT/DenseMap.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/model/ir_analyses.h"
#include "analysis/model/ir_objects.h"
#include "core/kernel/kernel_model.h"

namespace llvm {
class SCEVNAryExpr;
}

namespace warpwright::model {

/// Walks SSA values into expressions of the model's pool. An expression stands for a value's latest execution: a value
/// joined from several branches becomes a selection over the conditions of the edges, a loop-carried one a recurrence
/// over the loop's counter, and what is not understood a symbol with the reason. Results are kept, so that equal
/// values are equal expressions.
class ExpressionBuilder {
 public:
  ExpressionBuilder(IrAnalyses& ir, ObjectTable& objects, KernelModel& model);

  /// An integer value of 1…64 bits; any other gives an unknown symbol of 64 bits.
  ExpressionId value(const llvm::Value* value);
  /// The path condition of a block from the entry, back edges ignored; true where it always executes.
  ExpressionId reach(const llvm::BasicBlock* block);
  /// The condition under which control that is at the end of `from` goes on to `to`, one of its successors.
  ExpressionId edgeCondition(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  /// Bytes from the start of the object that `base` names to `pointer`; invalid where it is not known.
  ExpressionId offset(const llvm::Value* pointer, const Base& base);
  /// The counter of a loop, and how often its back edge is taken at most (invalid: not known).
  SymbolId counter(const llvm::Loop* loop);
  ExpressionId backedgeCount(const llvm::Loop* loop) { return counter(loop), backedgeCounts_[loop]; }
  /// Loads that became symbols, for naming them after the source and completing them once all writes are known.
  const llvm::DenseMap<const llvm::Value*, SymbolId>& loads() const { return loads_; }
  /// Objects that have no write in this kernel; loads from them at equal addresses are one symbol. To be filled before
  /// the first expression is built.
  std::set<ObjectId> neverWritten;
  /// The model's number of each loop, which its counter refers to. To be filled as well.
  llvm::DenseMap<const llvm::Loop*, LoopId> loopIds;

 private:
  using Edge = std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>;

  ExpressionId build(const llvm::Value* value, uint8_t width);
  ExpressionId buildInstruction(const llvm::Instruction* instruction, uint8_t width);
  ExpressionId buildBinary(const llvm::Instruction* instruction);
  ExpressionId buildCast(const llvm::Instruction* instruction, uint8_t width);
  ExpressionId buildCompare(const llvm::Instruction* instruction);
  ExpressionId compareAddresses(const llvm::Instruction* instruction);
  ExpressionId addressOf(const llvm::Value* pointer);
  ExpressionId buildCall(const llvm::Instruction* instruction, uint8_t width);
  ExpressionId buildLoad(const llvm::Instruction* instruction, uint8_t width);
  ExpressionId buildPhi(const llvm::Instruction* instruction, uint8_t width);
  ExpressionId join(const llvm::Instruction* phi, const std::function<ExpressionId(const llvm::Value*)>& incoming);
  ExpressionId series(const llvm::Instruction* phi, uint8_t width);
  ExpressionId table(const llvm::Instruction* phi, const llvm::Loop* loop, uint8_t width);
  ExpressionId powers(const llvm::Instruction* phi, const llvm::Loop* loop, uint8_t width);
  ExpressionId recurrence(const llvm::SCEV* scev);
  ExpressionId recurrenceOfList(const llvm::SCEVNAryExpr& list);
  ExpressionId offsetOfJoin(const llvm::Instruction* phi, const Base& base);
  ExpressionId localReach(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  ExpressionId builtin(SymbolKind kind, int dimension, std::array<SymbolId, 3>& slots);
  ExpressionId argument(unsigned number, int64_t field, uint8_t width);
  ExpressionId unknown(uint8_t width, uint32_t line, const std::string& reason, const llvm::Value* value = nullptr);
  ExpressionId shortProduct(ExpressionId left, ExpressionId right, bool isSigned);
  llvm::Constant* inFirstRound(const llvm::Value* value, const llvm::Loop*& loop, int depth) const;
  ExpressionId resize(ExpressionId id, uint8_t width, bool isSigned);
  ExpressionId minimumOrMaximum(ExpressionOp less, ExpressionId left, ExpressionId right, bool maximum);
  bool isUniform(const llvm::Value* value, int depth) const;
  bool isPure(const llvm::Instruction& instruction) const;
  bool collectInputs(const llvm::Value* value, int depth, std::vector<ExpressionId>& inputs);
  ExpressionId decidedBy(const llvm::Value* value);
  uint8_t widthOf(const llvm::Value* value) const;

  IrAnalyses& ir_;
  ObjectTable& objects_;
  KernelModel& model_;
  ExpressionPool& pool_;
  llvm::DenseMap<const llvm::Value*, ExpressionId> values_;
  llvm::DenseMap<const llvm::Value*, SymbolId> loads_;
  llvm::DenseMap<const llvm::Loop*, SymbolId> counters_;
  llvm::DenseMap<const llvm::Loop*, ExpressionId> backedgeCounts_;
  std::map<Edge, ExpressionId> reaches_;
  std::set<Edge> reachesInProgress_;
  std::set<const llvm::Value*> inProgress_;
  std::map<std::tuple<unsigned, int64_t, uint8_t>, SymbolId> arguments_;
  std::map<ObjectId, SymbolId> starts_;
  std::map<std::tuple<ObjectId, ExpressionId, uint8_t>, SymbolId> stableLoads_;
};

}  // namespace warpwright::model
