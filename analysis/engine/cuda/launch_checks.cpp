#include "analysis/engine/cuda/launch_checks.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "core/finding/run_check.h"

namespace warpwright::engine {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::string shapeText(const std::array<uint32_t, 3>& shape) {
  return std::to_string(shape[0]) + "," + std::to_string(shape[1]) + "," + std::to_string(shape[2]);
}

/// True when `shape` is one that `allowed` ("256,1,1", "256,_,_") describes.
bool matches(const std::array<uint32_t, 3>& shape, const std::string& allowed) {
  const std::vector<std::string> sizes = split(allowed, ',');
  for (size_t i = 0; i < 3; ++i) {
    const std::string wanted = i < sizes.size() ? sizes[i] : "1";
    if (wanted != "_" && wanted != std::to_string(shape[i])) return false;
  }
  return true;
}

std::string brokenBlock(const RunCheck& check, const LaunchFacts& facts) {
  std::string shapes;
  for (const std::string& allowed : check.names) {
    if (matches(facts.block, allowed)) return "";
    shapes += (shapes.empty() ? "" : ";") + allowed;
  }
  return facts.kernel + " is launched with blocks of (" + shapeText(facts.block) + "), but the change was made for (" +
         shapes + ").";
}

/// Where a name of an assumption leads at this launch.
std::vector<uint64_t> addressesOf(const std::string& name, const std::vector<std::string>& parameters,
                                  const LaunchFacts& facts) {
  const std::string own = name.substr(0, name.find_first_of(".+"));
  const auto at = std::find(parameters.begin(), parameters.end(), own);
  const auto index = static_cast<size_t>(at - parameters.begin());
  if (at == parameters.end()) {
    const uint64_t address = facts.variable ? facts.variable(name) : 0;
    return address != 0 ? std::vector{address} : std::vector<uint64_t>{};
  }
  if (own != name) return index < facts.nested.size() ? facts.nested[index] : std::vector<uint64_t>{};
  return index < facts.pointers.size() ? std::vector{facts.pointers[index]} : std::vector<uint64_t>{};
}

std::string brokenDisjoint(const RunCheck& check, const LaunchFacts& facts, const Arena& arena) {
  const std::vector<std::string> parameters = facts.parameterNames();
  const std::vector<std::string>& wanted = check.names;
  for (size_t i = 0; i < wanted.size(); ++i) {
    for (size_t k = i + 1; k < wanted.size(); ++k) {
      const std::vector<uint64_t> ones = addressesOf(wanted[i], parameters, facts);
      const std::vector<uint64_t> others = addressesOf(wanted[k], parameters, facts);
      const bool areOfOne =
          wanted[i].substr(0, wanted[i].find_first_of(".+")) == wanted[k].substr(0, wanted[k].find_first_of(".+"));
      for (size_t a = 0; a < ones.size(); ++a) {
        for (size_t b = areOfOne ? a + 1 : 0; b < others.size(); ++b) {
          const Allocation* first = arena.find(ones[a]);
          if (!first || first != arena.find(others[b])) continue;
          return "`" + wanted[i] + "` and `" + wanted[k] + "` of " + facts.kernel +
                 " must not overlap, but both point into `" + first->name + "`.";
        }
      }
    }
  }
  return "";
}

std::string brokenUntextured(const RunCheck& check, const LaunchFacts& facts, const Arena& arena) {
  for (const uint64_t address : addressesOf(check.names.front(), facts.parameterNames(), facts)) {
    const Allocation* written = arena.find(address);
    const auto isIt = [&](uint64_t texture) { return arena.find(texture) == written; };
    if (!written || std::none_of(facts.textures.begin(), facts.textures.end(), isIt)) continue;
    return "No texture may be fetched from `" + check.names.front() + "` of " + facts.kernel +
           ", but one is made of `" + written->name + "`.";
  }
  return "";
}

/// The parameter list of a demangled signature, split at its own commas.
std::vector<std::string> parametersOf(const std::string& signature) {
  if (signature.empty() || signature.back() != ')') return {};
  size_t open = signature.size() - 1;
  for (int depth = 0; open > 0; --open) {
    if (signature[open] == ')') ++depth;
    if (signature[open] == '(' && --depth == 0) break;
  }
  std::vector<std::string> parameters(1);
  int depth = 0;
  for (const char c : signature.substr(open + 1, signature.size() - open - 2)) {
    if (c == '(' || c == '<' || c == '[') ++depth;
    if (c == ')' || c == '>' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      parameters.emplace_back();
    } else if (c != ' ' || !parameters.back().empty()) {
      parameters.back() += c;
    }
  }
  return parameters;
}

}  // namespace

std::string brokenAssumption(const std::string& assumption, const LaunchFacts& facts, const Arena& arena) {
  const auto [kernel, check] = kernelCheckFrom(assumption);
  if (check.names.empty() || (!kernel.empty() && kernel != facts.kernel)) return "";
  if (check.kind == RunCheck::Kind::block) return brokenBlock(check, facts);
  if (check.kind == RunCheck::Kind::disjoint) return brokenDisjoint(check, facts, arena);
  if (check.kind == RunCheck::Kind::untextured) return brokenUntextured(check, facts, arena);
  return "";
}

bool isLaunchAssumption(const std::string& assumption) {
  return kernelCheckFrom(assumption).check.isOfLaunch();
}

std::vector<std::string> pointerElementTypes(const std::string& mangledName) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangledName.c_str(), nullptr, nullptr, &status);
  if (!text) return {};
  const std::string signature(text);
  std::free(text);
  std::vector<std::string> types = parametersOf(signature);
  for (std::string& type : types) {
    for (const char* qualifier : {" const", " volatile", "__restrict"}) {
      for (size_t at; (at = type.find(qualifier)) != std::string::npos;) type.erase(at, std::string(qualifier).size());
    }
    while (!type.empty() && type.back() == ' ') type.pop_back();
    const bool pointer = !type.empty() && type.back() == '*';
    type = pointer ? type.substr(0, type.size() - 1) : "";
    while (!type.empty() && type.back() == ' ') type.pop_back();
  }
  return types;
}

}  // namespace warpwright::engine
