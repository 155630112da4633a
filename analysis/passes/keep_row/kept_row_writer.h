#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/passes/keep_row/kept_rows.h"
#include "analysis/rewrite/source/edits.h"
#include "core/base/result.h"

namespace warpwright::rewrite {

/// Where elements are kept, and of how many rounds.
struct KeptPlace {
  enum class Memory : uint8_t { registers, shared };
  Memory memory = Memory::registers;
  unsigned rounds = 0;
  std::array<unsigned, 3> block{};  ///< threads along x, y and z that no block has more of, where memory is shared
};

/// Keeps the elements of the first rounds, and takes them where they were loaded again. In registers these rounds are
/// written out. `pattern`: the kernel as it is written. Errors, each the rest of a sentence: a macro spells a part of
/// it, its text may stand once only.
Result<Edits> writeKeptRows(const Editor& editor, const KeptRows& rows, const clang::FunctionDecl& pattern,
                            const KeptPlace& where);

}  // namespace warpwright::rewrite
