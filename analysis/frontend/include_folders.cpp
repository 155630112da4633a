#include "analysis/frontend/include_folders.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <unordered_set>

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
  std::array<char, SELFMAG> begin{};
  return stream.ok() && std::fread(begin.data(), 1, begin.size(), stream->get()) == begin.size() &&
         std::string_view(begin.data(), begin.size()) == ELFMAG;
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

/// The names of a folder and of those above it, as long as the other file does not lie in them.
std::vector<std::string> foldersApart(fs::path folder, const fs::path& other) {
  std::vector<std::string> names;
  for (; folder.has_relative_path() && !liesIn(folder, other); folder = folder.parent_path())
    names.push_back(folder.filename().string());
  return names;
}

bool saysAny(const std::string& text, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](const std::string& one) { return text.find(one) != std::string::npos; });
}

/// Is something compiled of it by itself, by its name?
bool isCompiled(const fs::path& file) {
  static const std::set<std::string> endings = {".cu", ".c", ".cc", ".cpp", ".cxx"};
  return endings.contains(file.extension().string());
}

/// What begins a build where it lies: many have that name.
bool isEntry(const std::string& name) {
  return name.find("akefile") != std::string::npos || name == "CMakeLists.txt" || name == "meson.build" ||
         name.starts_with("BUILD") || name == "SConscript";
}

/// By its name.
bool isBuild(const fs::path& file) {
  static const std::set<std::string> endings = {".mk",  ".mak", ".make", ".cmake", ".sh",    ".bash",
                                                ".py",  ".yml", ".yaml", ".toml",  ".am",    ".ac",
                                                ".bat", ".ps1", ".cfg",  ".ninja", ".bazel", ".build"};
  const std::string name = file.filename().string();
  return isEntry(name) || endings.contains(file.extension().string()) || name == "configure" ||
         name == "CMakePresets.json" || name == "compile_commands.json";
}

/// The words of a text that may be names of files.
std::unordered_set<std::string_view> namesIn(std::string_view text) {
  const std::vector<std::string_view> words = textWords(text, " \t\r\n\"'`;,:()=<>[]{}|&@\\/$#*");
  return {words.begin(), words.end()};
}

/// Does a build whose words these are take in another one, by its name and its folder's, unless that lies below?
/// Modules of CMake without their endings.
bool takesIn(const std::unordered_set<std::string_view>& words, const fs::path& own, const fs::path& file) {
  const std::string name = file.extension() == ".cmake" ? file.stem().string() : file.filename().string();
  if (!words.contains(name)) return false;
  const bool isSaid = words.contains(file.parent_path().filename().string());
  return isSaid || (!isEntry(name) && liesIn(own.parent_path(), file));
}

/// The targets that a list of CMake adds: others take their folders over by these names.
std::vector<std::string> libraries(const std::string& text) {
  std::vector<std::string> names;
  constexpr std::string_view call = "add_library";
  for (size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
    const size_t begin = text.find_first_not_of(" \t\n(", at + call.size());
    const size_t end = text.find_first_of(" \t\n)", std::min(begin, text.size()));
    if (begin < end && end != std::string::npos) names.push_back(text.substr(begin, end - begin));
  }
  return names;
}

}  // namespace

const IncludeFolders::Builds& IncludeFolders::buildsIn(const fs::path& folder) {
  const auto [known, isNew] = inFolder_.try_emplace(folder);
  if (!isNew) return known->second;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (it->is_directory(failed) || isSourceName(it->path())) continue;
    if (const Build* build = buildAt(it->path())) known->second.push_back(build);
  }
  return known->second;
}

const IncludeFolders::Build* IncludeFolders::buildAt(const fs::path& path) {
  const fs::path file = path.lexically_normal();
  const auto [known, isNew] = read_.try_emplace(file);
  std::optional<Build>& build = known->second;
  if (isNew && !isForPeople(file) && !isMadeByCompiler(file)) {
    Result<std::string> text = readFile(file, largestBuild);
    build = {.file = file, .isUnread = !text.ok()};
    if (text.ok()) {
      build->text = *std::move(text);
      build->places = placesIn(build->text);
    }
  }
  return build ? &*build : nullptr;
}

const IncludeFolders::Builds& IncludeFolders::all() {
  if (all_) return *all_;
  all_.emplace();
  for (const auto& [name, path] : filesOfOtherEndings(root_)) {
    if (const Build* build = isBuild(path) ? buildAt(path) : nullptr) all_->push_back(build);
  }
  return *all_;
}

const IncludeFolders::Counting& IncludeFolders::countingFor(const fs::path& source) {
  const auto [known, isNew] = counting_.try_emplace(source.parent_path());
  Counting& counting = known->second;
  if (!isNew) return counting;
  for (fs::path folder = source.parent_path(); liesIn(root_, folder) || folder == root_;
       folder = folder.parent_path()) {
    for (const Build* build : buildsIn(folder)) {
      counting.builds.push_back(build);
      counting.ways.add(build->text, folder, folder == source.parent_path());
    }
    if (folder == root_ || !folder.has_relative_path()) break;
  }
  std::set<const Build*> counted(counting.builds.begin(), counting.builds.end());
  for (size_t i = 0; i < counting.builds.size(); ++i) {
    const auto words = namesIn(counting.builds[i]->text);
    const fs::path own = counting.builds[i]->file;
    for (const Build* other : all()) {
      if (!takesIn(words, own, other->file) || !counted.insert(other).second) continue;
      counting.taken.insert(other);
      counting.builds.push_back(other);
      counting.ways.add(other->text, {}, own.parent_path() == source.parent_path());
    }
  }
  return counting;
}

const IncludeFolders::Builds& IncludeFolders::naming(const fs::path& folder) {
  const auto [known, isNew] = naming_.try_emplace(folder);
  if (!isNew) return known->second;
  for (const Build* build : all()) {
    const bool isIn = liesIn(folder, build->file);
    if (isIn || build->isUnread || saysAny(build->text, foldersApart(folder, build->file)))
      known->second.push_back(build);
  }
  return known->second;
}

bool IncludeFolders::isHandedFolder(const fs::path& source, const Counting& counting, const fs::path& folder) {
  return std::ranges::any_of(naming(folder), [&](const Build* build) {
    if (liesIn(build->file.parent_path(), source) || counting.taken.contains(build)) return false;  // it counts
    // Folders that both lie in tell nothing.
    const bool isNamed =
        build->isUnread || liesIn(folder, build->file) || saysAny(build->text, foldersApart(folder, source));
    if (isNamed && (build->isUnread || liesIn(source.parent_path(), build->file) ||
                    saysAny(build->text, foldersApart(source.parent_path(), folder / "."))))
      return true;
    const std::vector<std::string> targets = isNamed ? libraries(build->text) : std::vector<std::string>();
    return std::ranges::any_of(counting.builds, [&](const Build* own) { return saysAny(own->text, targets); });
  });
}

const std::set<fs::path>& IncludeFolders::meantBy(const fs::path& source, const std::string& name) {
  const auto [known, isNew] = meant_.try_emplace({source.parent_path(), name});
  if (!isNew) return known->second;
  const Counting& counting = countingFor(source);
  for (const Build* build : counting.builds) {
    if (counting.taken.contains(build)) continue;
    for (const std::string& place : build->places) {
      const fs::path path = build->file.parent_path() / place;
      for (const fs::path& one : {path, path / name}) {
        const fs::path file = one.lexically_normal();
        if (!folderBy(file, name).empty() && checkRegularFile(one, largestSource).ok()) known->second.insert(file);
      }
    }
  }
  return known->second;
}

bool IncludeFolders::leadElsewhere(const fs::path& source, const std::string& name, const fs::path& file) {
  if (root_.empty() || !isCompiled(source)) return false;
  const fs::path folder = folderBy(file.lexically_normal(), name);
  if (folder.empty() || liesIn(folder, source)) return false;
  const std::set<fs::path>& meant = meantBy(source, name);
  if (meant.empty() || meant.contains(file.lexically_normal())) return false;
  const Counting& counting = countingFor(source);
  const std::vector<std::string> apart = foldersApart(folder, source);
  const bool isSaid = std::ranges::any_of(
      counting.builds, [&](const Build* build) { return build->isUnread || saysAny(build->text, apart); });
  return !isSaid && !counting.ways.mayLeadTo(folder, name) && !isHandedFolder(source, counting, folder);
}

}  // namespace warpwright::frontend
