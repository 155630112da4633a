#pragma once

#include <optional>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/passes/judgement.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::passes {

/// Why launches of a kernel must not be made otherwise, as its code and all that it calls tells: it prints, when its
/// output is shown depends on the launches that follow; it launches others; its code is not seen. Nothing: they may.
std::optional<Judgement> judgeForGraph(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel);

}  // namespace warpwright::passes
