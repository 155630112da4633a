#pragma once

#include <clang/AST/Type.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/message.h"

namespace clang {
class ArraySubscriptExpr;
class BinaryOperator;
class DeclRefExpr;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// Threads of a warp.
inline constexpr int64_t lanesOfWarp = 32;

/// An element that a round of a tree names: the thread's own, `a[t]`, or the one a stride away, `a[t + s]`.
struct TreeElement {
  const clang::ArraySubscriptExpr* mention = nullptr;
  const clang::VarDecl* array = nullptr;
  bool isOwn = false;
};

/// What threads do in a round of a tree, as far as registers and shuffles can take the place of its elements.
struct TreeWork {
  Message why;  ///< why they cannot; empty: they can
  std::vector<TreeElement> elements;
  std::vector<const clang::DeclRefExpr*> strides;  ///< mentions of the stride beside those in elements
  std::vector<const clang::VarDecl*> arrays;       ///< of the elements, in order
  std::vector<const clang::VarDecl*> written;      ///< of these
  bool multiplies = false;                         ///< or divides floating-point numbers
};

/// How the work is to be read.
struct WorkQuestion {
  const clang::FunctionDecl* kernel = nullptr;
  const clang::VarDecl* stride = nullptr;
  std::function<bool(const clang::Expr&)> isThread;   ///< does it have the value of the thread's number in its block?
  std::function<bool(const clang::Expr&)> isUniform;  ///< do all threads of the block have the same value?
};

/// Are there shuffles for numbers of the type, which have one value a register?
bool isShuffled(clang::QualType type);

/// Does the function give a number for numbers, round none, and do nothing else?
bool givesNumberOfNumbers(const clang::FunctionDecl& function);

/// Does the operation multiply or divide floating-point numbers?
bool multipliesNumbers(const clang::BinaryOperator& binary);

TreeWork readWork(const clang::Stmt& work, const WorkQuestion& question);

/// Why the statement may do more than compute and touch memory: wait for threads, exchange values with them, leave the
/// loop, do what is not seen. Empty: it does not.
Message notQuiet(const clang::Stmt& statement);

}  // namespace warpwright::passes
