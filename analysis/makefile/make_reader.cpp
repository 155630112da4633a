#include "analysis/makefile/make_reader.h"

#include <algorithm>
#include <utility>

#include "analysis/makefile/conditionals.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::makefile {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr uint64_t largestMakefile = uint64_t{1} << 20;
constexpr size_t deepestInclude = 20, mostFiles = 500, mostRules = 50000;

/// `NAME = VALUE`, with any of the operators.
struct Definition {
  std::string_view name, value;
  Assignment how = Assignment::recursive;
};

/// Empty where the line is none: where a `:` of a rule comes first, or nothing does.
std::optional<Definition> definitionIn(std::string_view text) {
  const size_t at = findOutside(text, "=:");
  if (at == std::string_view::npos) return std::nullopt;
  size_t begin = at, end = at + 1;
  Assignment how = Assignment::recursive;
  if (text[at] == ':') {
    while (end < text.size() && text[end] == ':') ++end;
    if (end == text.size() || text[end] != '=') return std::nullopt;
    ++end;
    how = Assignment::simple;
  } else if (at > 0) {
    const char before = text[at - 1];
    if (before == '+') how = Assignment::append;
    if (before == '?') how = Assignment::ifUndefined;
    if (before == '!') how = Assignment::shell;
    if (how != Assignment::recursive) --begin;
  }
  const std::string_view name = trimmed(text.substr(0, begin));
  if (name.empty() || findOutside(name, " \t") != std::string_view::npos) return std::nullopt;
  std::string_view value = text.substr(end);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  return Definition{name, value, how};
}

/// Takes the first word away where it is that.
bool takeWord(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  if (text.size() > word.size() && text[word.size()] != ' ' && text[word.size()] != '\t') return false;
  text = trimmed(text.substr(word.size()));
  return true;
}

std::string plainName(std::string name) {
  while (name.starts_with("./") && name.size() > 2) name.erase(0, 2);
  return name;
}

class Reader {
 public:
  Reader(const fs::path& file, const fs::path& root, const Expander::Choices& choices)
      : made_{Expander(file.parent_path(), root), {}, {}, {}, {}, {}, {}, {}, {}, {}} {
    made_.values.choose(choices);
    made_.suffixes = {".out", ".a", ".o", ".c", ".cc", ".C", ".cpp", ".s", ".S", ".h"};
  }

  Result<Makefile> run(const fs::path& file) {
    // Lines that an `$(eval …)` made are read while others are: what is wrong with them is told first.
    Status evaluated;
    values().setEval([&](const std::string& lines) {
      if (!evaluated.ok()) return;
      if (Status read = evaluate(lines); evaluated.ok()) evaluated = std::move(read);
    });
    const Result<std::string> text = readFile(file, largestMakefile);
    if (!text.ok()) return text.error();
    const Status read = readText(*text, file);
    values().setEval(nullptr);
    for (const Status* part : std::initializer_list<const Status*>{&evaluated, &read}) {
      if (!part->ok()) return inputError(file.string() + ", " + part->error().message + ".");
    }
    values().setPlace("");
    addSearched();
    addSuffixRules();
    if (const auto goal = values().variables().find(".DEFAULT_GOAL"); goal != values().variables().end()) {
      const std::string name(trimmed(values().expand(goal->second.text)));
      if (isKnown(name) && !name.empty()) made_.defaultGoal = plainName(name);
    }
    return std::move(made_);
  }

 private:
  Expander& values() { return made_.values; }
  Error errorHere(const std::string& what) const { return inputError(place() + ": " + what); }
  std::string place() const {
    const std::string line = "line " + std::to_string(line_);
    return file_ == 0 ? line : line + " of " + made_.files[file_].filename().string();
  }

  /// The lines of one file; its conditionals end in it.
  Status readText(const std::string& text, const fs::path& file) {
    if (text.find_first_of(std::string("\0\x01\x02", 3)) != std::string::npos)
      return errorHere("this is not a text file");
    const size_t outerFile = file_;
    const uint32_t outerLine = line_;
    file_ = made_.files.size();
    made_.files.push_back(file);
    values().assign("MAKEFILE_LIST", Assignment::append, file.string(), true);
    Status read = readLines(text, true);
    file_ = outerFile;
    line_ = outerLine;
    endRule();
    return read;
  }

  Status readLines(const std::string& text, bool isFile) {
    Conditionals outer = std::exchange(conditionals_, Conditionals(maybe()));
    for (const MakeLine& line : linesOf(text)) {
      if (isFile) line_ = line.number;
      values().setPlace(place());
      if (Status read = readLine(line.text); !read.ok()) return read;
    }
    if (!defined_.empty()) return errorHere("a `define` has no `endef`");
    if (!conditionals_.areClosed()) return errorHere("a conditional has no `endif`");
    conditionals_ = std::move(outer);
    return {};
  }

  /// Lines that an `$(eval …)` made, in the middle of another one.
  Status evaluate(const std::string& lines) {
    if (evaluated_ >= deepestInclude) return {};
    ++evaluated_;
    const std::optional<size_t> recipe = std::exchange(recipe_, std::nullopt);
    const Words defined = std::exchange(defined_, {});
    Status read = readLines(lines, false);
    defined_ = defined;
    recipe_ = recipe;
    --evaluated_;
    return read;
  }

  std::optional<size_t> maybe() const { return conditionals_.maybe(); }

  Status readLine(const std::string& raw) {
    if (!defined_.empty()) return readDefined(raw);
    if (!raw.empty() && raw.front() == prefix_ && recipe_) {
      if (conditionals_.isActive()) addRecipe(shellText(std::string_view(raw).substr(1), prefix_));
      return {};
    }
    const std::string stripped = withoutComment(raw);
    const std::string_view text = trimmed(stripped);
    if (text.empty()) return {};
    const Conditionals::Read read = conditionals_.read(text, values());
    if (read == Conditionals::Read::wrong) return errorHere("this conditional cannot be read");
    if (read == Conditionals::Read::taken || !conditionals_.isActive()) return {};
    return readActive(text, stripped);
  }

  Status readActive(std::string_view text, std::string_view whole) {
    const bool isOverride = takeWord(text, "override");
    if (takeWord(text, "define")) return beginDefine(text, isOverride);
    bool isPrivate = false;
    for (const char* word : {"export", "private"}) {
      const size_t before = text.size();
      const bool isOnly = text == word;
      if (isOnly || (takeWord(text, word) && !definitionIn(text))) return {};
      isPrivate |= text.size() != before && std::string_view(word) == "private";
      if (takeWord(text, "override")) return define(*definitionIn(text), true, isPrivate);
    }
    if (const std::optional<Definition> definition = definitionIn(text)) {
      // Blanks at the end of a line are a part of the value.
      std::string_view value = definition->value;
      const size_t behind = static_cast<size_t>(text.data() + text.size() - whole.data());
      if (!value.empty()) value = {value.data(), value.size() + whole.size() - behind};
      return define({definition->name, value, definition->how}, isOverride, isPrivate);
    }
    if (takeWord(text, "unexport")) return {};
    if (takeWord(text, "undefine")) {
      values().undefine(values().expand(text));
      return {};
    }
    if (takeWord(text, "include")) return include(text, false);
    if (takeWord(text, "-include") || takeWord(text, "sinclude")) return include(text, true);
    if (takeWord(text, "vpath")) return readSearched(text);
    return readRule(text);
  }

  Status define(const Definition& definition, bool isOverride, bool isPrivate) {
    endRule();
    const std::string name = values().expand(definition.name);
    if (!isKnown(name)) {
      values().forgetAll(reasonsIn(name).front());
      return {};
    }
    const std::optional<size_t> open =
        isPrivate ? std::optional(values().reason("`" + name + "` is private: no recipe has it")) : maybe();
    values().assign(name, definition.how, definition.value, isOverride, open);
    if (name == ".RECIPEPREFIX") {
      const std::string value = values().expand("$(.RECIPEPREFIX)");
      if (!isKnown(value)) return errorHere("the prefix of recipes is not known");
      prefix_ = value.empty() ? '\t' : value.front();
    }
    return {};
  }

  Status beginDefine(std::string_view text, bool isOverride) {
    endRule();
    std::string name(text);
    definedHow_ = Assignment::recursive;
    for (const auto& [sign, how] : {std::pair<std::string_view, Assignment>{":::=", Assignment::simple},
                                    {"::=", Assignment::simple},
                                    {":=", Assignment::simple},
                                    {"+=", Assignment::append},
                                    {"?=", Assignment::ifUndefined},
                                    {"!=", Assignment::shell},
                                    {"=", Assignment::recursive}}) {
      if (!text.ends_with(sign)) continue;
      name = trimmed(text.substr(0, text.size() - sign.size()));
      definedHow_ = how;
      break;
    }
    defined_ = {values().expand(name)};
    definedOverrides_ = isOverride;
    depth_ = 1;
    return {};
  }

  Status readDefined(const std::string& raw) {
    const std::string stripped = withoutComment(raw);
    std::string_view text = trimmed(stripped);
    if (takeWord(text, "define")) ++depth_;
    if (takeWord(text, "endef") && --depth_ == 0) {
      std::string value;
      for (size_t i = 1; i < defined_.size(); ++i) value += (i > 1 ? "\n" : "") + defined_[i];
      const std::string name = std::exchange(defined_, {}).front();
      if (!isKnown(name))
        values().forgetAll(reasonsIn(name).front());
      else
        values().assign(name, definedHow_, value, definedOverrides_, maybe());
      return {};
    }
    defined_.push_back(raw);
    return {};
  }

  Status include(std::string_view text, bool isOptional) {
    endRule();
    for (const std::string& word : wordsOf(values().expand(text))) {
      if (!isKnown(word) || maybe()) {
        values().forgetAll(isKnown(word) ? *maybe() : reasonsIn(word).front());
        continue;
      }
      const bool isPattern = word.find_first_of("*?[") != std::string::npos;
      for (const std::string& name : isPattern ? values().matching(word) : Words{word}) {
        if (Status included = includeFile(name, isOptional); !included.ok()) return included;
      }
    }
    return {};
  }

  Status includeFile(const std::string& name, bool isOptional) {
    const fs::path file = (values().folder() / name).lexically_normal();
    std::error_code failed;
    const fs::path root = fs::canonical(values().root(), failed);
    const bool isInside = isBelow(file, values().root());
    const bool isThere = isInside && fs::exists(file, failed);
    if (isInside && !isThere && isOptional) return {};
    if (!isThere || !isBelow(fs::canonical(file, failed), root)) {
      values().forgetAll(
          values().reason("`" + name + "` " + (isInside && !isThere ? "is not there" : "is outside of the project")));
      return {};
    }
    if (included_ >= deepestInclude) return errorHere("`" + name + "` includes itself");
    if (made_.files.size() >= mostFiles) return errorHere("too many files are included");
    const Result<std::string> read = readFile(file, largestMakefile);
    if (!read.ok()) return errorHere(read.error().message);
    ++included_;
    Status included = readText(*read, file);
    --included_;
    return included;
  }

  Status readSearched(std::string_view text) {
    const Words words = wordsOf(values().expand(text));
    if (words.empty()) made_.searched.clear();
    for (size_t i = 1; i < words.size(); ++i) addFolders(words[0], words[i]);
    return {};
  }

  void addFolders(const std::string& pattern, const std::string& list) {
    for (size_t begin = 0; begin < list.size();) {
      const size_t end = std::min(list.find(':', begin), list.size());
      if (end > begin && isKnown(list)) made_.searched[pattern].push_back(list.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  void addSearched() {
    for (const std::string& word : wordsOf(values().expand("$(VPATH)"))) addFolders("%", word);
  }

  void endRule() { recipe_.reset(); }

  void addRecipe(std::string text) {
    if (!trimmed(text).empty()) made_.recipes[*recipe_].push_back({std::move(text), line_, file_, maybe()});
  }

  Status readRule(std::string_view text) {
    endRule();
    size_t colon = findOutside(text, ":");
    std::string expanded;
    if (colon == std::string_view::npos) {
      expanded = values().expand(text);
      text = trimmed(expanded);
      if (text.empty()) return {};
      if (!isKnown(text) && marksOf(text).size() == text.size()) {
        values().forgetAll(reasonsIn(text).front());  // it may have defined anything
        return {};
      }
      if (colon = findOutside(text, ":"); colon == std::string_view::npos)
        return errorHere("this is neither a rule nor a variable");
    }
    std::string_view left = text.substr(0, colon), right = text.substr(colon + 1);
    isDouble_ = right.starts_with(":");
    if (isDouble_) right.remove_prefix(1);
    if (left.ends_with("&")) left.remove_suffix(1);
    Words targets = wordsOf(values().expand(left));
    for (std::string& target : targets) target = plainName(std::move(target));
    recipe_ = made_.recipes.size();
    made_.recipes.emplace_back();
    if (readTargetVariable(targets, right)) return {};
    const size_t semicolon = findOutside(right, ";");
    std::string_view needs = right.substr(0, semicolon);
    std::optional<std::string> pattern;
    if (const size_t second = findOutside(needs, ":"); second != std::string_view::npos) {
      pattern = plainName(std::string(trimmed(values().expand(needs.substr(0, second)))));
      needs = needs.substr(second + 1);
    }
    if (made_.rules.size() + made_.patterns.size() > mostRules) return errorHere("there are too many rules");
    const size_t known = made_.patterns.size();
    for (const std::string& target : targets) addRule(target, pattern, values().expand(needs));
    dropReplaced(known);
    if (semicolon != std::string_view::npos) addRecipe(std::string(right.substr(semicolon + 1)));
    return {};
  }

  bool readTargetVariable(const Words& targets, std::string_view text) {
    text = trimmed(text);
    bool isOverride = false, isPrivate = false;
    for (const char* word : {"private", "export", "override", "private"}) {
      std::string_view behind = text;
      if (!takeWord(behind, word) || !definitionIn(behind)) continue;
      isOverride |= std::string_view(word) == "override";
      isPrivate |= std::string_view(word) == "private";
      text = behind;
    }
    const std::optional<Definition> definition = definitionIn(text);
    if (!definition) return false;
    endRule();
    std::string value(definition->value);
    Assignment how = definition->how;
    if (how == Assignment::simple) {
      value = values().expand(value);  // now, with the values of this line
      value = escaped(value);
    }
    for (const std::string& target : targets)
      made_.targetVariables.push_back(
          {target, std::string(definition->name), value, how, isOverride, maybe(), isPrivate});
    return true;
  }

  static bool areAlike(const Rule& a, const Rule& b) {
    return a.target == b.target && a.prerequisites == b.prerequisites && a.ordered == b.ordered;
  }

  /// A pattern rule takes the place of one before it for the same targets and needs. `known`: as many were there before
  /// those of the last line.
  void dropReplaced(size_t known) {
    std::vector<Rule>& all = made_.patterns;
    const size_t count = all.size() - known;
    const auto isOf = [&](size_t i, size_t recipe) { return i < known && all[i].recipe == recipe; };
    for (size_t i = 0; count > 0 && i + count <= known; ++i) {
      const size_t recipe = all[i].recipe;
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i), end = begin + static_cast<std::ptrdiff_t>(count);
      const bool isWhole = !(i > 0 && isOf(i - 1, recipe)) && isOf(i + count - 1, recipe) && !isOf(i + count, recipe);
      if (!isWhole || !std::equal(begin, end, all.begin() + static_cast<std::ptrdiff_t>(known), areAlike)) continue;
      all.erase(begin, end);
      return;
    }
  }

  static std::string escaped(const std::string& text) {
    std::string all;
    for (const char c : text) all += c == '$' ? std::string("$$") : std::string(1, c);
    return all;
  }

  void addRule(const std::string& target, const std::optional<std::string>& pattern, const std::string& needs) {
    Rule rule{target, {}, 0, {}, *recipe_, maybe(), isDouble_};
    bool isOrdered = false;
    for (std::string& word : wordsOf(needs)) {
      if (word == "|" || word == ".WAIT") {
        isOrdered |= word == "|";
        continue;
      }
      if (word.find('$') != std::string::npos) word = unknownMark(values().reason("`" + word + "` is expanded later"));
      const bool isGlob = isKnown(word) && word.find_first_of("*?[") != std::string::npos;
      for (const std::string& one : isGlob ? values().matching(word) : Words{word}) {
        rule.prerequisites.push_back(plainName(one));
        rule.ordered += isOrdered;
      }
    }
    if (target == ".SUFFIXES") {
      if (rule.prerequisites.empty()) made_.suffixes.clear();
      made_.suffixes.insert(made_.suffixes.end(), rule.prerequisites.begin(), rule.prerequisites.end());
      return;
    }
    if (!isKnown(target)) {
      made_.unknownTarget = reasonsIn(target).front();
      return;
    }
    if (pattern) {
      const Stem stem = stemOf(*pattern, target);
      if (!stem.matches) return;
      rule.stem = stem.text;
      for (std::string& one : rule.prerequisites) one = plainName(withStem(one, stem.text));
    } else if (target.find('%') != std::string::npos) {
      made_.patterns.push_back(std::move(rule));
      return;
    }
    const bool isHidden = target.starts_with('.') && target.find('/') == std::string::npos;
    if (made_.defaultGoal.empty() && !isHidden && !maybe()) made_.defaultGoal = target;
    made_.rules.push_back(std::move(rule));
  }

  /// `.cu.o:` is `%.o: %.cu`.
  void addSuffixRules() {
    const auto isSuffix = [&](const std::string& text) {
      return std::find(made_.suffixes.begin(), made_.suffixes.end(), text) != made_.suffixes.end();
    };
    const auto known = static_cast<std::ptrdiff_t>(made_.patterns.size());
    for (const Rule& rule : made_.rules) {
      const size_t second = rule.target.find('.', 1);
      if (!rule.target.starts_with('.') || !rule.prerequisites.empty() || made_.recipes[rule.recipe].empty()) continue;
      if (second == std::string::npos
              ? !isSuffix(rule.target)
              : !isSuffix(rule.target.substr(0, second)) || !isSuffix(rule.target.substr(second)))
        continue;
      Rule pattern = rule;
      pattern.target = second == std::string::npos ? "%" : "%" + rule.target.substr(second);
      pattern.prerequisites = {"%" + rule.target.substr(0, second)};
      // Of several recipes for one target the last counts.
      made_.patterns.erase(std::remove_if(made_.patterns.begin() + known, made_.patterns.end(),
                                          [&](const Rule& one) { return areAlike(one, pattern); }),
                           made_.patterns.end());
      made_.patterns.push_back(std::move(pattern));
    }
  }

  Makefile made_;
  Conditionals conditionals_{std::nullopt};
  size_t file_ = 0, included_ = 0, evaluated_ = 0;
  uint32_t line_ = 0;
  char prefix_ = '\t';
  bool isDouble_ = false;         ///< the rule that is read
  std::optional<size_t> recipe_;  ///< that lines with the prefix belong to
  Words defined_;                 ///< name and lines of the `define` that is open
  size_t depth_ = 0;
  Assignment definedHow_ = Assignment::recursive;
  bool definedOverrides_ = false;
};

}  // namespace

Result<Makefile> readMakefile(const fs::path& file, const fs::path& root, const Expander::Choices& choices) {
  return Reader(file, root, choices).run(file);
}

}  // namespace warpwright::makefile
