#pragma once

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>

#include "core/finding/rewrite.h"

namespace warpwright {

/// A commit that a new branch points to.
struct BranchCommit {
  std::string branch;
  std::string commit;  ///< its hash
};

/// Commits a rewrite to a new branch of the git repository that its files lie in, on top of what is checked out. Files,
/// index and the branch that is checked out stay as they are. `before`, `after`: texts by file, as of the rewrite.
/// Errors, after which there is no branch: `ErrorKind::usage` where the name cannot be one or is taken, so that another
/// one may do; git is not there, or the files lie in no repository or in several; a file is not committed as it is in
/// `before`, so that the branch would hold changes that are not of the rewrite; a file that is to be created is there;
/// what git says.
Result<BranchCommit> commitToBranch(const Rewrite& rewrite, const std::map<std::string, std::string>& before,
                                    const std::map<std::string, std::string>& after, const std::string& branch,
                                    const std::string& message, const std::stop_token& stop);

}  // namespace warpwright
