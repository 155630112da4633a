#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

#include <map>
#include <utility>

#include "analysis/frontend/statement_search.h"

namespace warpwright::model {

/// Where the text of a function stands, first and last byte, by each time that a file is read: several where its body
/// includes others.
using FunctionFiles = std::map<clang::FileID, std::pair<uint32_t, uint32_t>>;

/// `function`: a definition.
inline FunctionFiles filesOf(const clang::FunctionDecl& function) {
  const clang::SourceManager& manager = function.getASTContext().getSourceManager();
  FunctionFiles files;
  const auto add = [&](clang::SourceLocation at) {
    const clang::SourceLocation place = manager.getFileLoc(at);
    if (place.isInvalid()) return;
    const auto [file, offset] = manager.getDecomposedLoc(place);
    const auto [known, isNew] = files.try_emplace(file, offset, offset);
    if (offset < known->second.first) known->second.first = offset;
    if (offset > known->second.second) known->second.second = offset;
  };
  add(function.getBeginLoc());
  add(function.getLocation());
  frontend::anyPart(function.getBody(), [&](const clang::Stmt& part) {
    add(part.getBeginLoc());
    add(part.getEndLoc());
    return false;
  });
  return files;
}

}  // namespace warpwright::model
