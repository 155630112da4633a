#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/compaction/effects.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/base/result.h"

namespace clang {
class ASTContext;
class DeclStmt;
class ForStmt;
class ReturnStmt;
}  // namespace clang

namespace warpwright::rewrite {

/// `blockIdx.x * blockDim.x + threadIdx.x` as it is written: the number of the thread along x, in the whole grid.
struct ThreadNumber {
  const clang::Expr* written = nullptr;  ///< the sum, without brackets around it
  std::string type;                      ///< that it has: "unsigned int"
};

/// The number that the expression is, brackets and conversions aside, if it is one. Its value is the number itself, or
/// its last 32 bits where the sum has no more.
std::optional<ThreadNumber> threadNumber(const clang::Expr& expression, const clang::ASTContext& context);

/// Is it `gridDim.x * blockDim.x`, brackets and conversions aside: how many threads the grid has along x?
bool isThreadCount(const clang::Expr& expression, const clang::ASTContext& context);

/// Where a kernel looks at the index along x.
struct NumberUses {
  std::vector<ThreadNumber> numbers;
  std::vector<const clang::Stmt*> extents;  ///< `gridDim.x`
};

/// Errors: it looks at an index along x in another way than by the thread's number; it never does.
Result<NumberUses> findThreadNumbers(const Editor& editor, const clang::Stmt& body);

/// One step on the way to what a thread does: a declaration, or a condition.
struct HeadPart {
  const clang::Stmt* statement = nullptr;
  const clang::Expr* condition = nullptr;     ///< null: it is a declaration
  const clang::ReturnStmt* leaves = nullptr;  ///< a thread for which it holds; null: one for which it does not
};

/// A loop whose rounds are as far apart as the grid has threads: together they are all numbers below `bound`.
///   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { work }
struct StrideLoop {
  const clang::ForStmt* statement = nullptr;
  const clang::VarDecl* counter = nullptr;
  const clang::Expr *first = nullptr, *bound = nullptr, *step = nullptr;  ///< as they are written
  clang::QualType compared;  ///< what the counter is converted to before it is compared
};

/// What stands in front of a thread's work with memory: declarations and conditions on whole numbers, in order.
///   int i = blockIdx.x * blockDim.x + threadIdx.x;
///   if (i < n) { work }
struct KernelHead {
  std::vector<HeadPart> parts;
  std::vector<const clang::Stmt*> work;  ///< the statements behind it
  bool isBare = false;                   ///< the work is one statement under a condition, without braces
  std::optional<StrideLoop> rounds;      ///< the work is the body of this loop, with which the kernel ends

  /// The declaration of a variable in the head, if nothing changes the variable later; null: it has none.
  const clang::VarDecl* fixed(const clang::Expr& name, const Mentions& mentions) const;
};

/// Errors: nothing is done behind it.
Result<KernelHead> readHead(EffectReader& reader, const clang::Stmt& body, const Mentions& mentions);

/// Does the expression compute whole numbers, from arguments and variables of the head that stay as they are, and
/// nothing else?
bool isPlain(EffectReader& reader, const clang::Expr& expression, const KernelHead& head, const Mentions& mentions);

/// The conditions of the head, and the declarations that they and these expressions need. Errors: one that may not be
/// computed a second time.
Result<std::vector<HeadPart>> neededParts(EffectReader& reader, const KernelHead& head,
                                          const std::vector<const clang::Expr*>& expressions, const Mentions& mentions);

}  // namespace warpwright::rewrite
