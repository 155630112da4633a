#pragma once

#include <stop_token>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// The first error of a changed text that was not there before; null: there is none. Lines move with an edit, so that
/// errors are matched by their words and number.
const Diagnostic* firstNewError(const std::vector<Diagnostic>& before, const std::vector<Diagnostic>& after);

/// Parses the unit again with the rewrite applied, for the device and for the host. Fails with the first error that was
/// not there before; warnings do not count. `options` hold the unsaved texts the rewrite was made on.
Status reparseCheck(const frontend::ParsedUnit& before, const Rewrite& rewrite, const frontend::ParseOptions& options,
                    frontend::UnitParser& parser, std::stop_token stop);

}  // namespace warpwright::analysis
