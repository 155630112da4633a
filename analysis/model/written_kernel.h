#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"

namespace warpwright::model {

/// What the source says a kernel is, whatever it is instantiated with: "rows void(const T*)", "rows<16> void(const
/// int*)".
std::string writtenName(const ParsedKernel& kernel);

/// The function that the source writes, of one that a template was instantiated to: the pattern.
const clang::FunctionDecl* writtenForm(const clang::FunctionDecl* function);

/// What is compiled of a kernel: `declaration`, or every instantiation of the template, or class template, it belongs
/// to.
std::vector<const clang::FunctionDecl*> instancesOf(const ParsedKernel& kernel);

/// The files that its text stands in: its own, and those that its body includes.
std::set<std::string> filesOf(const ParsedKernel& kernel);

/// Is its text other functions, too, in a file that is included again with other macros?
bool isReadAgain(const ParsedKernel& kernel);

}  // namespace warpwright::model
