#pragma once

#include "core/session/database.h"
#include "core/session/session.h"

namespace warpwright {

/// Of the files in this folder only.
struct Session::State {
  Database database;

  /// Stores a text once and gives its key.
  Result<std::string> putText(std::string_view text);
  Result<std::string> getText(const std::string& key) const;
};

/// Names the session's file in front of what is wrong with its content.
Error damagedSession(const std::filesystem::path& file, const std::string& what);

}  // namespace warpwright
