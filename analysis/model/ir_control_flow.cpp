#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include "analysis/model/ir_expressions.h"
#include "analysis/model/ir_location.h"

namespace warpwright::model {
namespace {

using Op = ExpressionOp;

constexpr size_t longestSeries = 66;

/// Evaluates what a loop makes of its carried value, from constants and that value only.
std::optional<llvm::APInt> step(const llvm::Value* value, const llvm::PHINode* carried, const llvm::APInt& current,
                                int depth) {
  if (value == carried) return current;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) return constant->getValue();
  const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!binary || depth > 16) return std::nullopt;
  const auto x = step(binary->getOperand(0), carried, current, depth + 1);
  const auto y = step(binary->getOperand(1), carried, current, depth + 1);
  if (!x || !y) return std::nullopt;
  const bool shifts = binary->isShift();
  if (shifts && y->uge(x->getBitWidth())) return std::nullopt;
  if (binary->isIntDivRem() && y->isZero()) return std::nullopt;
  switch (binary->getOpcode()) {
    case llvm::Instruction::Add:
      return *x + *y;
    case llvm::Instruction::Sub:
      return *x - *y;
    case llvm::Instruction::Mul:
      return *x * *y;
    case llvm::Instruction::Shl:
      return x->shl(*y);
    case llvm::Instruction::LShr:
      return x->lshr(*y);
    case llvm::Instruction::AShr:
      return x->ashr(*y);
    case llvm::Instruction::UDiv:
      return x->udiv(*y);
    case llvm::Instruction::URem:
      return x->urem(*y);
    case llvm::Instruction::SDiv:
      return x->sdiv(*y);
    case llvm::Instruction::SRem:
      return x->srem(*y);
    case llvm::Instruction::And:
      return *x & *y;
    case llvm::Instruction::Or:
      return *x | *y;
    case llvm::Instruction::Xor:
      return *x ^ *y;
    default:
      return std::nullopt;
  }
}

uint32_t lineOf(const llvm::Loop* loop) {
  for (const llvm::DILocation* at = loop->getStartLoc(); at; at = at->getInlinedAt()) {
    if (!at->getInlinedAt()) return at->getLine();
  }
  return 0;
}

}  // namespace

SymbolId ExpressionBuilder::counter(const llvm::Loop* loop) {
  const auto known = counters_.find(loop);
  if (known != counters_.end()) return known->second;
  llvm::ScalarEvolution& evolution = ir_.scalarEvolution;
  const llvm::SCEV* count = evolution.getBackedgeTakenCount(loop);
  if (llvm::isa<llvm::SCEVCouldNotCompute>(count)) {
    count = evolution.getSymbolicMaxBackedgeTakenCount(const_cast<llvm::Loop*>(loop));
  }
  if (llvm::isa<llvm::SCEVCouldNotCompute>(count)) count = evolution.getConstantMaxBackedgeTakenCount(loop);
  const bool isKnown =
      !llvm::isa<llvm::SCEVCouldNotCompute>(count) && evolution.getTypeSizeInBits(count->getType()) <= 64;

  Symbol symbol;
  symbol.kind = SymbolKind::loopCounter;
  symbol.width = 64;
  if (isKnown) symbol.width = evolution.getTypeSizeInBits(count->getType()) <= 32 ? 32 : 64;
  symbol.line = lineOf(loop);
  symbol.stem = "round";
  symbol.name = symbol.stem + '@' + std::to_string(symbol.line);
  for (const auto& [other, id] : counters_) {
    if (pool_.symbolAt(id).name != symbol.name) continue;
    symbol.name += '\'';
    symbol.stem += '\'';
  }
  symbol.loop = loopIds.lookup(loop);
  const uint8_t width = symbol.width;
  const SymbolId id = pool_.addSymbol(std::move(symbol));
  counters_.insert({loop, id});
  if (isKnown) {
    const ExpressionId most = resize(recurrence(count), width, false);
    backedgeCounts_.insert({loop, most});
    if (pool_.at(most).op == Op::constant) pool_.symbolAt(id).maximum = pool_.at(most).constant;
  }
  return id;
}

ExpressionId ExpressionBuilder::buildPhi(const llvm::Instruction* instruction, uint8_t width) {
  const auto* phi = llvm::cast<llvm::PHINode>(instruction);
  if (ir_.loops.isLoopHeader(phi->getParent())) {
    const llvm::SCEV* scev = ir_.scalarEvolution.getSCEV(const_cast<llvm::PHINode*>(phi));
    const auto* opaque = llvm::dyn_cast<llvm::SCEVUnknown>(scev);
    if (opaque && opaque->getValue() == phi) return series(phi, width);
    return resize(recurrence(scev), width, false);
  }
  return join(phi, [&](const llvm::Value* incoming) { return value(incoming); });
}

/// A value that depends on the edge control came by: a selection over the conditions of the edges.
ExpressionId ExpressionBuilder::join(const llvm::Instruction* instruction,
                                     const std::function<ExpressionId(const llvm::Value*)>& incoming) {
  const auto* phi = llvm::cast<llvm::PHINode>(instruction);
  const llvm::BasicBlock* block = phi->getParent();
  const auto* node = ir_.dominators.getNode(block);
  const llvm::BasicBlock* from = node && node->getIDom() ? node->getIDom()->getBlock() : &ir_.function.getEntryBlock();
  ExpressionId result;
  std::set<const llvm::BasicBlock*> seen;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* edge = phi->getIncomingBlock(i);
    if (!seen.insert(edge).second || !ir_.dominators.isReachableFromEntry(edge)) continue;
    const ExpressionId arrived = incoming(phi->getIncomingValue(i));
    if (!arrived.isValid()) return {};
    if (!result.isValid()) {
      result = arrived;
      continue;
    }
    // One after the other: what is made first is named first, whatever the compiler.
    const ExpressionId reached = localReach(from, edge);
    const ExpressionId taken = pool_.logicalAnd(reached, edgeCondition(edge, block));
    result = pool_.select(taken, arrived, result);
  }
  return result;
}

/// A loop value that no recurrence describes: a table or a closed form over the counter, else what it starts with and a
/// value that is not understood in later rounds.
ExpressionId ExpressionBuilder::series(const llvm::Instruction* instruction, uint8_t width) {
  const auto* phi = llvm::cast<llvm::PHINode>(instruction);
  const llvm::Loop* loop = ir_.loops.getLoopFor(phi->getParent());
  const llvm::BasicBlock *before = loop->getLoopPreheader(), *latch = loop->getLoopLatch();
  if (before && latch) {
    if (const ExpressionId exact = table(phi, loop, width); exact.isValid()) return exact;
    if (const ExpressionId exact = powers(phi, loop, width); exact.isValid()) return exact;
  }
  // Values keep the name of the variable they held, with a number after a dot.
  const std::string variable = phi->getName().split('.').first.str();
  const std::string what =
      variable.empty() ? "a value carried around the loop" : "loop-carried value of `" + variable + "`";
  const ExpressionId later = unknown(width, lineOf(loop), what, phi);
  if (!before) return later;
  const ExpressionId start = value(phi->getIncomingValueForBlock(before));
  const ExpressionId round = pool_.symbol(counter(loop));
  return pool_.select(pool_.binary(Op::eq, round, pool_.constant(pool_.at(round).width, 0)), start, later);
}

/// A value that is doubled or halved in each round, from any start: shifted as often as the loop has gone round.
ExpressionId ExpressionBuilder::powers(const llvm::Instruction* instruction, const llvm::Loop* loop, uint8_t width) {
  const auto* phi = llvm::cast<llvm::PHINode>(instruction);
  const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi->getIncomingValueForBlock(loop->getLoopLatch()));
  if (!next || next->getOperand(0) != phi || width < 16) return {};
  const auto* by = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
  if (!by || by->isZero() || by->isNegative()) return {};
  const bool shifts = next->isShift();
  if (shifts ? by->getValue().uge(width) : !by->getValue().isPowerOf2()) return {};
  const uint64_t places = shifts ? by->getZExtValue() : by->getValue().logBase2();
  const ExpressionId round = pool_.symbol(counter(loop));
  const uint8_t roundWidth = pool_.at(round).width;
  // Past the width nothing is left, however often it goes on; below, the product does not wrap.
  const ExpressionId few = pool_.binary(Op::ult, round, pool_.constant(roundWidth, width));
  const ExpressionId distance =
      pool_.select(few, pool_.binary(Op::mul, resize(round, width, false), pool_.constant(width, places)),
                   pool_.constant(width, width));
  const ExpressionId start = value(phi->getIncomingValueForBlock(loop->getLoopPreheader()));
  switch (next->getOpcode()) {
    case llvm::Instruction::Shl:
    case llvm::Instruction::Mul:
      return pool_.binary(Op::shl, start, distance);
    case llvm::Instruction::LShr:
    case llvm::Instruction::UDiv:
      return pool_.binary(Op::lshr, start, distance);
    case llvm::Instruction::AShr:
      return pool_.binary(Op::ashr, start, distance);
    case llvm::Instruction::SDiv: {  // towards zero
      const ExpressionId zero = pool_.constant(width, 0);
      const ExpressionId negative = pool_.binary(Op::lshr, pool_.binary(Op::sub, zero, start), distance);
      return pool_.select(pool_.binary(Op::slt, start, zero), pool_.binary(Op::sub, zero, negative),
                          pool_.binary(Op::lshr, start, distance));
    }
    default:
      return {};
  }
}

/// A value that follows from constants (d >>= 1): a table over the counter.
ExpressionId ExpressionBuilder::table(const llvm::Instruction* instruction, const llvm::Loop* loop, uint8_t width) {
  const auto* phi = llvm::cast<llvm::PHINode>(instruction);
  const llvm::BasicBlock *before = loop->getLoopPreheader(), *latch = loop->getLoopLatch();
  const auto* start = llvm::dyn_cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(before));
  if (!start || width == 1) return {};
  const ExpressionId most = backedgeCount(loop);
  const bool bounded = most.isValid() && pool_.at(most).op == Op::constant && pool_.at(most).constant < longestSeries;
  const size_t length = bounded ? pool_.at(most).constant + 1 : longestSeries;
  std::vector<llvm::APInt> values{start->getValue()};
  bool settles = false;
  while (values.size() < length && !settles) {
    const auto next = step(phi->getIncomingValueForBlock(latch), phi, values.back(), 0);
    if (!next) return {};
    settles = *next == values.back();
    if (!settles) values.push_back(*next);
  }
  if (!bounded && !settles) return {};
  const ExpressionId round = pool_.symbol(counter(loop));
  const uint8_t roundWidth = pool_.at(round).width;
  ExpressionId result = pool_.constant(width, values.back().getZExtValue());
  for (size_t i = values.size() - 1; i-- > 0;) {
    const ExpressionId isRound = pool_.binary(Op::eq, round, pool_.constant(roundWidth, i));
    result = pool_.select(isRound, pool_.constant(width, values[i].getZExtValue()), result);
  }
  return result;
}

/// A sum, a product, a minimum or a maximum.
ExpressionId ExpressionBuilder::recurrenceOfList(const llvm::SCEVNAryExpr& list) {
  ExpressionId result = recurrence(list.getOperand(0));
  for (unsigned i = 1; i < list.getNumOperands(); ++i) {
    const ExpressionId next = recurrence(list.getOperand(i));
    switch (list.getSCEVType()) {
      case llvm::scAddExpr:
        result = pool_.binary(Op::add, result, next);
        break;
      case llvm::scMulExpr:
        result = pool_.binary(Op::mul, result, next);
        break;
      case llvm::scSMaxExpr:
        result = minimumOrMaximum(Op::slt, result, next, true);
        break;
      case llvm::scUMaxExpr:
        result = minimumOrMaximum(Op::ult, result, next, true);
        break;
      case llvm::scSMinExpr:
        result = minimumOrMaximum(Op::slt, result, next, false);
        break;
      default:
        result = minimumOrMaximum(Op::ult, result, next, false);
        break;
    }
  }
  return result;
}

ExpressionId ExpressionBuilder::recurrence(const llvm::SCEV* scev) {
  const uint64_t bits = ir_.scalarEvolution.getTypeSizeInBits(scev->getType());
  if (bits > 64) return unknown(64, 0, "a loop value of more than 64 bits");
  const auto width = static_cast<uint8_t>(bits);
  const auto cast = [&] { return recurrence(llvm::cast<llvm::SCEVCastExpr>(scev)->getOperand()); };
  switch (scev->getSCEVType()) {
    case llvm::scConstant:
      return pool_.constant(width, llvm::cast<llvm::SCEVConstant>(scev)->getAPInt().getZExtValue());
    case llvm::scPtrToInt:
      return resize(cast(), width, false);
    case llvm::scTruncate:
    case llvm::scZeroExtend:
      return resize(cast(), width, false);
    case llvm::scSignExtend:
      return resize(cast(), width, true);
    case llvm::scAddExpr:
    case llvm::scMulExpr:
    case llvm::scSMaxExpr:
    case llvm::scUMaxExpr:
    case llvm::scSMinExpr:
    case llvm::scUMinExpr:
    case llvm::scSequentialUMinExpr:
      return recurrenceOfList(*llvm::cast<llvm::SCEVNAryExpr>(scev));
    case llvm::scUDivExpr: {
      const auto* quotient = llvm::cast<llvm::SCEVUDivExpr>(scev);
      const ExpressionId left = recurrence(quotient->getLHS()), right = recurrence(quotient->getRHS());
      return pool_.binary(Op::udiv, left, right);
    }
    case llvm::scAddRecExpr: {
      const auto* sum = llvm::cast<llvm::SCEVAddRecExpr>(scev);
      if (!sum->isAffine()) return unknown(width, lineOf(sum->getLoop()), "a value that grows unevenly in the loop");
      const ExpressionId start = recurrence(sum->getStart());
      const ExpressionId each = recurrence(sum->getStepRecurrence(ir_.scalarEvolution));
      const ExpressionId round = resize(pool_.symbol(counter(sum->getLoop())), width, false);
      return pool_.binary(Op::add, start, pool_.binary(Op::mul, each, round));
    }
    case llvm::scUnknown: {
      const llvm::Value* opaque = llvm::cast<llvm::SCEVUnknown>(scev)->getValue();
      if (widthOf(opaque) == width) return value(opaque);
      return opaque->getType()->isPointerTy() && width == 64 ? addressOf(opaque)
                                                             : unknown(width, 0, "a loop value that is not understood");
    }
    default:
      return unknown(width, 0, "a loop value that is not understood");
  }
}

ExpressionId ExpressionBuilder::reach(const llvm::BasicBlock* block) {
  return localReach(&ir_.function.getEntryBlock(), block);
}

ExpressionId ExpressionBuilder::edgeCondition(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  const llvm::Instruction* end = from->getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return pool_.truth(true);
    const ExpressionId condition = value(branch->getCondition());
    return branch->getSuccessor(0) == to ? condition : pool_.logicalNot(condition);
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end)) {
    const ExpressionId selector = value(choice->getCondition());
    const uint8_t width = pool_.at(selector).width;
    ExpressionId taken = pool_.truth(false), any = pool_.truth(false);
    for (const auto& label : choice->cases()) {
      if (widthOf(choice->getCondition()) == 0) return pool_.truth(true);
      const ExpressionId same =
          pool_.binary(Op::eq, selector, pool_.constant(width, label.getCaseValue()->getZExtValue()));
      any = pool_.logicalOr(any, same);
      if (label.getCaseSuccessor() == to) taken = pool_.logicalOr(taken, same);
    }
    if (choice->getDefaultDest() == to) taken = pool_.logicalOr(taken, pool_.logicalNot(any));
    return taken;
  }
  return pool_.truth(true);
}

/// The condition under which control that was in `from` came to `to`, which it dominates, on the latest way there.
ExpressionId ExpressionBuilder::localReach(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  if (from == to || !ir_.dominators.dominates(from, to)) return pool_.truth(true);
  const Edge key{from, to};
  const auto known = reaches_.find(key);
  if (known != reaches_.end()) return known->second;
  if (!reachesInProgress_.insert(key).second) return pool_.truth(true);
  ExpressionId result = pool_.truth(false);
  const llvm::BasicBlock* dominator = ir_.dominators.getNode(to)->getIDom()->getBlock();
  if (dominator != from && ir_.dominators.dominates(from, dominator)) {
    const ExpressionId first = localReach(from, dominator);
    result = pool_.logicalAnd(first, localReach(dominator, to));
  } else if (ir_.postDominators.dominates(to, from)) {
    result = pool_.truth(true);
  } else {
    for (const llvm::BasicBlock* before : llvm::predecessors(to)) {
      if (ir_.dominators.dominates(to, before) || !ir_.dominators.isReachableFromEntry(before)) continue;
      const ExpressionId reached = localReach(from, before);
      result = pool_.logicalOr(result, pool_.logicalAnd(reached, edgeCondition(before, to)));
    }
  }
  reachesInProgress_.erase(key);
  reaches_.emplace(key, result);
  return result;
}

}  // namespace warpwright::model
