#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/compaction/classes.h"
#include "analysis/passes/compaction/variables.h"
#include "core/base/result.h"

namespace clang {
class BinaryOperator;
class IfStmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A statement that may be carried out in two loops: all merged threads load before the first of them stores. Of
/// `if (guard) place = value;` they compute the value first, of `if (choice) …` the condition.
struct SplitStore {
  const clang::Expr* guard = nullptr;  ///< null: none
  const clang::BinaryOperator* assignment = nullptr;
  const clang::IfStmt* choice = nullptr;  ///< then nothing else is there

  bool operator==(const SplitStore&) const = default;
};

/// Statements that one loop over the merged threads carries out.
struct MergedLoop {
  size_t index = 0;  ///< in the order of the text
  std::vector<const CodeStatement*> statements;
  std::vector<const CodeStatement*> around;  ///< kept loops around it, outermost first
  std::vector<const clang::Expr*> common;    ///< loads done once, before it
  Effects effects;                           ///< of all statements
  bool hasReturn = false;
  bool isLast = false;               ///< nothing of the kernel comes after it
  std::optional<SplitStore> keeps;   ///< its last statement computes here what the loop behind stores
  std::optional<SplitStore> stores;  ///< its first statement stores here what the loop before computed
};

/// What stands in place of a list of statements, in order.
struct PlacedStatement {
  const CodeStatement* code = nullptr;  ///< a statement that stays; null for a merged loop
  MergedLoop* loop = nullptr;
};

/// How a kernel is compacted along one dimension, whatever the factor. "Threads" are blocks where blocks are merged.
struct CompactionPlan {
  MergedAxis axis;
  const clang::FunctionDecl* kernel = nullptr;  ///< an instantiation where the kernel is a template
  std::unique_ptr<CodeStatement> body;          ///< everything below points into it
  Classes classes;
  std::deque<MergedLoop> loops;
  std::map<const CodeStatement*, std::vector<PlacedStatement>> lists;  ///< by block, or by the only statement of a body
  VariableSet again;                                                   ///< computed anew in each loop that uses them
  VariableSet arrays;                                                  ///< kept for each merged thread, in an array
  /// Arguments that merged threads change, each its own copy: inside the one loop that names it, or null: in an array.
  VariableMap<const MergedLoop*> arguments;
  std::vector<EffectReader::Helper> helpers;       ///< device functions of which copies are needed
  VariableMap<const CodeStatement*> declarations;  ///< of dependent variables, where a list holds them
  /// Variables of the heads of loops that are declared before the loop now, and stepped at the end of its body.
  std::map<const clang::ForStmt*, std::vector<const clang::VarDecl*>> outOfHeader;
  /// A block past the end of the grid may run them, too: where merged blocks are apart, where they are neighbours.
  std::set<const MergedLoop*> spare, spareOfNeighbours;
  std::vector<std::pair<const clang::VarDecl*, std::string>> notes;  ///< why each array is one, for people

  /// The declarations that a loop computes again, in source order: those it names, and those that these name.
  std::vector<const CodeStatement*> neededBy(const MergedLoop& loop) const;
  /// Is the loop none of those that a kept statement holds?
  bool isOutside(const MergedLoop& loop) const;
  /// May a merged thread have returned where the loop begins?
  bool mayHaveReturnedBefore(const MergedLoop& loop) const;
  std::vector<const CodeStatement*> repeated;  ///< all of them, in source order
  bool usesMask() const;                       ///< some merged threads may have returned while others go on
};

/// Makes the plan, or says what rules compaction out. `kernel`: a definition without open types. `loadsFirst`: no load
/// of global memory stands behind a store of another merged thread in one loop, which compilers must take for the same
/// place: loops are split there, so that the loads of all merged threads are on their way together.
Result<CompactionPlan> planCompaction(const Editor& editor, const clang::FunctionDecl& kernel, const MergedAxis& axis,
                                      bool loadsFirst = false);

/// The two parts of an assignment to global memory that reads global memory too, or of an `if` that asks global memory
/// and stores there; nothing where it does more than that. `written`: as for mayAlias.
std::optional<SplitStore> splitStore(const CodeStatement& code, const VariableSet& written,
                                     const clang::ASTContext& context);

/// May it touch memory that threads of other blocks see?
bool mayBeGlobal(const MemoryUse& use, const VariableSet& written);

/// Does something load from such memory, or store there?
bool touchesGlobal(const Effects& effects, const VariableSet& written, bool stores);

/// May the two touch the same memory? `written`: variables of the thread that are assigned to after their declaration.
bool mayAlias(const MemoryUse& a, const MemoryUse& b, const VariableSet& written);

/// May a variable be read in these statements before they have given it a value?
bool readsBeforeWriting(const std::vector<const CodeStatement*>& statements, const clang::VarDecl& variable);

}  // namespace warpwright::rewrite
