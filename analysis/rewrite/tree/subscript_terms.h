#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A value that a thread has all the time: a sum of products of thread indices ("threadIdx.x"), and
/// a constant.
struct FixedValue {
  std::map<std::string, int64_t> thread;  ///< factor of each product; none: a constant
  int64_t constant = 0;
};

/// One part of a sum that is neither constant nor decided by the thread index alone.
struct OpenTerm {
  /// The term as `factor * expression`; the same term may be seen in several ways: `e * 64` as 1
  /// times that, and as 64 times `e`.
  struct View {
    int64_t factor = 1;
    const clang::Expr* expression = nullptr;
  };
  std::vector<View> views;
  bool isUnsigned = false;  ///< its arithmetic wraps
};

/// A part of a sum whose value is a constant.
struct ConstantTerm {
  int64_t value = 0;
  int64_t factor = 1;                  ///< of `other`, where the constant is written as a product
  const clang::Expr* other = nullptr;  ///< null: it is not
};

/// A subscript taken apart: thread + constants + open terms.
struct SubscriptTerms {
  FixedValue fixed;  ///< all that is fixed, the constants among it
  std::vector<ConstantTerm> constants;
  std::vector<OpenTerm> open;
};

/// Reads expressions of one function body for a block of known shape. Local variables that are set
/// once, where they are declared, count as their initial value; others as what a statement in front
/// has assigned, if nothing in between may change them.
class SubscriptReader {
 public:
  using BlockShape = std::array<std::optional<uint32_t>, 3>;

  SubscriptReader(const clang::FunctionDecl& function, const BlockShape& block);

  std::optional<FixedValue> fixedValue(const clang::Expr* expression) const;
  /// `parents`: what stands around the expression, from the function's body down. Nothing where
  /// numbers overflow.
  std::optional<SubscriptTerms> terms(const clang::Expr* expression, const std::vector<const clang::Stmt*>& parents);

 private:
  std::optional<FixedValue> fixed(const clang::Expr* expression, int depth) const;
  std::optional<FixedValue> ofIndexVariable(const clang::Expr* expression) const;
  const clang::Expr* assigned(const clang::VarDecl& variable) const;
  bool hasThread(const clang::Expr* expression, int depth) const;
  bool split(const clang::Expr* expression, int64_t scale, SubscriptTerms& into, int depth) const;

  const clang::ASTContext& context_;
  BlockShape block_;
  std::set<const clang::VarDecl*> changed_;  ///< variables that something other than a read is done with
  std::set<const clang::VarDecl*> escaped_;  ///< of those: more than assignments
  bool jumps_ = false;
  const std::vector<const clang::Stmt*>* parents_ = nullptr;  ///< of the expression being read
};

}  // namespace warpwright::rewrite
