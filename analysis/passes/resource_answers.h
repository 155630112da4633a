#pragma once

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
/// their blocks fit. A change of a kernel alters these answers. How many blocks fit may choose how many are launched;
/// all else that is done with an answer shows it.
class ResourceAnswers {
 public:
  /// `code`: all of the unit.
  ResourceAnswers(const frontend::ParsedUnit& unit, const model::CodePieces& code);

  /// Where an answer about the kernel goes further than into the grid of a launch, as a sentence with both lines;
  /// empty: nowhere. `kernel`: "app::scale", without template arguments: another unit may define it.
  Message seenOf(const std::string& kernel) const;

 private:
  struct Question {
    const clang::CallExpr* call = nullptr;
    std::vector<const clang::FunctionDecl*> kernels;  ///< empty: not known
    std::set<const clang::VarDecl*> answers;
    bool isLost = false;         ///< an answer goes elsewhere than into a variable of a function
    bool isOfOccupancy = false;  ///< asks how many blocks fit
    bool choosesBlock = false;   ///< asks for a block, too
  };
  /// What is done with a variable.
  struct Use {
    std::set<const clang::VarDecl*> flowsTo;
    const clang::Stmt *grid = nullptr, *block = nullptr;  ///< where it shapes a launch
    const clang::Stmt* seen = nullptr;                    ///< what else reads it
  };
  class Reader;

  /// Where what a question's answers hold, and what is made from it, is read for more than it asks for; null: nowhere.
  const clang::Stmt* whereSeen(const Question& question) const;

  const frontend::ParsedUnit& unit_;
  std::vector<Question> questions_;
  std::map<const clang::VarDecl*, Use> uses_;  ///< only where there are questions
};

}  // namespace warpwright::passes
