#include "core/mcp/tool_calls.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/hash.h"
#include "core/base/json_text.h"
#include "core/job/target.h"
#include "core/mcp/tool_list.h"
#include "core/mcp/tool_words.h"

namespace warpwright::mcp {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Error usageError(const std::string& message) {
  return Error{ErrorKind::usage, message, std::nullopt};
}

/// What a command said went wrong, without its name; or that it said nothing.
Error errorOf(const std::string& command, const CommandAnswer& answer) {
  std::string text = answer.errorOutput;
  constexpr std::string_view name = "warpwright: ";
  if (text.starts_with(name)) text.erase(0, name.size());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.empty()) text = "`warpwright " + command + "` ended with exit code " + std::to_string(answer.exitCode) + ".";
  const ErrorKind kind = answer.exitCode == 2   ? ErrorKind::usage
                         : answer.exitCode == 4 ? ErrorKind::worker
                                                : ErrorKind::input;
  return Error{kind, text, std::nullopt};
}

/// The same where it printed why as a document (`warpwright.error/1`, or a run's `failure`).
std::optional<Error> errorIn(const json& document) {
  if (!document.is_object()) return std::nullopt;
  const bool isError = document.value("schema", json()) == "warpwright.error/1";
  const json said = isError ? document : document.value("failure", json());
  if (!said.is_object()) return std::nullopt;
  Error error = said.get<Error>();
  if (error.range && error.range->isValid()) error.message = toString(error.range->begin) + ": " + error.message;
  return error;
}

/// The document in what a command printed: the program that it ran may have printed before it.
json documentIn(const std::string& output) {
  for (size_t begin = output.find("{\n"); begin != std::string::npos; begin = output.find("{\n", begin + 1)) {
    json document = json::parse(output.begin() + static_cast<std::ptrdiff_t>(begin), output.end(), nullptr, false);
    if (document.is_object()) return document;
  }
  return nullptr;
}

/// Errors (usage): an argument that the tool has not, or lacks.
Status checkNames(const ToolDescription& tool, const json& arguments) {
  const json schema = json::parse(tool.input);
  for (const auto& [name, value] : arguments.items()) {
    if (!schema["properties"].contains(name)) return usageError("`" + tool.name + "` takes no `" + name + "`.");
  }
  for (const json& name : schema["required"]) {
    if (arguments.value(name.get<std::string>(), json("")) == "")
      return usageError("`" + tool.name + "` needs `" + name.get<std::string>() + "`.");
  }
  return {};
}

}  // namespace

/// One call: its arguments as words of the command line.
class ToolCalls::Call {
 public:
  Call(ToolCalls& calls, const json& arguments, const CommandProgress& progress, std::stop_token stop)
      : calls_(calls), arguments_(arguments), progress_(progress), stop_(std::move(stop)) {}

  /// The path and the flags are read first: no tool does without. Errors (usage).
  Status read() {
    flags_ = calls_.options_.flags;
    const Words more = list("flags");
    if (const Status taken = calls_.rule_.flags(more); !taken.ok()) return taken;
    flags_.insert(flags_.end(), more.begin(), more.end());
    const auto path = calls_.rule_.existing(arguments_.at("path").get<std::string>());
    if (!path.ok()) return path.error();
    path_ = path->string();
    return {};
  }

  Result<ToolAnswer> analyze() {
    Words words = {"analyze", path_};
    addAnalysis(words);
    addProgram(words);
    endWith(words, flags_);
    return document(words, analysisWords);
  }

  Result<ToolAnswer> observe() {
    Words words = {"analyze", path_, "--observe"};
    addAnalysis(words);
    addRun(words);
    return document(words, analysisWords);
  }

  Result<ToolAnswer> rewrite() {
    Words words = {"rewrite", path_};
    addFinding(words);
    addAnalysis(words);
    addProgram(words);
    fs::path made;
    if (arguments_.contains("output")) {
      const auto output = calls_.rule_.path(string("output"));
      if (!output.ok()) return output.error();
      if (const Status folder = mayBeFolder(*output); !folder.ok()) return folder.error();
      std::error_code error;
      if (fs::create_directories(*output, error)) made = *output;
      if (error) return usageError(output->string() + " cannot be made: " + error.message() + ".");
      words.push_back("--output=" + output->string());
    }
    endWith(words, flags_);
    auto written = document(words, rewriteWords);
    std::error_code ignored;
    if (!written.ok() && !made.empty()) fs::remove(made, ignored);  // nothing came into it
    return written;
  }

  Result<ToolAnswer> verify() {
    Words words = {"verify", path_};
    addFinding(words);
    if (arguments_.value("ignore_output", false)) words.push_back("--ignore-output");
    addRun(words);
    return document(words, verifyWords);
  }

  Result<ToolAnswer> judge() {
    const auto variant = variantFile();
    if (!variant.ok()) return variant.error();
    const auto target = localTarget();
    if (!target.ok()) return target.error();
    json judged = {{"schema", "warpwright.judge/1"}};
    fs::path capture;
    if (arguments_.contains("capture")) {
      const auto named = calls_.rule_.existing(string("capture"));
      if (!named.ok()) return named.error();
      capture = *named;
    } else {
      Words words = {"verify", path_, "--against=" + *variant};
      addRun(words);
      const auto verified = document(words, verifyWords);
      if (!verified.ok()) return verified.error();
      judged["verify"] = verified->document;
    }
    if (arguments_.contains("kernel") && capture.empty()) {
      const auto made = captureLaunch();
      if (!made.ok()) return made.error();
      capture = *made;
    }
    if (capture.empty() && target->gpu)
      return usageError("On a GPU a kernel is judged by one launch: name it in `kernel`, or give a `capture`.");
    if (!capture.empty()) {
      const Status replayed = replay(judged, capture, *variant, *target);
      if (!replayed.ok()) return replayed.error();
    }
    judged["accepted"] = isAccepted(judged);
    return ToolAnswer{judgeWords(judged) + missing_, judged};
  }

  Result<ToolAnswer> tune() {
    const auto target = localTarget();
    if (!target.ok()) return target.error();
    const auto session = sessionFile();
    if (!session.ok()) return session.error();
    Words words = {"tune", path_, "--kernel=" + string("kernel"), "--on=" + toString(*target),
                   "--session=" + session->second};
    const double budget = arguments_.value("budget_seconds", 60.0);
    words.push_back("--budget=" + std::to_string(budget) + "s");
    if (const Words passes = list("passes"); !passes.empty()) words.push_back("--passes=" + joined(passes));
    if (arguments_.contains("capture")) {
      const auto capture = calls_.rule_.existing(string("capture"));
      if (!capture.ok()) return capture.error();
      words.push_back("--capture=" + capture->string());
    }
    addRun(words);
    Result<ToolAnswer> tuned = document(words, tuneWords);
    if (!tuned.ok()) return tuned;
    {
      const std::lock_guard lock(calls_.mutex_);
      calls_.made_[session->first] = session->second;
    }
    if (const Result<std::string> patch = readFile(patchIn(tuned->document)); patch.ok()) tuned->words += "\n" + *patch;
    tuned->words += "\nThe report is the resource " + reportUri(session->first) + ".";
    return tuned;
  }

 private:
  std::string string(const char* name) const { return arguments_.value(name, std::string()); }
  Words list(const char* name) const { return arguments_.value(name, Words()); }
  static std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
    return text;
  }
  static void endWith(Words& words, const Words& last) {
    words.push_back("--");
    words.insert(words.end(), last.begin(), last.end());
  }

  void addAnalysis(Words& words) const {
    if (const Words passes = list("passes"); !passes.empty()) words.push_back("--passes=" + joined(passes));
    for (const std::string& launch : list("launches")) words.push_back("--launch=" + launch);
    for (const char* name : {"arch", "device"}) {
      if (arguments_.contains(name)) words.push_back("--" + std::string(name) + "=" + string(name));
    }
  }

  void addProgram(Words& words) const {
    if (arguments_.contains("program")) words.push_back("--program=" + string("program"));
  }

  void addFinding(Words& words) const {
    words.push_back("--opportunity=" + string("opportunity"));
    for (const auto& [name, value] : arguments_.value("values", std::map<std::string, std::string>()))
      words.push_back("--set=" + name + "=" + value);
  }

  /// What a command takes that runs the program; the arguments of the program come last.
  void addRun(Words& words) const {
    addProgram(words);
    words.push_back("--time-limit=" + std::to_string(arguments_.value("time_limit_seconds", 120.0)));
    for (const std::string& flag : flags_) words.push_back("--compiler-flag=" + flag);
    endWith(words, list("arguments"));
  }

  Result<CommandAnswer> run(Words words) const {
    words.insert(words.begin() + 1, {"--format=json", "--quiet", "--cuda=" + calls_.options_.toolkit});
    if (words.front() == "replay") std::erase(words, "--cuda=" + calls_.options_.toolkit);
    return calls_.run_(words, progress_, stop_);
  }

  /// The document of a command. Errors: it printed none; or it says that nothing could be read or run.
  Result<ToolAnswer> document(const Words& words, std::string (*wordsOf)(const json&)) const {
    const Result<CommandAnswer> answer = run(words);
    if (!answer.ok()) return answer.error();
    json found = documentIn(answer->output);
    if (found.is_null()) return errorOf(words.front(), *answer);
    if (found.value("schema", json()) == "warpwright.error/1") return *errorIn(found);
    return ToolAnswer{wordsOf(found), std::move(found)};
  }

  /// The variant as a file: the one that is named, or one that gets the text, named as the original.
  Result<std::string> variantFile() {
    if (arguments_.contains("variant") == arguments_.contains("text"))
      return usageError("`judge` takes a `variant` or a `text`, one of them.");
    if (arguments_.contains("variant")) {
      const auto variant = calls_.rule_.existing(string("variant"));
      return variant.ok() ? Result<std::string>(variant->string()) : variant.error();
    }
    std::error_code ignored;
    if (fs::is_directory(path_, ignored)) {
      return usageError("`text` is the new text of the file `path`, and " + path_ +
                        " is a folder: name the file, or give a folder with the changed files as `variant`.");
    }
    const fs::path file = folder_.path() / fs::path(path_).filename();
    if (const Status written = writeFileAtomically(file, string("text")); !written.ok()) return written.error();
    return file.string();
  }

  /// Errors (usage): it is a file, or named like one; or the program lies in it, and would be written over.
  Status mayBeFolder(const fs::path& output) const {
    std::error_code ignored;
    if (isBelow(path_, output)) {
      return usageError("`output` must not be a folder that the program lies in, as " + output.string() +
                        " is: the change would be written over it. Give a folder that is new or empty.");
    }
    if (fs::is_directory(output, ignored)) return {};
    if (!fs::exists(output, ignored) && !isSourceName(output)) return {};
    return usageError("`output` names a folder for the changed files, and " + output.string() +
                      (fs::exists(output, ignored) ? " is a file" : " is named like a file") +
                      ": give a folder, such as " + (output.parent_path() / "variant").string() + ".");
  }

  /// An assistant reaches no other machine.
  Result<Target> localTarget() const {
    const Result<Target> target = parseTarget(arguments_.value("on", std::string("cpu")));
    if (!target.ok() || target->place == Target::Place::here) return target;
    return usageError("`on` is cpu, gpu or gpu:INDEX here: tools reach no other machine.");
  }

  Result<fs::path> captureLaunch() const {
    const fs::path capture = folder_.path() / "launch.wwcap";
    Words words = {"run", path_, "--capture=" + capture.string(), "--kernel=" + string("kernel"),
                   "--launch-index=" + std::to_string(arguments_.value("launch_index", 0))};
    addRun(words);
    const Result<CommandAnswer> answer = run(words);
    if (!answer.ok()) return answer.error();
    std::error_code ignored;
    if (fs::exists(capture, ignored)) return capture;
    return errorIn(documentIn(answer->output)).value_or(errorOf("run --capture", *answer));
  }

  /// Adds "replay", and "replay_gpu" where it is wanted.
  Status replay(json& judged, const fs::path& capture, const std::string& variant, const Target& target) {
    // A folder has the names of the files that it replaces.
    std::error_code ignored;
    const bool areFiles = !fs::is_directory(path_, ignored) && !fs::is_directory(variant, ignored);
    Words words = {"replay", capture.string(), "--variant=" + (areFiles ? path_ + "=" : "") + variant};
    const auto counted = document(with(words, {"--on=cpu", "--metrics=all"}), replayWords);
    if (!counted.ok()) return counted.error();
    judged["replay"] = counted->document;
    if (!target.gpu) return {};
    const auto timed = document(with(words, {"--on=" + toString(target)}), replayWords);
    if (timed.ok()) {
      judged["replay_gpu"] = timed->document;
    } else if (timed.error().kind == ErrorKind::cancelled) {
      return timed.error();
    } else {  // what the engine said stands by itself
      missing_ = "Not judged on the GPU: " + timed.error().message + "\n";
    }
    return {};
  }
  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// The name of its report, and the file.
  Result<std::pair<std::string, std::string>> sessionFile() const {
    if (!arguments_.contains("session")) {
      const std::string name = fs::path(path_).stem().string() + "-" + hexText(hashText(path_ + string("kernel")));
      return std::pair(name + ".wws", (calls_.folder_.path() / (name + ".wws")).string());
    }
    const auto session = calls_.rule_.path(string("session"));
    if (!session.ok()) return session.error();
    if (session->extension() != ".wws") return usageError("`session` names a file that ends in .wws.");
    return std::pair(session->lexically_relative(calls_.rule_.root()).string(), session->string());
  }

  ToolCalls& calls_;
  const json& arguments_;
  const CommandProgress& progress_;
  std::stop_token stop_;
  TemporaryFolder folder_;
  Words flags_;
  std::string path_;
  std::string missing_;  ///< what could not be asked, in words
};

ToolCalls::ToolCalls(FolderRule rule, RunCommand run, ServerOptions options)
    : rule_(std::move(rule)), run_(std::move(run)), options_(std::move(options)) {}

Result<ToolAnswer> ToolCalls::call(const std::string& tool, const json& arguments, const CommandProgress& progress,
                                   std::stop_token stop) {
  using Method = Result<ToolAnswer> (Call::*)();
  static const std::map<std::string, Method> methods = {{"analyze", &Call::analyze}, {"observe", &Call::observe},
                                                        {"rewrite", &Call::rewrite}, {"verify", &Call::verify},
                                                        {"judge", &Call::judge},     {"tune", &Call::tune}};
  const auto& tools = toolDescriptions();
  const auto described =
      std::find_if(tools.begin(), tools.end(), [&](const ToolDescription& one) { return one.name == tool; });
  const auto method = methods.find(tool);
  if (described == tools.end() || method == methods.end()) return usageError("There is no tool `" + tool + "`.");
  if (const Status named = checkNames(*described, arguments); !named.ok()) return named.error();
  Call call(*this, arguments, progress, std::move(stop));
  if (const Status read = call.read(); !read.ok()) return read.error();
  return (call.*(method->second))();
}

std::map<std::string, fs::path> ToolCalls::sessions() {
  constexpr size_t most = 100, mostLooked = 20000;
  constexpr int deepest = 3;
  std::map<std::string, fs::path> found;
  {
    const std::lock_guard lock(mutex_);
    found = made_;
  }
  std::error_code error;
  size_t looked = 0;
  const auto skips = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator it(rule_.root(), skips, error), end; !error && it != end; it.increment(error)) {
    if (++looked > mostLooked || found.size() >= most) break;
    const bool isHidden = it->path().filename().string().starts_with(".");
    if (it->is_directory(error) && (isHidden || it.depth() >= deepest)) it.disable_recursion_pending();
    if (isHidden || it->path().extension() != ".wws" || !it->is_regular_file(error)) continue;
    // A link that leads out of the folder is none of it.
    const auto inside = rule_.path(it->path().string());
    if (inside.ok()) found[it->path().lexically_relative(rule_.root()).string()] = *inside;
  }
  return found;
}

Result<std::string> ToolCalls::report(const fs::path& session, std::stop_token stop) {
  const TemporaryFolder folder;
  const fs::path page = folder.path() / "report.html";
  const Result<CommandAnswer> answer =
      run_({"report", session.string(), "--output=" + page.string()}, {}, std::move(stop));
  if (!answer.ok()) return answer.error();
  if (answer->exitCode != 0) return errorOf("report", *answer);
  return readFile(page);
}

}  // namespace warpwright::mcp
