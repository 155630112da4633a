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
/// their blocks fit. A change of a kernel alters these answers. How many blocks fit may choose how many are launched
/// along x of kernels that each do the same work with any number (see stridesByGrid); all else that is done with an
/// answer shows it.
class ResourceAnswers {
 public:
  /// `code`: all of the unit.
  ResourceAnswers(const frontend::ParsedUnit& unit, const model::CodePieces& code);

  /// Where an answer about the kernel goes further than into the grid of a launch, or where it is asked for more shared
  /// memory than any GPU gives beside its own, as a sentence with the lines; empty: nowhere. `kernel`: its definition
  /// or an instance of it; another unit may hold it. `sharedBytes`: what a block of it declares.
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
    bool isLost = false;         ///< an answer goes elsewhere than into a variable of a function
    bool isOfOccupancy = false;  ///< asks how many blocks fit
  };
  /// The grid of a launch.
  struct Grid {
    const clang::Stmt* at = nullptr;
    const clang::FunctionDecl* kernel = nullptr;  ///< null: not known
  };
  /// What is done with a variable.
  struct Use {
    std::set<const clang::VarDecl*> flowsTo;
    std::vector<Grid> grids;
    const clang::Stmt* seen = nullptr;  ///< what else reads it
  };
  class Reader;

  void noteLimit(const clang::CallExpr& call);
  void noteQuestion(const clang::CallExpr& call, unsigned answers, bool isOfOccupancy);

  /// Where what a question's answers hold, and what is made from it, is read for more than it asks for; null: nowhere.
  /// `kernel`: which the question is about; `strides`: what is known of kernels so far.
  using Strides = std::map<const clang::FunctionDecl*, bool>;
  const clang::Stmt* whereSeen(const Question& question, const clang::FunctionDecl& kernel, Strides& strides) const;

  const frontend::ParsedUnit& unit_;
  std::vector<Question> questions_;
  std::vector<Limit> limits_;
  std::map<const clang::VarDecl*, Use> uses_;  ///< only where there are questions
};

}  // namespace warpwright::passes
