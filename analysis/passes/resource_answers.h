#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/code_pieces.h"
#include "core/base/message.h"

namespace clang {
class CallExpr;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// What a program does with what it asks of its kernels: their shared and local memory, their registers, how many of
/// their blocks fit. A change of a kernel alters these answers, so that whatever reads one may see it. That goes for
/// the grid of a launch, too: that a kernel gives the same with any number of blocks is more than is proved here.
class ResourceAnswers {
 public:
  /// `code`: all of the unit.
  ResourceAnswers(const frontend::ParsedUnit& unit, const model::CodePieces& code);

  /// Where an answer about the kernel is read, or where it is asked for more shared memory than any GPU gives beside
  /// its own, as a sentence with the lines; empty: nowhere. `kernel`: its definition or an instance of it; another unit
  /// may hold it. `sharedBytes`: what a block of it declares.
  Message seenOf(const clang::FunctionDecl& kernel, uint64_t sharedBytes) const;

 private:
  struct Asked {
    const clang::CallExpr* call = nullptr;
    std::vector<const clang::FunctionDecl*> kernels;  ///< empty: not known
    bool isAbout(const std::string& kernel) const;
  };
  /// Asks for dynamic shared memory of so many bytes.
  struct Limit : Asked {
    uint64_t bytes = 0;
  };
  struct Question : Asked {
    std::set<const clang::VarDecl*> answers;
    bool isLost = false;  ///< an answer goes elsewhere than into a variable of a function
  };

  void noteLimit(const clang::CallExpr& call);
  void noteQuestion(const clang::CallExpr& call, unsigned answers);
  void noteUses(const clang::Stmt& piece);

  const frontend::ParsedUnit& unit_;
  std::vector<Question> questions_;
  std::vector<Limit> limits_;
  std::map<const clang::VarDecl*, const clang::Stmt*> seen_;  ///< what is more than a place for answers, and where
};

}  // namespace warpwright::passes
