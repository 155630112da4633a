#pragma once

#include <clang/AST/Type.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class BinaryOperator;
class CallExpr;
class CastExpr;
class Expr;
class FieldDecl;
class FunctionDecl;
class InitListExpr;
class ReturnStmt;
class Stmt;
class UnaryOperator;
}  // namespace clang

namespace warpwright::model {

/// What an expression is without parentheses, casts, temporaries and copies.
const clang::Expr* stripped(const clang::Expr* expression);

/// What an expression is the address of (`&x`, `std::addressof(x)`); null: it is none.
const clang::Expr* takenIn(const clang::Expr& expression);

/// Does a cast see an object as something else, whose members are not its own?
bool seesOtherwise(const clang::CastExpr& cast);

/// Is it a null pointer, as far as it is spelled as one?
bool isNull(const clang::Expr& expression, clang::ASTContext& context);

/// Are both written alike, by what they name?
bool areAlike(const clang::Expr& a, const clang::Expr& b, const clang::ASTContext& context);

/// The object that a method or a method's operator is called for; null: it is another call.
const clang::Expr* objectOf(const clang::CallExpr& call);

/// Does a library's function make the memory that it gives, by its name? Others may give what is there: `mmap`, `shmat`
/// and `cudaIpcOpenMemHandle` the same twice, under one address or two.
bool makesMemory(const clang::FunctionDecl& function);

/// What a call gives the parameters, that object aside.
llvm::ArrayRef<const clang::Expr*> argumentsOf(const clang::CallExpr& call);

/// A member; those of a union are one.
const clang::FieldDecl* memberOf(const clang::FieldDecl& field);

/// The members that a path (".a.b") leads through, from a structure or a reference to one; none where one is not found.
std::vector<const clang::FieldDecl*> membersOf(clang::QualType structure, const std::string& path);

/// An element of a list, which may be null; null: there is none.
const clang::Expr* elementOf(const clang::Expr* list, int64_t index);

/// What a list gives to the members of a structure; none of its bases'.
std::vector<std::pair<const clang::FieldDecl*, const clang::Expr*>> valuesOfMembers(const clang::InitListExpr& list);

/// Of a list, what it gives to the member that a path leads to; else the value itself.
const clang::Expr* partOf(const clang::Expr* value, const std::string& path);

/// May two indices (null: 0) be the same number? Yes where they are for a small number that their variable may be,
/// `i & 1` and `i / 2`, and where they are not of one variable, or of operations that are not followed. `i % 2` and
/// `1 - i % 2` never are.
bool mayMeet(const clang::Expr* first, const clang::Expr* second);

/// The statements that return, those of lambdas aside.
void addReturns(const clang::Stmt* statement, std::vector<const clang::ReturnStmt*>& found);

/// `++p`, `p += n`: the pointer stays in its memory.
bool movesPointer(const clang::UnaryOperator& change);
bool movesPointer(const clang::BinaryOperator& change);

}  // namespace warpwright::model
