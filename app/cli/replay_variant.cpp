#include "app/cli/replay_variant.h"

#include <filesystem>
#include <map>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/variant_launch.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/base/file_index.h"

namespace warpwright::cli {

namespace fs = std::filesystem;

namespace {

/// The file of the program that has this name; nothing where there is none, or several.
std::string programFile(const fs::path& name, const LaunchCapture& capture) {
  std::string found;
  for (const CapturedSource& source : capture.program.sources) {
    if (fs::path(source.path).filename() != name) continue;
    if (!found.empty()) return {};
    found = source.path;
  }
  return found;
}

/// The file of the program that ends in this path; nothing where there is none, or several.
std::string programFileAt(const fs::path& path, const LaunchCapture& capture) {
  std::string found;
  for (const CapturedSource& source : capture.program.sources) {
    if (!source.path.ends_with("/" + path.string())) continue;
    if (!found.empty()) return {};
    found = source.path;
  }
  return found;
}

/// Source files of a folder and those below it, by path in it.
Result<std::map<fs::path, std::string>> textsIn(const fs::path& folder) {
  std::map<fs::path, std::string> texts;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (!it->is_regular_file(error) || it->path().filename() == variantMarker) continue;
    Result<std::string> text = readFile(it->path());
    if (!text.ok()) return text.error();
    texts[it->path().lexically_relative(folder)] = *std::move(text);
  }
  if (error) return Error{ErrorKind::io, folder.string() + " cannot be read: " + error.message() + ".", std::nullopt};
  return texts;
}

/// A folder as `rewrite --output` writes it: what lies there as a file of the program does replaces it; the rest is new
/// and lies beside those, or beside the kernel's file.
Result<ReplayVariant> readFolder(const fs::path& folder, const LaunchCapture& capture) {
  ReplayVariant variant;
  variant.name = folder.string();
  Result<std::map<fs::path, std::string>> texts = textsIn(folder);
  if (!texts.ok()) return texts.error();
  std::map<fs::path, std::string> replaced;
  fs::path root = fs::path(capture.kernel.at.file).parent_path();
  for (const auto& [path, text] : *texts) {
    std::string file = programFileAt(path, capture);
    if (!file.empty()) root = file.substr(0, file.size() - path.string().size() - 1);
    if (file.empty() && !path.has_parent_path()) file = programFile(path, capture);
    if (!file.empty()) replaced[path] = file;
  }
  for (auto& [path, text] : *texts) {
    const auto known = replaced.find(path);
    variant.openTexts[known != replaced.end() ? known->second : (root / path).lexically_normal().string()] =
        std::move(text);
  }
  if (!replaced.empty()) return variant;
  return Error{ErrorKind::usage,
               "No file in " + folder.string() + " has the name of a file of the captured program, such as " +
                   fs::path(capture.kernel.at.file).filename().string() + ".",
               std::nullopt};
}

}  // namespace

Result<ReplayVariant> readReplayVariant(const std::string& word, const LaunchCapture& capture) {
  std::error_code ignored;
  if (fs::is_directory(word, ignored)) return readFolder(word, capture);
  const size_t equals = word.find('=');
  const std::string file = equals == std::string::npos || fs::exists(word, ignored) ? word : word.substr(equals + 1);
  Result<std::string> text = readFile(file);
  if (!text.ok()) return text.error();
  ReplayVariant variant;
  variant.name = word;
  if (file != word) {
    const fs::path replaced = fs::weakly_canonical(word.substr(0, equals), ignored);
    if (!fs::exists(replaced, ignored)) {
      return Error{ErrorKind::usage, replaced.string() + ", which the variant is to replace, is not there.",
                   std::nullopt};
    }
    variant.openTexts[replaced.string()] = *std::move(text);
    return variant;
  }
  const auto& sources = capture.program.sources;
  const std::string replaced =
      sources.size() == 1 ? sources.front().path : programFile(fs::path(file).filename(), capture);
  if (replaced.empty()) {
    return Error{ErrorKind::usage,
                 "The captured program has several files. Say which one " + file + " replaces: --variant " +
                     displayPath(capture.kernel.at.file) + "=" + file,
                 std::nullopt};
  }
  variant.openTexts[replaced] = *std::move(text);
  return variant;
}

Result<LaunchShape> readVariantLaunch(const std::string& text, const LaunchShape& captured) {
  Result<std::pair<std::string, Launch>> launch = analysis::parseLaunchText("kernel" + text);
  if (!launch.ok()) {
    return Error{ErrorKind::usage, "--variant-launch takes '<<<(gx,gy,gz),(bx,by,bz),shared>>>', not '" + text + "'.",
                 std::nullopt};
  }
  LaunchShape shape = captured;
  for (int i = 0; i < 3; ++i) {
    shape.grid[i] = launch->second.grid[i].value_or(captured.grid[i]);
    shape.block[i] = launch->second.block[i].value_or(captured.block[i]);
  }
  shape.dynamicSharedBytes = launch->second.sharedBytes.value_or(captured.dynamicSharedBytes);
  return shape;
}

Result<std::vector<ReplayVariant>> readReplayVariants(const std::vector<std::string>& words, const std::string& launch,
                                                      const LaunchCapture& capture,
                                                      std::vector<std::pair<std::string, Error>>& refused,
                                                      std::stop_token stop) {
  std::vector<ReplayVariant> variants;
  for (const std::string& word : words) {
    Result<ReplayVariant> variant = readReplayVariant(word, capture);
    Result<LaunchShape> shape = !variant.ok()    ? Result<LaunchShape>(variant.error())
                                : launch.empty() ? analysis::variantLaunch(capture, variant->openTexts, {}, stop)
                                                 : readVariantLaunch(launch, shapeOf(capture));
    if (shape.ok()) {
      variant->shape = *shape;
      variants.push_back(*std::move(variant));
    } else if (shape.error().kind == ErrorKind::input) {
      refused.emplace_back(word, shape.error());
    } else {
      return shape.error();
    }
  }
  return variants;
}

}  // namespace warpwright::cli
