#include "analysis/frontend/folder_flags.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Regex.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

#include <algorithm>
#include <array>

#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

constexpr uint64_t largestSettings = uint64_t{1} << 20;
/// Options that are taken away with their value, joined or as the next word.
constexpr std::array withValue = {"-I",      "-D",         "-U",       "-include", "-isystem",
                                  "-iquote", "-idirafter", "-imacros", "-x",       "-std"};

/// Texts of a scalar, or of a list of them.
Strings textsOf(llvm::yaml::Node* node) {
  Strings texts;
  llvm::SmallString<64> storage;
  if (auto* scalar = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(node)) {
    texts.push_back(scalar->getValue(storage).str());
  } else if (auto* list = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(node)) {
    for (llvm::yaml::Node& one : *list) {
      storage.clear();
      if (auto* scalar = llvm::dyn_cast<llvm::yaml::ScalarNode>(&one)) texts.push_back(scalar->getValue(storage).str());
    }
  }
  return texts;
}

std::string keyOf(llvm::yaml::KeyValueNode& entry) {
  const Strings texts = textsOf(entry.getKey());
  return texts.empty() ? std::string() : texts.front();
}

bool matchesWhole(const Strings& patterns, const std::string& path) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return llvm::Regex("^(" + pattern + ")$", llvm::Regex::NoFlags).match(path);
  });
}

/// Removes what `pattern` means: an option with its value, a word, or all that begin with what stands before a `*`.
void removeWords(Strings& words, const std::string& pattern) {
  const bool isOption = std::find(withValue.begin(), withValue.end(), pattern) != withValue.end();
  const bool isGlob = pattern.ends_with('*');
  const std::string start = isGlob ? pattern.substr(0, pattern.size() - 1) : pattern;
  Strings left;
  for (size_t i = 0; i < words.size(); ++i) {
    if (isOption && words[i] == pattern)
      ++i;  // with its value
    else if (!(words[i] == pattern || ((isOption || isGlob) && words[i].starts_with(start))))
      left.push_back(words[i]);
  }
  words = std::move(left);
}

}  // namespace

void FolderFlags::readFlags(const fs::path& file, Folder& folder) {
  const Result<std::string> text = readFile(file, largestSettings);
  if (!text.ok()) return folder.notes.push_back("Not used: " + text.error().message);
  folder.hasFlags = true;
  for (size_t begin = 0; begin < text->size();) {
    const size_t end = std::min(text->find('\n', begin), text->size());
    std::string word = text->substr(begin, end - begin);
    word.erase(0, word.find_first_not_of(" \t\r"));
    word.erase(word.find_last_not_of(" \t\r") + 1);
    if (!word.empty()) folder.flags.push_back(std::move(word));
    begin = end + 1;
  }
}

void FolderFlags::readClangd(const fs::path& file, Folder& folder) {
  const Result<std::string> text = readFile(file, largestSettings);
  if (!text.ok()) return folder.notes.push_back("Not used: " + text.error().message);
  llvm::SourceMgr sources;
  std::string problem;
  const auto keep = [](const llvm::SMDiagnostic& said, void* into) {
    auto& text = *static_cast<std::string*>(into);
    if (text.empty()) text = "line " + std::to_string(said.getLineNo()) + ": " + said.getMessage().str();
  };
  sources.setDiagHandler(keep, &problem);
  llvm::yaml::Stream stream(*text, sources);
  std::vector<Fragment> fragments;
  for (llvm::yaml::Document& document : stream) {
    auto* root = llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(document.getRoot());
    if (!root) continue;
    Fragment fragment;
    bool isFollowed = true;
    for (llvm::yaml::KeyValueNode& entry : *root) {
      const std::string part = keyOf(entry);
      auto* inner = llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(entry.getValue());
      if (!inner || (part != "If" && part != "CompileFlags")) continue;
      for (llvm::yaml::KeyValueNode& one : *inner) {
        const std::string name = keyOf(one);
        const Strings texts = textsOf(one.getValue());
        if (part == "CompileFlags" && name == "Add") fragment.add = texts;
        if (part == "CompileFlags" && name == "Remove") fragment.remove = texts;
        if (part == "If" && name == "PathMatch") fragment.match = texts;
        if (part == "If" && name == "PathExclude") fragment.exclude = texts;
        if (part == "If" && name != "PathMatch" && name != "PathExclude") isFollowed = false;
      }
    }
    if (isFollowed)
      fragments.push_back(std::move(fragment));
    else
      folder.notes.push_back("A part of " + file.string() + " with another condition than PathMatch is not followed.");
  }
  if (stream.failed() || !problem.empty())
    folder.notes.push_back("Not used: " + file.string() + " is not YAML: " + problem + ".");
  else
    folder.fragments = std::move(fragments);
}

const FolderFlags::Folder& FolderFlags::at(const fs::path& path) {
  const auto [known, isNew] = known_.try_emplace(path);
  if (!isNew) return known->second;
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(path / "compile_flags.txt", ignored)))
    readFlags(path / "compile_flags.txt", known->second);
  if (fs::exists(fs::symlink_status(path / ".clangd", ignored))) readClangd(path / ".clangd", known->second);
  return known->second;
}

FolderFlags::Words FolderFlags::of(const fs::path& file, const fs::path& root) {
  Words all;
  all.folder = file.parent_path();
  std::vector<fs::path> folders;  // the innermost first
  for (fs::path folder = file.parent_path(); folder == root || isBelow(folder, root); folder = folder.parent_path()) {
    folders.push_back(folder);
    if (folder == root || folder == folder.parent_path()) break;
  }
  for (const fs::path& folder : folders) {
    const Folder& here = at(folder);
    all.notes.insert(all.notes.end(), here.notes.begin(), here.notes.end());
    if (!here.hasFlags) continue;
    all.words = here.flags;
    all.folder = folder;
    break;
  }
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    const std::string inside = file.lexically_relative(*folder).generic_string();
    for (const Fragment& fragment : at(*folder).fragments) {
      if (!fragment.match.empty() && !matchesWhole(fragment.match, inside)) continue;
      if (matchesWhole(fragment.exclude, inside)) continue;
      for (const std::string& pattern : fragment.remove) removeWords(all.words, pattern);
      all.words.insert(all.words.end(), fragment.add.begin(), fragment.add.end());
    }
  }
  return all;
}

}  // namespace warpwright::frontend
