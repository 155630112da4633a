#pragma once

#include <clang/AST/Type.h>

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/address_numbers.h"
#include "analysis/model/read_references.h"
#include "analysis/model/source_text.h"

namespace clang {
class ASTContext;
class BinaryOperator;
class CallExpr;
class CastExpr;
class CompoundStmt;
class CXXConstructExpr;
class CXXRecordDecl;
class Decl;
class DeclRefExpr;
class DeclStmt;
class Expr;
class FunctionDecl;
class InitListExpr;
class MemberExpr;
class NamedDecl;
class ParmVarDecl;
class RecordDecl;
class ReturnStmt;
class Stmt;
class ValueDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::model {

/// Where host code keeps pointers, and what it puts there, whatever the order that it runs in. A cell is a variable, a
/// member of all objects of a class, what an array or container holds, or, in one, everything whose address is taken
/// and all that pointers to pointers lead to. Cells that code exchanges the values of are one.
class PointerCells {
 public:
  /// `open`: names of functions, variables and members that other files may call or set (UnitKernels::openNames).
  PointerCells(const frontend::ParsedUnit& unit, std::set<std::string> open);

  using Cell = size_t;
  /// Everything that pointers to pointers may lead to.
  static constexpr Cell elsewhere = 0;
  /// One place in the code that puts a pointer into a cell.
  struct Write {
    enum class Kind {
      value,    ///< that of `value`
      address,  ///< of what `value` names
      made,     ///< by the call `at`, of nothing that the program names
      unread    ///< not known
    };
    Kind kind = Kind::unread;
    const clang::Expr* value = nullptr;
    const clang::Stmt* at = nullptr;     ///< null: before the program runs, or where an object is made
    bool isOnce = true;                  ///< it sets one element each time that it runs
    bool isFixed = false;                ///< always the same one
    const clang::Expr* place = nullptr;  ///< as the code names it; null: by no expression
  };
  /// A call with its arguments, also of a constructor.
  struct Call {
    const clang::Expr* at = nullptr;
    std::vector<const clang::Expr*> arguments;  ///< as many as the parameters that are given
  };

  /// The cell that an expression names.
  Cell cellOf(const clang::Expr& place) const;
  Cell cellOf(const clang::ValueDecl& declaration) const;
  /// That of the elements of an array, a container or what a pointer leads to.
  Cell elementsOf(const clang::Expr& base) const;
  Cell sameAs(Cell cell) const;
  const std::vector<Write>& writes(Cell cell) const;
  /// Parameters among the places of a cell, which calls set.
  const std::vector<const clang::ParmVarDecl*>& parameters(Cell cell) const;

  /// May other files call it, or set it?
  bool isOpen(const clang::NamedDecl& declaration) const;
  bool isOpen(Cell cell) const;                          ///< one of its places
  bool isExchanged(Cell cell) const;                     ///< may its places exchange their values, or memory?
  bool isElsewhere(Cell cell) const;                     ///< may pointers lead to it?
  bool isVariable(Cell cell) const;                      ///< one variable, and nothing else
  bool isCopied(const clang::RecordDecl& record) const;  ///< are objects copied while the others live on?

  const std::vector<Call>* callsOf(const clang::FunctionDecl& function) const;
  /// May it be called in a way that is not seen: by its address, as a virtual function?
  bool mayBeCalledElsewhere(const clang::FunctionDecl& function) const;

  /// Does `after` run once at most for each time that `before` has run (null: that the function of `after` begins)?
  bool runsOnceAfter(const clang::Stmt* before, const clang::Stmt& after) const;
  /// Do two declarations stand in one block, with nothing but declarations that call nothing between them?
  bool standTogether(const clang::VarDecl& first, const clang::VarDecl& second) const;

  /// The object of a library's class that holds elements or memory of its own: a name without a reference in between.
  static const clang::ValueDecl* ownObject(const clang::Expr& expression);
  bool isOfProject(const clang::Decl& declaration) const;
  /// A class of a library whose objects hold what they are given, and nothing that another name leads to.
  bool isContainer(clang::QualType type) const;
  /// A container that keeps its elements in memory of its own, and copies them with itself.
  bool ownsMemory(clang::QualType type) const;
  /// A container whose elements are reached by way of another place: they are containers, or behind what it owns.
  bool leadsOn(clang::QualType type) const;
  /// A container whose elements hold pointers.
  static bool keepsPointers(clang::QualType type);

  /// Does a parameter that is a reference, to a constant or not, change nothing that it refers to?
  bool keeps(const clang::ParmVarDecl& parameter) const;

  /// Is a number made of addresses: of their difference, or of one that was cast to it?
  bool isMadeOfAddresses(const clang::Expr& number) const { return addressNumbers_.isIn(number); }

  clang::ASTContext& context;
  SourceText text;

 private:
  struct Region {
    size_t parent = 0;
    size_t root = 0;
    bool isLoop = false;
  };
  struct Position {
    size_t region = 0;
    size_t order = 0;
  };

  Cell cell(const clang::Decl* declaration, bool isOfElements) const;
  Cell contentsOf(const clang::ValueDecl& own) const;
  Cell memberOfLibrary(const clang::MemberExpr& member) const;
  void unite(Cell a, Cell b);
  void write(Cell cell, Write write);
  size_t addRegion(size_t parent, bool isLoop);

  static Call callOf(const clang::Expr& call);
  void exchange(const clang::Expr& a, const clang::Expr& b);
  std::unordered_set<const clang::Stmt*> exchangers() const;
  void noteCallers(const clang::Stmt* part, std::unordered_set<const clang::Stmt*>& called);
  void noteMakers(const clang::FunctionDecl& callee);
  void handOn(clang::QualType type);
  void noteSet(const clang::Expr& place, const Call& call, const clang::FunctionDecl* callee,
               clang::QualType parameter);
  void walk(const clang::Stmt* statement, size_t region);
  void walkParts(const clang::Stmt& statement, size_t region);
  void note(const clang::Stmt& statement);
  void noteDeclarations(const clang::DeclStmt& declarations);
  void declare(const clang::ValueDecl& declared, const clang::Expr& initial, const clang::Stmt* at);
  void fill(Cell elements, const clang::Expr& initial, const clang::Stmt* at, bool onlyLaunched);
  void fillObject(Cell elements, const clang::Expr& initial, const clang::Stmt* at);
  void fillMade(Cell elements, const clang::CXXConstructExpr& made, const clang::Stmt* at);
  void noteMemory(Cell elements, const clang::Expr& initial);
  void moveOn(const clang::Expr& container);
  bool mayTakeMemory(const clang::Expr& initial) const;
  void noteList(const clang::InitListExpr& list);
  void noteExchanges(const clang::CompoundStmt& block);
  void noteCall(const clang::CallExpr& call);
  void noteMade(const clang::CXXConstructExpr& made);
  void noteGiven(const clang::CallExpr& call, const clang::FunctionDecl& callee);
  bool noteRuntime(const clang::CallExpr& call);
  bool noteLibrary(const clang::CallExpr& call, const clang::FunctionDecl& callee);
  void noteMember(const clang::CallExpr& call, const clang::Expr& object, const clang::FunctionDecl* method);
  void noteArguments(const Call& call, const clang::FunctionDecl* callee);
  void noteReference(const clang::Expr& argument, const Call& call, const clang::FunctionDecl* callee,
                     clang::QualType parameter);
  void noteArgument(const Call& call, const clang::FunctionDecl* callee, unsigned index);
  void noteAddress(const clang::Expr& place);
  void noteAssignment(const clang::BinaryOperator& binary);
  void noteCast(const clang::CastExpr& cast);
  void noteUnread(const clang::Stmt& statement);
  void noteReturn(const clang::ReturnStmt& returned);
  void noteMember(const clang::MemberExpr& member);
  void noteParameter(const clang::DeclRefExpr& name);
  void noteUses(const clang::Stmt& part);
  bool isUsedOnlyToLaunch(const clang::ValueDecl& array) const;
  bool givesUp(const clang::CallExpr& call) const;
  void forgetContents(Cell elements, const clang::Stmt* at);
  void forgetPlace(const clang::Expr& place, const clang::Stmt* at);
  void forgetBehind(const clang::Expr& pointer, const clang::Stmt* at);
  void expose(clang::QualType type);
  void forget(clang::QualType type, const clang::Stmt* at);
  void forgetReached(clang::QualType type, const clang::Stmt* at);
  void copy(clang::QualType type);

  mutable std::map<std::pair<const clang::Decl*, bool>, Cell> numbers_;
  mutable std::vector<Cell> same_;
  mutable std::vector<std::vector<Write>> writes_;
  mutable std::vector<std::vector<const clang::ParmVarDecl*>> parameters_;
  mutable std::vector<size_t> sizes_;
  mutable std::vector<bool> areOpen_;
  const frontend::ParsedUnit& unit_;
  std::set<std::string> open_;
  std::set<Cell> exchanged_;
  std::set<const clang::RecordDecl*> copied_, exposed_, forgotten_, reached_;
  std::set<const clang::CXXRecordDecl*> made_;  ///< of the project, by libraries
  std::map<const clang::FunctionDecl*, std::vector<Call>> calls_;
  std::map<const clang::ValueDecl*, std::pair<size_t, size_t>> uses_;  ///< of arrays of addresses, see noteUses
  AddressNumbers addressNumbers_;
  const ReadReferences& references_;
  bool castsConstantsAway_ = false;  ///< of places that hold pointers
  std::set<const clang::FunctionDecl*> elsewhere_;
  std::vector<Region> regions_;
  bool stepsBeside_ = false;                        ///< somewhere a pointer goes from one place of a pointer to others
  std::set<const clang::RecordDecl*> pointedInto_;  ///< of members that pointers lead to
  std::set<size_t> jumping_;                        ///< roots of functions with labels
  std::unordered_map<const clang::Stmt*, Position> positions_;
  std::unordered_map<const clang::VarDecl*, std::pair<const clang::CompoundStmt*, size_t>> declared_;
  std::unordered_set<const clang::Stmt*> understood_;  ///< parts that what they stand in has explained
  std::unordered_set<const clang::Stmt*> filled_;      ///< containers whose elements a cell has got
};

}  // namespace warpwright::model
