#pragma once

#include <optional>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/passes/judgement.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::passes {

/// Why a kernel, or what it calls, may notice how many blocks its grid has, as its device code tells; nothing: it does
/// not. `kernel`: an instance.
std::optional<Judgement> judgeGridQuestions(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

}  // namespace warpwright::passes
