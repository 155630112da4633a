#include "analysis/frontend/include_folders.h"

#include <algorithm>
#include <array>

#include "analysis/frontend/program_folders.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"
#include "core/base/text_lines.h"

namespace warpwright::frontend {

namespace fs = std::filesystem;

namespace {

constexpr uintmax_t largestBuild = uintmax_t{1} << 20;

/// Is it a text that no build reads?
bool isForPeople(const fs::path& file) {
  static const std::set<std::string> endings = {".md", ".rst", ".html", ".pdf", ".csv", ".png", ".jpg", ".svg"};
  return endings.contains(file.extension().string());
}

/// Does it begin as programs and objects do?
bool isMadeByCompiler(const fs::path& file) {
  const Result<FileStream> stream = openFileStream(file);
  std::array<char, 4> begin{};
  return stream.ok() && std::fread(begin.data(), 1, begin.size(), stream->get()) == begin.size() &&
         std::string_view(begin.data(), begin.size()) ==
             "\x7f"
             "ELF";
}

/// The words of a build that may be a place, without the option in front of them. A variable is none: where its value
/// is said, that is a word, too.
std::vector<std::string> placesIn(const std::string& text) {
  std::set<std::string> places;
  for (const std::string_view line : textLines(text)) {
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '#') continue;
    for (std::string_view word : textWords(line, " \t\r\"'`;,:()=<>[]{}|&@\\")) {
      for (const std::string_view option : {"-I", "-isystem", "-iquote"}) {
        if (word.starts_with(option)) word.remove_prefix(option.size());
      }
      if (word.find('/') != std::string_view::npos || word.starts_with("..")) places.emplace(word);
    }
  }
  return {places.begin(), places.end()};
}

/// The folders that `file` lies in and `source` does not, by their names.
std::vector<std::string> foldersApart(const fs::path& file, const fs::path& source) {
  std::vector<std::string> names;
  for (fs::path folder = file.parent_path(); folder.has_relative_path() && !liesIn(folder, source);
       folder = folder.parent_path())
    names.push_back(folder.filename().string());
  return names;
}

}  // namespace

const std::vector<IncludeFolders::Build>& IncludeFolders::buildsIn(const fs::path& folder) {
  const auto [known, isNew] = builds_.try_emplace(folder);
  if (!isNew) return known->second;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    const fs::path& path = it->path();
    if (it->is_directory(failed) || isSourceName(path) || isForPeople(path) || isMadeByCompiler(path)) continue;
    Result<std::string> text = readFile(path, largestBuild);
    Build build{.folder = folder, .isUnread = !text.ok()};
    if (text.ok()) {
      build.text = *std::move(text);
      build.places = placesIn(build.text);
    }
    known->second.push_back(std::move(build));
  }
  return known->second;
}

std::vector<const IncludeFolders::Build*> IncludeFolders::buildsOf(const fs::path& source) {
  std::vector<const Build*> builds;
  for (fs::path folder = source.parent_path(); liesIn(root_, folder) || folder == root_;
       folder = folder.parent_path()) {
    for (const Build& build : buildsIn(folder)) builds.push_back(&build);
    if (folder == root_ || !folder.has_relative_path()) break;
  }
  return builds;
}

const std::set<fs::path>& IncludeFolders::meantBy(const fs::path& source, const std::string& name) {
  const auto [known, isNew] = meant_.try_emplace({source.parent_path(), name});
  if (!isNew) return known->second;
  for (const Build* build : buildsOf(source)) {
    for (const std::string& place : build->places) {
      const fs::path path = build->folder / place;
      for (const fs::path& one : {path, path / name}) {
        if (one.filename() == fs::path(name).filename() && checkRegularFile(one, largestSource).ok())
          known->second.insert(one.lexically_normal());
      }
    }
  }
  return known->second;
}

bool IncludeFolders::leadElsewhere(const fs::path& source, const std::string& name, const fs::path& file) {
  if (root_.empty()) return false;
  const std::set<fs::path>& meant = meantBy(source, name);
  if (meant.empty() || meant.contains(file.lexically_normal())) return false;
  const std::vector<std::string> apart = foldersApart(file, source);
  return std::ranges::none_of(buildsOf(source), [&](const Build* build) {
    return build->isUnread || std::ranges::any_of(apart, [&](const std::string& one) {
             return build->text.find(one) != std::string::npos;
           });
  });
}

}  // namespace warpwright::frontend
