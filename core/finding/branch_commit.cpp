#include "core/finding/branch_commit.h"

#include <vector>

#include "core/base/subprocess.h"
#include "core/base/temporary_folder.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

/// git in one folder. Hooks of the repository do not run: they are programs that nobody asked for here.
class Git {
 public:
  Git(fs::path folder, fs::path index, const std::stop_token& stop)
      : folder_(std::move(folder)), index_(std::move(index)), stop_(stop) {}

  Result<SubprocessEnd> run(std::vector<std::string> arguments, std::string input = {}) const {
    SubprocessOptions options;
    options.command = {"git", "--literal-pathspecs", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    options.workingFolder = folder_;
    options.environment = {{"GIT_INDEX_FILE", index_.string()}, {"GIT_TERMINAL_PROMPT", "0"}, {"LC_ALL", "C"}};
    options.input = std::move(input);
    options.timeout = std::chrono::seconds(60);
    Result<SubprocessEnd> end = runSubprocess(options, stop_);
    if (!end.ok()) return inputError("git cannot be started, so there is no branch: " + end.error().message);
    if (end->cancelled) return cancelledError();
    return end;
  }

  /// The one line that it prints. Errors: it says no, in its own words.
  Result<std::string> line(std::vector<std::string> arguments, std::string input = {}) const {
    const Result<SubprocessEnd> end = run(std::move(arguments), std::move(input));
    if (!end.ok()) return end.error();
    if (!end->clean()) return inputError("git made no branch: " + trimmed(end->errorOutput));
    return trimmed(end->output);
  }

  Result<bool> says(std::vector<std::string> arguments) const {
    const Result<SubprocessEnd> end = run(std::move(arguments));
    if (!end.ok()) return end.error();
    return end->clean();
  }

 private:
  static std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text;
  }

  fs::path folder_, index_;
  const std::stop_token& stop_;
};

fs::path realPath(const fs::path& path) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? path : real;
}

/// The mode of a file in the commit that is checked out, where it holds `before` there.
Result<std::string> modeOf(const Git& git, const std::string& name, const std::string& file,
                           const std::string& before) {
  const Result<std::string> entry = git.line({"ls-tree", "HEAD", "--", name});  // "100644 blob HASH\tNAME"
  if (!entry.ok()) return entry.error();
  const size_t blob = entry->find(" blob ");
  if (blob == std::string::npos)
    return inputError(file + " is not committed, so a branch has nothing to change. Commit it first, or save a patch.");
  const std::string hash = entry->substr(blob + 6, entry->find('\t') - blob - 6);
  const Result<std::string> now = git.line({"hash-object", "--stdin", "--path=" + name}, before);
  if (!now.ok()) return now.error();
  if (*now != hash) {
    return inputError(file +
                      " has changes that are not committed, and the branch would hold them, too. Commit them first, or "
                      "save a patch.");
  }
  return entry->substr(0, blob);
}

/// Puts the text after the rewrite into the index of our own.
Status addFile(const Git& git, const fs::path& top, const FileEdits& edits, const std::string& before,
               const std::string& after) {
  const std::string name = realPath(edits.file).lexically_relative(top).generic_string();
  if (name.empty() || name.starts_with(".."))
    return inputError(edits.file + " lies outside the repository " + top.string() + ". Save a patch instead.");
  std::string mode = "100644";
  if (edits.creates) {
    const Result<bool> there = git.says({"cat-file", "-e", "HEAD:" + name});
    if (!there.ok()) return there.error();
    if (*there) return inputError(edits.file + " is committed already and holds another text. Save a patch instead.");
  } else {
    Result<std::string> entry = modeOf(git, name, edits.file, before);
    if (!entry.ok()) return entry.error();
    mode = *std::move(entry);
  }
  const Result<std::string> blob = git.line({"hash-object", "-w", "--stdin", "--path=" + name}, after);
  if (!blob.ok()) return blob.error();
  const Result<std::string> added = git.line({"update-index", "--add", "--cacheinfo", mode + "," + *blob + "," + name});
  return added.ok() ? Status() : Status(added.error());
}

/// Another name is all that it takes.
Error nameError(std::string message) {
  return {ErrorKind::usage, std::move(message), {}, {}};
}

/// Whether the branch can be made at all.
Status judgeName(const Git& git, const std::string& branch) {
  const Result<bool> valid = git.says({"check-ref-format", "refs/heads/" + branch});
  if (!valid.ok()) return valid.error();
  if (!*valid || branch.starts_with("-")) return nameError("\"" + branch + "\" cannot be the name of a branch.");
  const auto taken = [&](const std::string& name) {
    return git.says({"show-ref", "--verify", "--quiet", "refs/heads/" + name});
  };
  const Result<bool> itself = taken(branch);
  if (!itself.ok()) return itself.error();
  if (*itself) return nameError("There is a branch " + branch + " already. Give another name.");
  // git keeps branches as files in folders: `a` and `a/b` cannot both be.
  for (size_t slash = branch.find('/'); slash != std::string::npos; slash = branch.find('/', slash + 1)) {
    const std::string folder = branch.substr(0, slash);
    const Result<bool> above = taken(folder);
    if (!above.ok()) return above.error();
    if (*above) {
      return nameError("There is a branch " + folder + ", so none can be called " + branch +
                       ". Give a name that does not begin with " + folder + "/.");
    }
  }
  const Result<std::string> below = git.line({"for-each-ref", "--count=1", "refs/heads/" + branch + "/"});
  if (!below.ok()) return below.error();
  if (below->empty()) return {};
  return nameError("There are branches whose names begin with " + branch + "/, so none can be called " + branch +
                   ". Give another name.");
}

}  // namespace

Result<BranchCommit> commitToBranch(const Rewrite& rewrite, const std::map<std::string, std::string>& before,
                                    const std::map<std::string, std::string>& after, const std::string& branch,
                                    const std::string& message, const std::stop_token& stop) {
  if (rewrite.files.empty()) return inputError("There is nothing to commit.");
  const TemporaryFolder scratch;
  if (scratch.path().empty()) return inputError("No temporary folder could be made. Nothing was committed.");
  const fs::path index = scratch.path() / "index", folder = realPath(rewrite.files.front().file).parent_path();
  const Result<SubprocessEnd> found = Git(folder, index, stop).run({"rev-parse", "--show-toplevel"});
  if (!found.ok()) return found.error();
  if (!found->clean())
    return inputError(folder.string() + " lies in no git repository, so there is no branch. Save a patch instead.");
  const fs::path top = found->output.substr(0, found->output.find('\n'));
  const Git git(top, index, stop);
  const Result<SubprocessEnd> head = git.run({"rev-parse", "--verify", "--quiet", "HEAD^{commit}"});
  if (!head.ok()) return head.error();
  if (!head->clean()) return inputError("The repository " + top.string() + " has no commit yet. Commit first.");
  const std::string parent = head->output.substr(0, head->output.find('\n'));
  if (Status named = judgeName(git, branch); !named.ok()) return named.error();
  if (const auto read = git.line({"read-tree", "HEAD"}); !read.ok()) return read.error();
  for (const FileEdits& edits : rewrite.files) {
    const auto old = before.find(edits.file);
    if (Status added = addFile(git, top, edits, old == before.end() ? "" : old->second, after.at(edits.file));
        !added.ok())
      return added.error();
  }
  const Result<std::string> tree = git.line({"write-tree"});
  if (!tree.ok()) return tree.error();
  const Result<std::string> commit = git.line({"commit-tree", *tree, "-p", parent, "-F", "-"}, message + "\n");
  if (!commit.ok()) return commit.error();
  // The zeros: only if nobody has made it meanwhile.
  const auto made = git.line({"update-ref", "refs/heads/" + branch, *commit, std::string(commit->size(), '0')});
  if (!made.ok()) {
    // Somebody was faster: that is said in our words.
    if (Status named = judgeName(git, branch); !named.ok()) return named.error();
    return made.error();
  }
  return BranchCommit{branch, *commit};
}

}  // namespace warpwright
