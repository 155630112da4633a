#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/model/pointer_cells.h"

namespace warpwright::model {

/// How an expression names a place: a variable and the members and elements that lead to it from there.
class PlacePath {
 public:
  /// Of a place that nothing is known of.
  explicit PlacePath(const PointerCells& cells) : cells_(&cells) {}
  PlacePath(const PointerCells& cells, const clang::Expr& place) : cells_(&cells) { add(place); }

  /// Goes on into members, each of the one before.
  void enter(const std::vector<const clang::FieldDecl*>& members);

  /// Goes on into a member of an object, or of what a pointer to it leads to.
  void enter(const clang::FieldDecl& member, const clang::Expr& object);

  /// Does it name the same place whenever it is asked?
  bool isSteady() const;

  /// Do both surely name different places, where they are asked at one time? `areApart`: do two pointers lead to
  /// different objects? Objects of a class that is copied may hold the same though they are different: not apart.
  using AreApart = std::function<bool(const clang::Expr&, const clang::Expr&)>;
  bool isApart(const PlacePath& other, const AreApart& areApart) const;

 private:
  struct Step {
    const clang::FieldDecl* member = nullptr;
    const clang::Expr* index = nullptr;    ///< of an element; null: the first
    const clang::Expr* pointer = nullptr;  ///< it leads to another object
    bool isOpen = false;                   ///< which element is not known
    bool isOfLibrary = false;              ///< of a container, whose elements may move on
  };

  void add(const clang::Expr& place);
  void addElement(const clang::Expr& base, const clang::Expr* index);
  void addObject(const clang::CallExpr& call);
  bool leads(size_t from) const;
  bool isReference(size_t at) const;
  bool isCopied(size_t from) const;

  const PointerCells* cells_;
  const clang::VarDecl* root_ = nullptr;
  bool isOwn_ = false;   ///< of the object that a method is called for
  bool isKept_ = false;  ///< a lambda's copy of the variable
  std::vector<Step> steps_;
};

}  // namespace warpwright::model
