#include "app/cli/variant_folder.h"

#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/includers.h"
#include "core/base/file.h"
#include "core/base/file_index.h"

namespace warpwright::cli {

namespace fs = std::filesystem;

namespace {

fs::path commonFolder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end() && *x == *y; ++x, ++y) common /= *x;
  return common;
}

/// Where a file lies beside others includes what it names.
void addIncluded(const fs::path& file, const std::string& text, std::vector<fs::path>& open) {
  std::error_code ignored;
  for (const std::string& name : frontend::includedNames(text)) {
    const fs::path found = (file.parent_path() / name).lexically_normal();
    if (!fs::path(name).is_absolute() && fs::is_regular_file(found, ignored)) open.push_back(found);
  }
}

bool holdsOther(const fs::path& file, const std::string& text) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return false;
  const Result<std::string> there = readFile(file);
  return !there.ok() || *there != text;
}

/// May the folder become, or is it, one that holds nothing but a variant?
bool isForVariant(const fs::path& folder) {
  std::error_code ignored;
  return !fs::exists(folder, ignored) || fs::is_empty(folder, ignored) || fs::exists(folder / variantMarker, ignored);
}

}  // namespace

Result<VariantFolder> layOut(const fs::path& named, const Rewrite& rewrite, const std::vector<std::string>& texts) {
  std::map<fs::path, std::string> changed, created, beside;
  std::vector<fs::path> open;
  std::set<fs::path> known;  // files that are named, or included from where they lie
  for (size_t i = 0; i < rewrite.files.size(); ++i) {
    const fs::path file = fs::absolute(rewrite.files[i].file).lexically_normal();
    (rewrite.files[i].creates ? created : changed)[file] = texts[i];
    if (!rewrite.files[i].creates) addIncluded(file, texts[i], open);
  }
  const fs::path asked = fs::absolute(named).lexically_normal();
  std::error_code ignored;
  const bool isFolder = fs::is_directory(asked, ignored);
  if (!rewrite.onlyCreates() && !isFolder) open.push_back(asked);
  // A header alone is no variant: the sources that are made of it belong to it.
  frontend::Includers includers;
  for (const auto& [file, text] : changed) {
    for (const fs::path& source : isFolder ? includers.of(file, asked, asked / "x.cu") : std::vector<fs::path>{}) {
      if (isBelow(source, asked)) open.push_back(source);
    }
  }
  while (!open.empty()) {
    const fs::path file = open.back();
    open.pop_back();
    known.insert(file);
    if (changed.contains(file) || created.contains(file) || beside.contains(file)) continue;
    Result<std::string> text = readFile(file);
    if (!text.ok()) return text.error();
    addIncluded(file, *text, open);
    beside[file] = *std::move(text);
  }

  VariantFolder variant;
  variant.root = isFolder ? asked : asked.parent_path();
  if (!isFolder && rewrite.onlyCreates() && !created.empty()) variant.root = created.begin()->first.parent_path();
  for (const auto* files : {&changed, &created, &beside}) {
    for (const auto& [file, text] : *files) variant.root = commonFolder(variant.root, file.parent_path());
  }
  if (!variant.root.has_relative_path()) {
    return inputError("The files of the change have no folder in common. Use --diff or --in-place.");
  }
  const auto move = [&](std::map<fs::path, std::string>& from, std::map<fs::path, std::string>& to) {
    for (auto& [file, text] : from) to[file.lexically_relative(variant.root)] = std::move(text);
  };
  for (const auto& [file, text] : changed) {
    if (!known.contains(file) && file.extension() != ".cu")
      variant.folders.insert(file.parent_path().lexically_relative(variant.root));
  }
  move(changed, variant.changed);
  move(created, variant.created);
  move(beside, variant.beside);
  return variant;
}

Result<std::vector<fs::path>> writeVariant(const VariantFolder& variant, const fs::path& folder) {
  const bool isOwn = isForVariant(folder);
  std::vector<fs::path> written;
  Rewrite created;
  for (const auto& [name, text] : variant.created) {
    created.files.push_back(creationOf((folder / name).string(), text));
    if (Result<std::string> free = textBefore(created.files.back()); !free.ok()) return free.error();
  }
  for (const auto& [name, text] : variant.beside) {
    if (isOwn || !holdsOther(folder / name, text)) continue;
    return inputError((folder / name).string() + " is there already and holds another text than " +
                      (variant.root / name).string() + ". Name a folder that is new or empty.");
  }
  std::error_code error;
  const auto makeFolder = [&](const fs::path& one) {
    fs::create_directories(one, error);
    return error ? Status(Error{ErrorKind::io, one.string() + " cannot be made a folder: " + error.message() + ".", {}})
                 : Status();
  };
  const auto write = [&](const fs::path& file, const std::string& text) {
    if (Status made = makeFolder(file.parent_path()); !made.ok()) return made;
    return writeFileAtomically(file, text);
  };
  if (Status made = makeFolder(folder); !made.ok()) return made.error();
  if (isOwn) {
    const Status marked =
        write(folder / variantMarker, "Written by warpwright rewrite: another version of files in " +
                                          variant.root.string() + ", and no part of what lies around.\n");
    if (!marked.ok()) return marked.error();
  }
  for (const auto& [name, text] : variant.changed) {
    if (Status done = write(folder / name, text); !done.ok()) return done.error();
    written.push_back(folder / name);
  }
  for (const auto& [name, text] : variant.beside) {
    if (!holdsOther(folder / name, text) && fs::exists(folder / name, error)) continue;
    if (Status done = write(folder / name, text); !done.ok()) return done.error();
  }
  for (const FileEdits& one : created.files) {
    if (Status made = makeFolder(fs::path(one.file).parent_path()); !made.ok()) return made.error();
    written.push_back(one.file);
  }
  if (created.files.empty()) return written;
  const Result<AppliedRewrite> applied = writeRewrite(created);
  return applied.ok() ? Result<std::vector<fs::path>>(std::move(written)) : applied.error();
}

}  // namespace warpwright::cli
