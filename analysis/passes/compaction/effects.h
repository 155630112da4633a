#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/library_functions.h"
#include "analysis/passes/compaction/axis.h"
#include "analysis/passes/compaction/variables.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/index_names.h"
#include "core/base/result.h"

namespace clang {
class CallExpr;
class CXXConstructExpr;
class CXXForRangeStmt;
class Expr;
class FunctionDecl;
class GCCAsmStmt;
class IfStmt;
class QualType;
class SourceLocation;
class Stmt;
class StringLiteral;
class UnaryExprOrTypeTraitExpr;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// One load or store of memory that other threads may see.
struct MemoryUse {
  const clang::VarDecl* root = nullptr;  ///< the variable itself, or the pointer; null: not told
  bool direct = false;                   ///< `root` is the memory, not a pointer to it
  bool isStore = false;
  bool readOnly = false;  ///< a texture
};

/// What evaluating a piece of a kernel does, as far as its syntax tells. "Variables" are those of which each merged
/// thread or block has its own.
struct Effects {
  VariableSet reads, writes, declares;
  std::vector<MemoryUse> memory;
  bool usesIndex = false;   ///< names the index of what is merged, threadIdx.y for one
  bool usesExtent = false;  ///< names its extent, blockDim.y for one
  bool repeats = false;     ///< must happen once a thread: atomics, updates of memory, calls that store
  bool reorders = false;    ///< adds floating-point numbers by atomics: merged, in another order
  bool calls = false;       ///< calls a function that is more than arithmetic
  bool hasBarrier = false;
  bool takesAddress = false;  ///< of what a reference stands for
  bool leaksPointer = false;  ///< stores a pointer in memory, or makes a number of it
  bool isTied = false;        ///< holds what a copy might change: assembly, the function's own name
  bool exchanges = false;     ///< values between the threads of a warp, which all have to come to it
  bool orders = false;        ///< what threads of a warp do with memory: `__syncwarp()`
  bool retypes = false;       ///< sees a variable of its own as another type: `*(int*)&v`
  bool isForBlock = false;    ///< updates memory for threads of its block alone: `atomicAdd_block`

  bool loads() const;
  bool stores() const;
  void add(const Effects& other);
};

/// Has the variable a value where it is declared? `float4 v;` has none, though Clang calls a constructor.
bool isInitialised(const clang::VarDecl& variable);

/// Lives the variable in the thread: local or an argument, neither shared nor static.
bool isOfThread(const clang::VarDecl& variable);

/// Is it shared memory of a size that the kernel itself declares?
bool isSharedOfKernel(const clang::VarDecl& variable);

/// Has each merged thread or block a variable of its own? Variables of the thread; where blocks are merged, shared
/// variables that the kernel declares, too.
bool isOwn(const clang::VarDecl& variable, const MergedAxis& axis);

/// Is there a pointer in a value of the type, or may there be?
bool mayHoldPointer(clang::QualType type);

/// Is it `__syncwarp`?
bool ordersWarp(const clang::FunctionDecl& function);

/// Does it call a shuffle, a vote, a sum or a barrier of the language, or of a tile, that waits for the threads of a
/// warp that it names?
bool exchangesInWarp(const clang::CallExpr& call);

/// Reads effects off the syntax of a kernel. Errors of all: a construct that rules the change out, "line 12 …".
class EffectReader {
 public:
  /// Keeps a reference to the editor.
  EffectReader(const Editor& editor, const MergedAxis& axis) : editor_(editor), axis_(axis) {}

  /// Of a statement with all it holds.
  Result<Effects> ofStatement(const clang::Stmt* statement);
  Result<Effects> ofExpression(const clang::Expr* expression);
  /// Of what an `if`, a loop or a `switch` evaluates besides the statements that it holds.
  Result<Effects> ofHead(const clang::Stmt& statement);
  /// Of declaring one variable.
  Result<Effects> ofVariable(const clang::VarDecl& variable);

  Error refusal(const clang::Stmt& at, const Message& what) const;

  /// Device functions that look at the index or the extent themselves: their definitions, each before those that call
  /// it, and whether it is the index. A compacted kernel needs copies of them.
  struct Helper {
    const clang::FunctionDecl* definition = nullptr;
    bool usesIndex = false;
  };
  const std::vector<Helper>& helpers() const { return helpers_; }

 private:
  enum class Use : uint8_t { read, write, update, address };
  /// What calling a function does.
  struct Summary {
    Message problem;  ///< why a kernel that calls it is not changed; empty: nothing
    Effects effects;
    bool ready = false;
  };

  template <typename Read>
  Result<Effects> collected(const Read& read);
  Status statement(const clang::Stmt* statement);
  Status head(const clang::Stmt& statement);
  Status branchHead(const clang::IfStmt& choice);
  Status rangeHead(const clang::CXXForRangeStmt& loop);
  Status declare(const clang::VarDecl& variable);
  Status read(const clang::Expr* expression);
  Status place(const clang::Expr* expression, Use use);
  Status variable(const clang::VarDecl& variable, const clang::Expr& at, Use use);
  void memory(const clang::VarDecl* root, bool direct, Use use);
  Status behindPointer(const clang::Expr* pointer, Use use);
  MemoryUse memoryBehind(const clang::Expr* pointer) const;
  Status index(const clang::Stmt& expression);
  /// A value that is spelled in a class or a declaration, where it cannot be changed.
  Status readElsewhere(const clang::Expr& standard, const clang::Expr& at, const std::string& what);
  Status sizeOf(const clang::UnaryExprOrTypeTraitExpr& size);
  bool isMadeByPreprocessor(clang::SourceLocation at) const;
  bool dependsOnPlace(clang::SourceLocation at) const;
  Status text(const clang::StringLiteral& string);
  Status assign(const clang::Expr* target, const clang::Expr* value);
  Status call(const clang::CallExpr& call);
  Status construct(const clang::CXXConstructExpr& construct);
  Status readAll(llvm::ArrayRef<const clang::Expr*> values);
  Status assembly(const clang::GCCAsmStmt& assembly);
  model::LibraryFunctions& libraryFunctions();
  Status library(const clang::FunctionDecl& callee, const clang::Stmt& at);
  Status libraryArguments(const clang::FunctionDecl& callee, llvm::ArrayRef<const clang::Expr*> given);
  bool givesArgument(const clang::CallExpr& call);
  /// What a call gives a part of, by a reference.
  struct Part {
    const clang::Expr* of = nullptr;
    std::vector<const clang::Expr*> others;  ///< what else it is given
    bool isSeenAsAnother = false;            ///< as another type than it is
  };
  bool givesPart(const clang::CallExpr& call, Part& found) const;
  Status partGiven(const Part& part, Use use);
  Status groups(const clang::CallExpr& call);
  Status projectCall(const clang::CallExpr& call, const clang::FunctionDecl& callee);
  Result<bool> languageCall(const clang::FunctionDecl& callee, const clang::CallExpr& call);
  Result<bool> copyOfBytes(const clang::CallExpr& call);
  const clang::Expr* ownBehind(const clang::Expr* pointer) const;
  const clang::Expr* referenceSeenAs(const clang::Expr& pointer, clang::QualType seen) const;
  const clang::Expr* ownSeenAs(const clang::Expr& pointer);
  /// What a use of a part is to the whole.
  static Use partly(Use use) { return use == Use::write ? Use::update : use; }
  Status arguments(const clang::FunctionDecl& callee, const clang::Expr* const* begin, unsigned count,
                   const Summary& summary);
  Status libraryCall(const clang::FunctionDecl& callee, const clang::CallExpr& call);
  Status atomicCall(const std::string& name, const clang::CallExpr& call);
  Status operandOf(const clang::CallExpr& call, const std::string& operation);
  Status noteUpdate(const std::string& operation, const clang::Expr& target, const clang::CallExpr& call);
  Status callHelper(const clang::CallExpr& call, const clang::FunctionDecl& callee, const Effects& done);
  const Summary& summaryOf(const clang::FunctionDecl& callee);
  bool isOfProject(const clang::FunctionDecl& callee) const;

  const Editor& editor_;
  MergedAxis axis_;
  std::vector<Helper> helpers_;
  std::shared_ptr<model::LibraryFunctions> library_;  // made where the first call into a library is met
  unsigned depth_ = 0;                                // of functions being looked into
  Effects effects_;                                   // being collected
  std::set<const clang::Expr*> dropped_;              // expressions whose value nobody takes
  std::map<const clang::FunctionDecl*, Summary> summaries_;
  /// What an atomic does to a number; a maximum of unsigned numbers is another one than of signed ones.
  struct UpdateKind {
    std::string operation;
    bool ofUnsigned = false;
    bool operator==(const UpdateKind&) const = default;
  };
  VariableMap<UpdateKind> updates_;  // how atomics update an array; null: what is behind pointers
};

}  // namespace warpwright::rewrite
