#include "analysis/frontend/project_settings.h"

#include "core/base/file.h"
#include "core/base/file_index.h"

// Debian 12's toml++ asserts what wrong text does not hold ("[=x]", "a = [}"), tells the error right after, and has the
// optimiser rely on its assertions where there are none. Here they say nothing.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

constexpr uint64_t largestSettings = uint64_t{1} << 20;

Error errorAt(const fs::path& file, const toml::source_region& where, const std::string& what) {
  SourceRange range;
  range.begin = {file.string(), where.begin.line, where.begin.column};
  return Error{ErrorKind::input, what, range};
}

/// The texts of a list.
Status readTexts(const fs::path& file, std::string_view key, const toml::node& value, Strings& into) {
  const toml::array* list = value.as_array();
  if (!list) return errorAt(file, value.source(), "`" + std::string(key) + "` is a list of texts: [\"…\", \"…\"].");
  for (const toml::node& one : *list) {
    const auto text = one.value_exact<std::string>();
    if (!text) return errorAt(file, one.source(), "`" + std::string(key) + "` is a list of texts.");
    into.push_back(*text);
  }
  return {};
}

Result<ProjectSettings> read(const fs::path& file) {
  const Result<std::string> text = readFile(file, largestSettings);
  if (!text.ok()) return text.error();
  const toml::parse_result parsed = toml::parse(*text, file.string());
  if (!parsed) {
    return errorAt(file, parsed.error().source(), std::string(parsed.error().description()) + ".");
  }
  ProjectSettings settings;
  settings.file = file;
  const std::pair<std::string_view, Strings*> lists[] = {{"flags", &settings.flags},
                                                         {"includes", &settings.includes},
                                                         {"launches", &settings.launches},
                                                         {"passes", &settings.passes},
                                                         {"programs", &settings.programs}};
  for (const auto& [key, value] : parsed.table()) {
    const auto list = std::find_if(std::begin(lists), std::end(lists),
                                   [&, name = key.str()](const auto& one) { return one.first == name; });
    if (list != std::end(lists)) {
      if (Status texts = readTexts(file, key.str(), value, *list->second); !texts.ok()) return texts.error();
    } else if (key.str() == "arch") {
      const auto arch = value.value_exact<std::string>();
      if (!arch) return errorAt(file, value.source(), "`arch` is a text such as \"sm_90\".");
      settings.arch = *arch;
    } else {
      return errorAt(file, key.source(),
                     "There is no key `" + std::string(key.str()) +
                         "`. There is flags, includes, launches, arch, passes, programs.");
    }
  }
  for (std::string& folder : settings.includes) folder = (file.parent_path() / folder).lexically_normal().string();
  return settings;
}

}  // namespace

Result<ProjectSettings> settingsFor(const fs::path& folder, const fs::path& root) {
  for (fs::path at = folder; at == root || isBelow(at, root); at = at.parent_path()) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(at / settingsName, ignored))) return read(at / settingsName);
    if (at == root || at == at.parent_path()) break;
  }
  return ProjectSettings{};
}

}  // namespace warpwright::frontend
