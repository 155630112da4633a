#pragma once

#include <clang/AST/Type.h>

#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace clang {
class CallExpr;
class DeclRefExpr;
class Expr;
class FunctionDecl;
class IfStmt;
class ReturnStmt;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// One atomic function of CUDA that is called with an element of an array, and where its array is named.
struct CounterUpdate {
  const clang::CallExpr* call = nullptr;
  const clang::DeclRefExpr* array = nullptr;
};

/// Memory behind an argument of a kernel, or a variable of the device, that the kernel updates by atomics.
struct CounterArray {
  const clang::VarDecl* array = nullptr;  ///< of the instance
  std::string operation;                  ///< "atomicAdd": what brings two results together
  clang::QualType type;                   ///< of what is updated, as the atomic function takes it
  bool isCast = false;                    ///< the array's elements have another type of as many bytes
  std::vector<CounterUpdate> updates;     ///< in source order
  /// Why the array cannot have a copy, as far as the text tells; empty: nothing stands against it.
  Message why;

  /// Its elements, or the variable itself.
  clang::QualType elementType() const;
  bool isPointer() const;
  /// Is it sums of floating-point numbers, which round otherwise in other groups?
  bool isReal() const;
  /// How many it is declared with; 0: not known.
  uint64_t extent() const;
  /// Does naming an element change anything: `a[k++ & 0]`?
  bool hasEffects() const;
};

/// What names the element in `&a[i]` and `a + i`; null: another form.
const clang::Expr* indexOf(const CounterUpdate& update);

/// Do all updates of a block name the same element, and in a way that the end of the kernel can repeat: `a[blockIdx.x *
/// n]`?
bool isOneOfBlock(const CounterArray& counter, const clang::FunctionDecl& kernel);

/// The arrays that a kernel updates by atomics, in the order in which it does. `kernel`: without open types.
std::vector<CounterArray> counterArrays(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

/// A value that changes nothing: 0 for sums; of floating-point numbers -0, which leaves 0 and -0 as they are. Requires:
/// an array without `why`.
std::string neutralText(const CounterArray& counter, const clang::ASTContext& context);

/// Where a thread leaves the kernel before its end: `if (condition) { …; return; }`, a statement of the body itself.
struct EarlyEnd {
  const clang::Stmt* statement = nullptr;  ///< as it stands in the body
  const clang::IfStmt* choice = nullptr;
  const clang::ReturnStmt* end = nullptr;
  bool isAlone = false;  ///< nothing else is done
};

struct KernelEnds {
  std::vector<EarlyEnd> early;              ///< in source order
  const clang::ReturnStmt* last = nullptr;  ///< the last statement of the body, if it is that
};

/// Where the kernel ends. Errors: it does in other places.
Result<KernelEnds> endsOf(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

/// Why all threads of the kernel may not be made to come to its end, or its text is not understood; empty: they may.
Message strangeText(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
