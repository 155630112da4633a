#pragma once

#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/shared_table/argument_tables.h"
#include "analysis/passes/shared_table/lookup_tables.h"
#include "analysis/rewrite/edit/called_copies.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace warpwright::rewrite {

/// Copies tables to shared memory where the kernel begins, and reads them there. Functions that read them get copies
/// for this kernel; where that cannot be, their reads stay, as do those that macros spell. Arguments of the kernel lead
/// to copies from then on. `called`: calledBy the kernel. Errors, each the rest of a sentence: no read can be changed,
/// the kernel's text cannot, its body gives names another meaning.
Status writeTables(Editor& editor, const model::ParsedKernel& kernel, const Functions& called,
                   const std::vector<LookupTable>& tables, const std::vector<ArgumentTable>& behindArguments);

}  // namespace warpwright::rewrite
