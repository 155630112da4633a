#include "core/mcp/folder_rule.h"

#include <algorithm>

namespace warpwright::mcp {
namespace {

namespace fs = std::filesystem;

Error usageError(const std::string& message) {
  return Error{ErrorKind::usage, message, std::nullopt};
}

/// Flags that name no file, by how they begin; "=" at the end: a value follows in the same word.
bool isHarmless(const std::string& flag) {
  static const std::vector<std::string> beginnings = {"-D",
                                                      "-U",
                                                      "-std=",
                                                      "--std=",
                                                      "-O",
                                                      "-arch=",
                                                      "--arch=",
                                                      "-gencode=",
                                                      "--gpu-architecture=",
                                                      "-fmad=",
                                                      "--fmad=",
                                                      "-ftz=",
                                                      "--ftz=",
                                                      "-prec-div=",
                                                      "-prec-sqrt=",
                                                      "-maxrregcount="};
  static const std::vector<std::string> words = {
      "-use_fast_math",           "--use_fast_math",        "-rdc=true", "--extended-lambda", "-extended-lambda",
      "--expt-relaxed-constexpr", "-expt-relaxed-constexpr"};
  return std::find(words.begin(), words.end(), flag) != words.end() ||
         std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& one) { return flag.starts_with(one) && flag.size() > one.size(); });
}

}  // namespace

FolderRule::FolderRule(const fs::path& root) {
  std::error_code error;
  root_ = fs::canonical(root, error);
  if (error) root_ = fs::absolute(root, error).lexically_normal();
}

Result<fs::path> FolderRule::path(const std::string& named) const {
  if (named.empty() || named.find('\0') != std::string::npos) return usageError("A path is empty.");
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(root_ / named, error);
  const fs::path below = error ? fs::path("..") : whole.lexically_relative(root_);
  if (below.empty() || *below.begin() == "..") {
    return usageError(named + " lies outside " + root_.string() +
                      ", the folder of this server: nothing else is read or written. Start it in another folder, or "
                      "with --root FOLDER, to change that.");
  }
  return whole;
}

Result<fs::path> FolderRule::existing(const std::string& named) const {
  Result<fs::path> whole = path(named);
  std::error_code error;
  if (!whole.ok() || fs::exists(*whole, error)) return whole;
  return usageError("There is no " + named + " in " + root_.string() + ".");
}

Status FolderRule::flags(const std::vector<std::string>& flags) const {
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (isHarmless(flag)) continue;
    std::string folder;
    if (flag == "-isystem" || flag == "-I")
      folder = i + 1 < flags.size() ? flags[++i] : "";
    else if (flag.starts_with("-I"))
      folder = flag.substr(2);
    else
      return usageError("The flag " + flag +
                        " is not taken from a tool call: only -D, -U, -I, -isystem, -std, -arch and those of "
                        "arithmetic are. Whoever starts the server may give others: warpwright mcp -- FLAGS.");
    if (const auto inside = existing(folder); !inside.ok()) return inside.error();
  }
  return {};
}

}  // namespace warpwright::mcp
