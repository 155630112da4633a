#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::cli {

/// The files of a variant that is written to a folder: what changes, and what is included beside it, in the folders
/// that they have in the program, so that every `#include "…"` finds what it finds there.
struct VariantFolder {
  std::filesystem::path root;                            ///< of the program, below which all of them lie
  std::map<std::filesystem::path, std::string> changed;  ///< texts by path below `root`
  std::map<std::filesystem::path, std::string> created;
  std::map<std::filesystem::path, std::string>
      beside;                               ///< as they are: what files of the variant include from where they lie
  std::set<std::filesystem::path> folders;  ///< of changed headers that are found by -I: to be searched first
};

/// `named`: the file or folder that the change was asked for. `texts`: of the rewrite's files after it, in its order.
/// Errors: a file cannot be read; they have no folder in common.
Result<VariantFolder> layOut(const std::filesystem::path& named, const Rewrite& rewrite,
                             const std::vector<std::string>& texts);

/// Writes them, all or none of the new ones. A folder that is new, empty or a variant's already becomes a variant's: no
/// analysis of what lies around takes its files for a part of it. In another one no file is replaced that does not
/// change. Gives the paths of the changed and new files.
Result<std::vector<std::filesystem::path>> writeVariant(const VariantFolder& variant,
                                                        const std::filesystem::path& folder);

}  // namespace warpwright::cli
