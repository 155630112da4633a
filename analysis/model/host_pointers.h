#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/source_text.h"

namespace clang {
class ASTContext;
class BinaryOperator;
class CallExpr;
class Decl;
class DeclStmt;
class Expr;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::model {

/// What the host code of a unit sets its pointers to, and which calls it makes, read in one walk over its text.
struct HostPointers {
  explicit HostPointers(const frontend::ParsedUnit& unit);

  /// A variable and the way into it; no variable: not known.
  struct Place {
    const clang::Decl* variable = nullptr;
    std::string path;
    bool operator==(const Place&) const = default;
    auto operator<=>(const Place&) const = default;
  };

  static constexpr int mostSteps = 8;  // from a launch back to where its pointers come from

  clang::ASTContext& context;
  SourceText text;
  std::map<Place, std::vector<const clang::Expr*>> values;  ///< null: changed in a way that is not read
  std::map<const clang::Decl*, std::vector<const clang::CallExpr*>> calls;
  std::vector<const clang::CallExpr*> launches;
  std::vector<const clang::Expr*> textures;

  /// The variable of which an array's elements are.
  static const clang::VarDecl* arrayOf(const clang::Expr& expression);
  /// A variable, or a member of one.
  static std::optional<Place> placeOf(const clang::Expr* expression, int steps = 0);

 private:
  std::unordered_set<const clang::Stmt*> seen_;

  void note(const Place& place, const clang::Expr* value);
  void walk(const clang::Stmt* statement);
  void walkDeclarations(const clang::DeclStmt& declarations);
  bool noteAddress(const clang::BinaryOperator& assignment);
  bool noteCall(const clang::CallExpr& call);
  bool noteAddressOf(const clang::CallExpr& call, const std::string& name);
  static std::optional<Place> aliasOf(const clang::VarDecl& variable, int steps = 0);
};

}  // namespace warpwright::model
