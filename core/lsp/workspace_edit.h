#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/result.h"
#include "core/finding/rewrite.h"
#include "core/lsp/editor_texts.h"

namespace warpwright::lsp {

/// What the editor can do with edits.
struct EditAbilities {
  bool documentChanges = false, createsFiles = false;
};

/// The edits of a rewrite, each file with the version of its open document, so that an editor refuses them where the
/// text has changed since. Errors: `stale` where a text is not the one that the edits were made for; usage where the
/// editor cannot create files.
Result<nlohmann::json> workspaceEdit(const Rewrite& rewrite, EditorTexts& texts, EditAbilities abilities);

/// A unified diff of all files, named as they lie below `root`. Errors: `stale`.
Result<std::string> diffOf(const Rewrite& rewrite, EditorTexts& texts, const std::string& root);

}  // namespace warpwright::lsp
