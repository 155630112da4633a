#pragma once

#include <clang/AST/Type.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"
#include "core/finding/guard.h"

namespace clang {
class FunctionDecl;
class ParmVarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A declaration of a kernel and the name in it.
struct Written {
  TextRange text;
  TextRange name;
};

/// Where a declaration of a kernel stands, from its first attribute or `template` to its end. Errors, as the rest of a
/// sentence about the kernel: a macro spells a part of it, a condition (#if) leaves one out, its text cannot stand
/// twice; a class has it as a friend.
Result<Written> writtenDeclaration(const Editor& editor, const clang::FunctionDecl& declared);

/// Is it of a type that compares as whole numbers do, and has no operators of its own?
bool isWholeNumber(clang::QualType type);

/// The parameter that a guard asks of; null: none of its name is a whole number.
const clang::ParmVarDecl* guardedParameter(const clang::FunctionDecl& kernel, const Guard::Value& value);

/// The declarations of a kernel, or of a device function, in files of the project that are no friends: each has to have
/// a copy behind it. `kernel`: the definition as it is written (of a template: the pattern). Errors, as the rest of a
/// sentence about the kernel: a copy would be another one (it asks for its own name or line, keeps variables, makes
/// types that others keep variables for), or its text cannot stand twice.
Result<std::vector<Written>> declarationsToCopy(const Editor& editor, const clang::FunctionDecl& kernel);

/// Can a copy of the declaration be one of the device alone? Not where what makes it one of the host is spelled by a
/// macro that is more than attributes.
bool canLeaveHost(const Editor& editor, const Written& written);

/// The texts of the declarations with another name, and with the `changes` that lie in them. Where it can be said, no
/// other file means the copy by that name. That of a device function is none of the host any more.
std::vector<std::string> copiesOf(const Editor& editor, const clang::FunctionDecl& kernel,
                                  const std::vector<Written>& declarations, const std::string& name,
                                  const Edits& changes = {});

/// Bytes of shared memory that the kernel, and functions of the project that it may call, declare with a size; of a
/// template the most that an instance has. Absent: a size is not known.
std::optional<uint64_t> declaredSharedBytes(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
