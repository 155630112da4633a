#include "analysis/analyzer/project_answers.h"

#include <nlohmann/json.hpp>
#include <set>

#include "analysis/frontend/compile_command_json.h"
#include "analysis/frontend/configurations.h"
#include "analysis/frontend/project_questions.h"
#include "analysis/frontend/read_record.h"
#include "analysis/rewrite/style/style_files.h"
#include "core/base/json_text.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using frontend::CompileCommand;
using nlohmann::json;

json pathJson(const fs::path& path) {
  return jsonBytes(path.string());
}

json pathsJson(const std::set<fs::path>& paths) {
  json list = json::array();
  for (const fs::path& path : paths) list.push_back(pathJson(path));
  return list;
}

json wordsJson(const std::set<std::string>& words) {
  json list = json::array();
  for (const std::string& word : words) list.push_back(jsonBytes(word));
  return list;
}

fs::path pathFrom(const json& object, const char* key) {
  return bytesFromJson(object.at(key));
}

std::set<fs::path> pathsFrom(const json& object, const char* key) {
  std::set<fs::path> paths;
  for (const json& path : object.at(key)) paths.insert(bytesFromJson(path));
  return paths;
}

std::set<std::string> namesFrom(const json& object, const char* key) {
  std::set<std::string> names;
  for (const json& name : object.at(key)) names.insert(bytesFromJson(name));
  return names;
}

OtherFiles::Words wordsFrom(const json& object) {
  return {.names = namesFrom(object, "names"),
          .hasMain = object.at("has_main").get<bool>(),
          .main = pathFrom(object, "main"),
          .root = pathFrom(object, "root"),
          .own = pathsFrom(object, "own")};
}

OtherFiles::Question questionFrom(const json& object) {
  return {.kernel = bytesFromJson(object.at("kernel")),
          .isSettled = object.at("settled").get<bool>(),
          .outside = {},
          .hasMain = object.at("has_main").get<bool>(),
          .hasAll = object.at("has_all").get<bool>(),
          .main = pathFrom(object, "main"),
          .root = pathFrom(object, "root"),
          .definition = pathFrom(object, "definition"),
          .own = pathsFrom(object, "own"),
          .declaring = pathsFrom(object, "declaring"),
          .missing = namesFrom(object, "missing")};
}

}  // namespace

std::vector<CompileCommand> commandsOf(const fs::path& source, const fs::path& root,
                                       const std::vector<CompileCommand>& units, const std::vector<std::string>& flags,
                                       frontend::Includers& includers) {
  std::vector<CompileCommand> commands;
  for (const CompileCommand& known : units) {
    if (known.file == source) commands.push_back(known);
  }
  if (!commands.empty()) return commands;
  auto found = frontend::findConfigurations(source, flags, root, includers);
  if (!found.ok()) return commands;
  for (CompileCommand& command : *found) {
    command.root = root;
    if (command.file == source) commands.push_back(std::move(command));
  }
  return commands;
}

std::string namesQuestion(const OtherFiles::Question& question) {
  return json{{"asks", "names"},
              {"kernel", jsonBytes(question.kernel)},
              {"settled", question.isSettled},
              {"has_main", question.hasMain},
              {"has_all", question.hasAll},
              {"main", pathJson(question.main)},
              {"root", pathJson(question.root)},
              {"definition", pathJson(question.definition)},
              {"own", pathsJson(question.own)},
              {"declaring", pathsJson(question.declaring)},
              {"missing", wordsJson(question.missing)}}
      .dump();
}

std::string namesAnswer(const OtherFiles::Elsewhere& answer) {
  json list = json::array();
  for (const OtherFiles::Naming& one : answer.sources)
    list.push_back(
        {pathJson(one.source), jsonBytes(one.at.file), one.at.line, one.hasOwn, pathsJson(one.files), one.isJoined});
  if (answer.outside) list.push_back({jsonBytes(answer.outside->at.file), answer.outside->at.line});
  return list.dump();
}

std::string wordsQuestion(const OtherFiles::Words& words) {
  return json{{"asks", "words"},
              {"names", wordsJson(words.names)},
              {"has_main", words.hasMain},
              {"main", pathJson(words.main)},
              {"root", pathJson(words.root)},
              {"own", pathsJson(words.own)}}
      .dump();
}

std::string wordsAnswer(const std::set<std::string>& named) {
  return wordsJson(named).dump();
}

std::string compiledQuestion(const fs::path& source, const fs::path& root) {
  return json{{"asks", "compiled"}, {"source", pathJson(source)}, {"root", pathJson(root)}}.dump();
}

std::string compiledAnswer(const std::vector<CompileCommand>& commands, OpenFlags& flags) {
  json open = json::array();
  for (const CompileCommand& command : commands) open.push_back(jsonBytes(flags.whyLaunchesOpen(command)));
  return json{frontend::unitsJson(commands), open}.dump();
}

std::string sharedQuestion(const std::string& file, const CompileCommand& unit) {
  return json{{"asks", "shared"}, {"file", jsonBytes(file)}, {"unit", frontend::unitsJson({unit})}}.dump();
}

std::string sharedAnswer(const std::string& why) {
  return "open: " + why;
}

std::string missingQuestion(const std::vector<std::string>& headers, const CompileCommand& unit) {
  json names = json::array();
  for (const std::string& header : headers) names.push_back(jsonBytes(header));
  return json{{"asks", "missing"}, {"headers", names}, {"unit", frontend::unitsJson({unit})}}.dump();
}

std::string styleQuestion(const fs::path& folder) {
  return json{{"asks", "style"}, {"folder", pathJson(folder)}}.dump();
}

std::string styleAnswer(const fs::path& folder) {
  frontend::FileStates states;
  json files = json::array();
  for (const fs::path& file : rewrite::stylesAbove(folder / "x.cu"))
    files.push_back({pathJson(file), states.of(file.string())});
  return files.dump();
}

ProjectAnswers::ProjectAnswers(std::vector<CompileCommand> units, std::vector<std::string> flags)
    : units_(std::move(units)), flags_(std::move(flags)) {
  sharedTexts_.lookAt(units_);
  otherFiles_.lookAgain(flags_);
}

const FileIndex& ProjectAnswers::indexOf(const fs::path& root, const fs::path& file) {
  const auto [known, isNew] = indexes_.try_emplace({root, variantFolder(file)});
  if (isNew && !root.empty()) known->second = FileIndex(root, file);
  return known->second;
}

std::string ProjectAnswers::to(const std::string& question) {
  const auto [known, isNew] = answers_.try_emplace(question);
  if (!isNew) return known->second;
  std::string& answer = known->second;
  try {
    const json object = json::parse(question);
    const std::string asks = object.at("asks").get<std::string>();
    if (asks == "headers") {
      const fs::path file = pathFrom(object, "file"), root = pathFrom(object, "root");
      if (variantFolder(file) == pathFrom(object, "variant"))
        answer = frontend::headersAnswer(indexOf(root, file), object.at("name").get<std::string>());
    } else if (asks == "names") {
      answer = namesAnswer(otherFiles_.namedBy(questionFrom(object)));
    } else if (asks == "words") {
      answer = wordsAnswer(otherFiles_.saidOf(wordsFrom(object)));
    } else if (asks == "compiled") {
      answer = compiledAnswer(
          commandsOf(pathFrom(object, "source"), pathFrom(object, "root"), units_, flags_, sharedTexts_.includers()),
          openFlags_);
    } else if (asks == "shared") {
      const auto units = frontend::unitsFromJson(object.at("unit"));
      if (units.ok() && units->size() == 1)
        answer = sharedAnswer(toText(sharedTexts_.whyOpen(bytesFromJson(object.at("file")), units->front())));
    } else if (asks == "missing") {
      const auto units = frontend::unitsFromJson(object.at("unit"));
      std::vector<std::string> headers;
      for (const json& header : object.at("headers")) headers.push_back(bytesFromJson(header));
      if (units.ok() && units->size() == 1) answer = sharedAnswer(sharedTexts_.whyMissing(headers, units->front()));
    } else if (asks == "style") {
      answer = styleAnswer(pathFrom(object, "folder"));
    }
  } catch (const json::exception&) {
    answer.clear();
  }
  return answer;
}

}  // namespace warpwright::analysis
