// Whether a file belongs to another program than a unit with a `main`, as builds tell.
#include <fnmatch.h>

#include <algorithm>
#include <array>

#include "analysis/program/build_files.h"
#include "analysis/program/other_files.h"

namespace warpwright::analysis {

namespace fs = std::filesystem;

namespace {

constexpr char variable = '\x01';

bool isObject(const fs::path& name) {
  static const std::set<std::string> endings = {".o",   ".obj", ".lo",     ".a",     ".so",   ".la",
                                                ".lib", ".dll", ".fatbin", ".dylib", ".cubin"};
  return endings.contains(name.extension().string());
}

/// "kern" of `-lkern`, `libkern.a`; empty: it is no library.
std::string libraryOf(const std::string& word) {
  if (word.starts_with("-l")) return word.substr(2);
  const fs::path name(word);
  if (!isObject(name) || name.extension() == ".o" || name.extension() == ".obj") return {};
  const std::string stem = name.stem().string();
  return stem.starts_with("lib") ? stem.substr(3) : stem;
}

/// May the place in a build file, `../two/*.cu`, be the file?
bool leadsTo(const fs::path& place, const fs::path& file) {
  const std::string& said = place.native();
  const size_t star = said.find('*');
  return place == file || (star != std::string::npos && place.extension() == file.extension() &&
                           file.native().starts_with(said.substr(0, star)));
}

/// May the last piece of a path, with `*` and variables, name the file, or what is made of it?
bool mayBeNamed(std::string name, const fs::path& file) {
  if (name.find_first_not_of(variable) == std::string::npos) return false;
  std::ranges::replace(name, variable, '*');
  const std::string stem = file.stem().string();
  return std::ranges::any_of(std::array{file.filename().string(), stem + ".o", stem + ".obj"},
                             [&](const auto& one) { return fnmatch(name.c_str(), one.c_str(), 0) == 0; });
}

/// May a path in a build file lead to the file, or to what lies in the folder of its program? What it says of headers
/// is nothing that is linked.
bool mayLeadTo(const std::string& path, const fs::path& build, const fs::path& file, const fs::path& folder) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (path[0] == variable) {
    const bool isThrough = path.find('/' + folder.filename().string() + '/') != std::string::npos;
    return isThrough || mayBeNamed(name, file);
  }
  const std::string place = (build.parent_path() / path).lexically_normal().native();
  const size_t open = place.find_first_of(std::string("*?[") + variable);
  const std::string fixed = place.substr(0, open);
  if (frontend::liesIn(folder, fixed)) return true;
  if (open == std::string::npos) return path.find("..") != std::string::npos && frontend::liesIn(fixed, folder);
  return (folder / "").native().starts_with(fixed) && mayBeNamed(name, file);
}

/// Does a build file name the file, itself or what is made of it, or the folder of its program?
bool namesFile(const fs::path& build, const BuildTexts::Text& text, const fs::path& file, const fs::path& folder) {
  const std::set<std::string>& said = text.files;
  const std::string folderName = folder.filename().string(), name = file.filename().string();
  const auto isOfFolder = [&](const std::string& word) { return word == folderName || libraryOf(word) == folderName; };
  const auto leads = [&](const std::string& one) { return mayLeadTo(one, build, file, folder); };
  if (std::ranges::any_of(said, isOfFolder) || std::ranges::any_of(text.paths, leads)) return true;
  // Scripts say names of files for many ends.
  if (text.isLoose) return false;
  if (said.contains(file.stem().string() + ".o")) return true;
  if (frontend::liesIn(build.parent_path(), file) &&
      (said.contains(name) || said.contains("*" + file.extension().string())))
    return true;
  // `VPATH`, or what else finds sources that do not lie beside.
  std::error_code ignored;
  return said.contains(name) && !fs::exists(build.parent_path() / name, ignored);
}

/// "kern" of what a build links by `-lkern` or `libkern.a`; not what comes with the system and the toolkit.
std::set<std::string> librariesOf(const BuildTexts::Text& text) {
  static const std::set<std::string> ofOthers = {"m",      "pthread",  "dl",       "rt",     "cuda", "cudart",
                                                 "cublas", "cusparse", "cusolver", "curand", "cufft"};
  std::set<std::string> libraries;
  for (const std::string& word : text.files) {
    if (std::string library = libraryOf(word); !library.empty() && !ofOthers.contains(library))
      libraries.insert(std::move(library));
  }
  return libraries;
}

/// May a path in a build file lead to the folder? A variable in front may be any folder above the file.
bool mayBeFolder(const std::string& path, const fs::path& build, const fs::path& folder) {
  const fs::path own = build.parent_path();
  if (path[0] != variable) return (own / path / "").lexically_normal() == folder / "";
  const fs::path rest = fs::path(path).lexically_normal().lexically_relative(std::string(1, variable));
  for (fs::path above = own; above.has_relative_path(); above = above.parent_path()) {
    if ((above / rest / "").lexically_normal() == folder / "") return true;
  }
  return false;
}

/// Does a build take in another one: as a part of what it says, or a library or target that it may make?
bool takesIn(const fs::path& build, const BuildTexts::Text& text, const std::set<std::string>& libraries,
             const fs::path& path, const BuildTexts::Text& other) {
  const std::string name = path.filename().string();
  const fs::path folder = path.parent_path();
  const bool isEntry = isMakefile(path) ? path.extension() != ".mk" : name == "CMakeLists.txt" || isOfOtherTool(path);
  const auto isSaid = [&](const std::string& piece) { return text.files.contains(piece); };
  const auto leads = [&](const std::string& way) {
    return isEntry ? mayBeFolder(way, build, folder) : fs::path(way).filename() == name;
  };
  const bool isBeside = folder.parent_path() == build.parent_path();
  if (isEntry ? isBeside && isSaid(folder.filename().string())
              : isSaid(name) || (path.extension() == ".cmake" && isSaid(path.stem().string())))
    return true;
  if (std::ranges::any_of(text.paths, leads)) return true;
  const auto isLinked = [&](const std::string& target) {
    return target.find('$') != std::string::npos ? text.linksTargets : text.files.contains(target);
  };
  const auto makes = [&](const std::string& library) {
    return std::ranges::any_of(std::array{"", ".a", ".so", ".la", ".lib", ".dll", ".dylib"}, [&](const char* ending) {
      return other.files.contains("lib" + library + ending) || other.files.contains(library + ending);
    });
  };
  return std::ranges::any_of(other.targets, isLinked) || std::ranges::any_of(libraries, makes);
}

}  // namespace

/// The builds beside a `main` and above it, with all that they take in.
const OtherFiles::Builds& OtherFiles::buildsOf(const fs::path& main, const Files& all) {
  const auto [known, isNew] = all.builds.try_emplace(main);
  if (!isNew) return known->second;
  Builds& builds = known->second;
  const auto isIt = [&](const File& file) { return file.path == main; };
  const auto file = std::ranges::find_if(all.all, isIt);
  // A program that is made of the unit's text may rename its `main`.
  const auto isOther = [&](const File* source) { return all.folders.areApart(source->path, main); };
  if (file == all.all.end() || std::ranges::any_of(sourcesOf(*file, all), isOther)) return builds;
  const std::array names{main.filename().string(), main.stem().string() + ".o", "*" + main.extension().string()};
  std::map<const fs::path*, const BuildTexts::Text*> others;
  const auto take = [&](const fs::path& path, const BuildTexts::Text& text) {
    builds.texts.emplace_back(&path, &text);
    builds.areOpen = builds.areOpen || text.isOpen;
  };
  for (const auto* texts : {&all.build.texts, &all.build.loose}) {
    for (const auto& [path, text] : *texts) {
      if (!frontend::liesIn(path.parent_path(), main)) {
        others.emplace(&path, &text);
        continue;
      }
      take(path, text);
      const auto isSaid = [&](const std::string& name) { return text.files.contains(name); };
      builds.nameMain = builds.nameMain || (text.isRead && std::ranges::any_of(names, isSaid));
    }
  }
  for (size_t i = 0; i < builds.texts.size(); ++i) {
    const BuildTexts::Text& text = *builds.texts[i].second;
    const std::set<std::string> libraries = librariesOf(text);
    std::erase_if(others, [&](const auto& other) {
      const bool isTaken = takesIn(*builds.texts[i].first, text, libraries, *other.first, *other.second);
      if (isTaken) take(*other.first, *other.second);
      return isTaken;
    });
  }
  return builds;
}

/// May a text name the file, by its name or by that of an object, or by a pattern of sources?
static bool mayName(const BuildTexts::Text& text, const fs::path& file) {
  const std::string stem = file.stem().string();
  return std::ranges::any_of(text.files, [&](const std::string& word) {
    // `*.o` and `*` stand where files are removed.
    if (word.find_first_of("*?[") != std::string::npos)
      return word.find(".c") != std::string::npos && fnmatch(word.c_str(), file.filename().c_str(), 0) == 0;
    const size_t dot = std::min(word.find('.'), word.size());
    return word == file.filename().string() || std::string_view(word).substr(0, dot) == stem;
  });
}

/// `makefile`: makes `main`'s program of nothing else, as it is written. May other values of its variables, or other
/// builds, link the file with it?
bool OtherFiles::isPerhapsNamedWith(const fs::path& file, const fs::path& main, const fs::path& makefile,
                                    const Files& all) {
  const std::string folder = main.parent_path().filename().string();
  return std::ranges::any_of(std::array{&all.build.texts, &all.build.loose}, [&](const auto* texts) {
    return std::ranges::any_of(*texts, [&](const auto& one) {
      const auto& [path, text] = one;
      if (path.lexically_normal() == makefile) return mayName(text, file);
      if (mayName(text, main)) return true;
      return mayName(text, file) && text.files.contains(folder);  // `make -C dev X=train.cu`
    });
  });
}

/// Does a file belong to the `main` of its folder, as builds of the unit's own `main` tell? A program cannot have both.
bool OtherFiles::hasOwnProgram(const fs::path& file, const fs::path& main, const Files& all) {
  if (!all.mains.contains(main) || !all.folders.areApart(file, main)) return false;
  const auto [known, isNew] = all.ownPrograms.try_emplace({file, main}, false);
  if (!isNew) return known->second;
  const Builds& builds = buildsOf(main, all);
  if (!builds.nameMain || builds.areOpen) return false;
  const fs::path folder = frontend::ownFolder(file, main);
  const auto names = [&](const auto& build) { return namesFile(*build.first, *build.second, file, folder); };
  const auto isIt = [&](const fs::path& place) { return leadsTo(place, file); };
  return known->second = std::ranges::none_of(all.build.sources, isIt) && std::ranges::none_of(builds.texts, names);
}

}  // namespace warpwright::analysis
