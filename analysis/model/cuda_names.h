#pragma once

#include <clang/AST/Type.h>

#include <set>
#include <string>

#include "analysis/model/source_text.h"

namespace clang {
class CallExpr;
class CXXRecordDecl;
}  // namespace clang

namespace warpwright::model {

/// The name of the function that is called, if CUDA's headers declare it; empty: another function, of whatever name.
std::string cudaFunction(const clang::CallExpr& call, const SourceText& text);

/// Functions of CUDA's runtime and driver that begin to capture a stream's launches into a graph.
const std::set<std::string>& captureCalls();

/// Is it CUDA's dim3, not another class of that name?
bool isDim3(clang::QualType type, const SourceText& text);

/// May making or assigning an object run code of the project, or tell others where the object is? So it is for
/// constructors and operators that are written out, and initialisers of members that do more with `this` than read, or
/// change something else.
bool runsOwnCode(const clang::CXXRecordDecl& record, const SourceText& text);

}  // namespace warpwright::model
