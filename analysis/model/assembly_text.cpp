#include "analysis/model/assembly_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

namespace warpwright::model {
namespace {

// Instructions that give values of their operands and do nothing else, by the first part of their names.
constexpr std::array kArithmetic = {
    "abs", "add", "addc", "and", "bfe", "bfi", "bfind", "bmsk", "brev", "clz", "cnot", "copysign", "cos", "cvt", "cvta",
    "div", "dp2a", "dp4a", "ex2", "fma", "fns", "isspacep", "lg2", "lop3", "mad", "mad24", "madc", "max", "min", "mov",
    "mul", "mul24", "neg", "not", "or", "popc", "prmt", "rcp", "rem", "rsqrt", "sad", "selp", "set", "setp", "shf",
    "shl", "shr", "sin", "slct", "sqrt", "sub", "subc", "szext", "tanh", "testp", "xor", "vabsdiff", "vabsdiff2",
    "vabsdiff4", "vadd", "vadd2", "vadd4", "vavrg2", "vavrg4", "vmad", "vmax", "vmax2", "vmax4", "vmin", "vmin2",
    "vmin4", "vset", "vset2", "vset4", "vshl", "vshr", "vsub", "vsub2", "vsub4",
    // Control flow between the labels of one piece, and what is no instruction to the machine.
    "bra", "nop"};
constexpr std::array kCollective = {"shfl", "vote", "match", "redux", "activemask", "elect"};
constexpr std::array kMatrices = {"mma", "wmma", "wgmma", "movmatrix", "ldmatrix", "stmatrix", "tcgen05"};

bool isIn(const auto& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [&](const char* one) { return name == one; });
}

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '%' || c == '$';
}

/// Words, and every other mark by itself. Comments are left out; `$$` is a dollar, as in labels.
std::vector<std::string> tokensOf(std::string_view text) {
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (std::isspace(static_cast<unsigned char>(rest.front())) != 0) {
      ++at;
    } else if (rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      const size_t end = rest.find("*/", 2);
      at += end == std::string_view::npos ? rest.size() : end + 2;
    } else if (rest.front() == '"') {
      const size_t end = rest.find('"', 1);
      at += end == std::string_view::npos ? rest.size() : end + 1;
      tokens.emplace_back("\"");
    } else if (!isWord(rest.front())) {
      tokens.emplace_back(1, rest.front());
      ++at;
    } else {
      std::string word;
      while (at < text.size()) {
        if (text.substr(at).starts_with("${")) {  // ${0:x}, ${:uid}
          const size_t end = text.find('}', at);
          if (end == std::string_view::npos) break;
          word += "$0";
          at = end + 1;
        } else if (text.substr(at).starts_with("::")) {  // .L1::no_allocate
          word += "::";
          at += 2;
        } else if (isWord(text[at])) {
          word += text[at];
          at += text.substr(at).starts_with("$$") ? 2 : 1;
        } else {
          break;
        }
      }
      if (word.empty()) {
        tokens.emplace_back("${");
        at += 2;
      } else {
        tokens.push_back(std::move(word));
      }
    }
  }
  return tokens;
}

class Reader {
 public:
  AssemblyMeaning read(std::string_view text) {
    std::vector<std::string> statement;
    int depth = 0;  // of braces among operands: {%0, %1}
    for (std::string& token : tokensOf(text)) {
      if (statement.empty() && (token == "{" || token == "}")) continue;
      if (token == "{") ++depth;
      if (token == "}" && --depth < 0) {  // the last `;` of a block may be missing
        depth = 0;
        take(statement);
        continue;
      }
      if (token == ":" && depth == 0 && statement.size() == 1) {
        labels_.insert(statement.front());
        statement.clear();
        continue;
      }
      if (token == ";") {
        depth = 0;
        take(statement);
      } else {
        statement.push_back(std::move(token));
      }
    }
    take(statement);
    for (const std::string& name : jumps_) {
      if (!labels_.contains(name)) fail("bra " + name);
    }
    return std::move(meaning_);
  }

 private:
  void fail(const std::string& what) {
    if (meaning_.unknown.empty()) meaning_.unknown = what;
    meaning_.touchesMemory = true;
  }

  void take(std::vector<std::string>& statement) {
    const std::vector<std::string> words = std::exchange(statement, {});
    if (words.empty()) return;
    size_t at = 0;
    if (words[at] == "@") {
      at += at + 1 < words.size() && words[at + 1] == "!" ? 2 : 1;
      if (at >= words.size()) return fail("@");
      operand(words[at++]);
      if (at >= words.size()) return fail("@");
    }
    const std::string& name = words[at++];
    if (name == ".reg") return declare(words, at);
    if (name == ".pragma" || name == ".loc") return;
    ++meaning_.instructions;
    instruction(name);
    if (name.starts_with("bra")) {
      for (; at < words.size(); ++at) jumps_.push_back(words[at]);
      return;
    }
    if (name.find(".shared") != std::string::npos) noteShared(words, at);
    for (; at < words.size(); ++at) operand(words[at]);
  }

  // Of two addresses, as copies have them, the first is that of the target: `cp.async.ca.shared.global [a], [b]`.
  void noteShared(const std::vector<std::string>& words, size_t at) {
    const auto open = std::find(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), "[");
    if (open != words.end() && open + 1 != words.end()) meaning_.sharedAddresses.push_back(*(open + 1));
  }

  // `.reg .pred p, q;` and `.reg .b32 %r<10>;`: registers of its own.
  void declare(const std::vector<std::string>& words, size_t at) {
    for (; at < words.size(); ++at) {
      if (words[at].starts_with(".") || words[at] == ",") continue;
      if (words[at] == "<") {
        families_.push_back(words[at - 1]);
        while (at < words.size() && words[at] != ">") ++at;
        continue;
      }
      own_.insert(words[at]);
    }
  }

  void instruction(const std::string& name) {
    const std::string first = name.substr(0, name.find('.'));
    if (isIn(kArithmetic, first)) return;
    if (isIn(kCollective, first)) {
      meaning_.isCollective = true;
    } else if (isIn(kMatrices, first)) {
      meaning_.isCollective = meaning_.touchesMemory = true;
    } else if (name.starts_with("bar.warp")) {
      meaning_.isWarpBarrier = true;
    } else if (first == "bar" || first == "barrier" || first == "mbarrier") {
      meaning_.isBarrier = true;
    } else if (first == "trap" || first == "brkpt" || first == "exit") {
      meaning_.leaves = true;
    } else if (first == "nanosleep") {
      meaning_.readsPlace = true;
    } else {
      fail(name);
    }
  }

  // Numbers, operands and registers of its own tell nothing; other registers are the machine's, other names variables'.
  void operand(const std::string& word) {
    const char first = word.front();
    const bool isNumber = std::isdigit(static_cast<unsigned char>(first)) != 0;
    if (!isWord(first) || isNumber || first == '$' || word == "_" || word == "WARP_SZ") return;
    const std::string name = word.substr(0, word.find('.', first == '.' ? 1 : 0));
    if (own_.contains(word) || own_.contains(name) || labels_.contains(word)) return;
    const auto isOne = [&](const std::string& family) {
      return name.size() > family.size() && name.starts_with(family) &&
             std::all_of(name.begin() + static_cast<std::ptrdiff_t>(family.size()), name.end(),
                         [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    };
    if (std::any_of(families_.begin(), families_.end(), isOne)) return;
    if (first == '.') return;
    if (first != '%') return fail(word);
    meaning_.readsPlace = true;
    if (word == "%total_smem_size" || word == "%aggr_smem_size") meaning_.asksSharedSize = true;
  }

  AssemblyMeaning meaning_;
  std::set<std::string> own_, labels_;
  std::vector<std::string> families_, jumps_;
};

}  // namespace

AssemblyMeaning readAssembly(std::string_view text) {
  return Reader().read(text);
}

}  // namespace warpwright::model
