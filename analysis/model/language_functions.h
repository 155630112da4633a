#pragma once

namespace clang {
class FunctionDecl;
}

namespace warpwright::model {

/// A function of the language or its mathematics whose value depends on its arguments alone, and on what they point to:
/// sqrtf, min, __ldg, … By name: it may have no body.
bool isMathFunction(const clang::FunctionDecl& function);

/// Is it declared by the compiler or a header of the system, outside of any namespace but std?
bool isOfLanguage(const clang::FunctionDecl& function);

}  // namespace warpwright::model
