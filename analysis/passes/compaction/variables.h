#pragma once

#include <functional>
#include <map>
#include <set>

#include <clang/AST/Decl.h>

namespace warpwright::rewrite {

/// Variables in the order of their declarations: what is written or said of several follows the text, not addresses.
struct DeclaredBefore {
  bool operator()(const clang::VarDecl* a, const clang::VarDecl* b) const {
    const auto place = [](const clang::VarDecl* variable) {
      return variable ? variable->getLocation().getRawEncoding() : 0;  // null: what is behind pointers
    };
    // Instances of a template stand at one place.
    return place(a) != place(b) ? place(a) < place(b) : std::less<>()(a, b);
  }
};

using VariableSet = std::set<const clang::VarDecl*, DeclaredBefore>;
template <class Value>
using VariableMap = std::map<const clang::VarDecl*, Value, DeclaredBefore>;

}  // namespace warpwright::rewrite
