#include "analysis/model/compiler_dependent.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

constexpr std::string_view archPrefix = "__CUDA_ARCH_";

/// Do compilers choose what the macro is? Not `__CUDACC__` and `__NVCC__`: they are the same for all that read CUDA.
bool isCompilers(std::string_view name) {
  static const Words exact = {"CUDART_VERSION",
                              "CUDA_VERSION",
                              "CUDA_API_PER_THREAD_DEFAULT_STREAM",
                              "_OPENMP",
                              "_REENTRANT",
                              "_OPENACC",
                              "__STRICT_ANSI__",
                              "__VERSION__",
                              "__cplusplus",
                              "__EDG__",
                              "__EDG_VERSION__",
                              "__NVCOMPILER",
                              "__CUDANVVM__",
                              "__CUDA__",
                              "__llvm__",
                              "__CUDA_FTZ",
                              "__CUDA_PREC_DIV",
                              "__CUDA_PREC_SQRT",
                              "__CUDA_FMAD",
                              "__USE_FAST_MATH__",
                              "__OPTIMIZE__",
                              "__FAST_MATH__",
                              "__PIC__",
                              "__pic__",
                              "__PIE__",
                              "__pie__",
                              "__NO_INLINE__",
                              "__OPTIMIZE_SIZE__",
                              "__FINITE_MATH_ONLY__",
                              "__NVCC_DIAG_PRAGMA_SUPPORT__",
                              "__EXCEPTIONS"};
  if (name == "__CUDACC__" || name.ends_with("_H") || name.ends_with("_H_") || name.ends_with("_H__")) return false;
  constexpr std::string_view prefixes[] = {
      archPrefix,      "__CUDACC_",    "__GNUC",       "__clang",      "__has_",         "__AVX",
      "__SSE",         "__FMA",        "NV_IF_",       "NV_DISPATCH_", "__cpp_",         "__NVCOMPILER_",
      "__BMI",         "__INTEL_",     "__LIBCUDACXX", "_LIBCUDACXX_", "_CCCL_",         "__NV_",
      "__GCC_",        "CCCL_VERSION", "CCCL_MAJOR",   "__GXX_",       "THRUST_VERSION", "CUB_VERSION",
      "CUDNN_VERSION", "CUDNN_MAJOR",  "THRUST_MAJOR", "THRUST_MINOR"};
  return exact.contains(name) || std::any_of(std::begin(prefixes), std::end(prefixes),
                                             [&](std::string_view one) { return name.starts_with(one); });
}

/// Is it defined whoever compiles, or by what tells the sides apart: may one ask for it with `#ifdef`?
bool isDefinedForAll(std::string_view name) {
  static const Words names = {"__CUDA_ARCH__",        "__GNUC__",       "__GNUC_MINOR__",       "__GNUC_PATCHLEVEL__",
                              "__cplusplus",          "CUDART_VERSION", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__",
                              "__CUDACC_VER_BUILD__", "__VERSION__"};
  return names.contains(name) || name.starts_with("__has_");
}

struct Cause {
  std::string name;   ///< what is named
  std::string macro;  ///< of the compiler, that decides what it is
  SourcePosition at;  ///< where that is said
};

/// Something that the AST of the unit declares outside of functions.
struct Entity {
  std::vector<std::string> names;  ///< that others mention it by
  size_t file = 0, begin = 0, end = 0;
  size_t before = 0;  ///< where attributes in front of it may begin
  Words words;
  const clang::FunctionDecl* kernel = nullptr;  ///< as its canonical declaration
  bool isHost = false, isNamed = true;
};

class UnitTexts {
 public:
  explicit UnitTexts(const frontend::ParsedUnit& unit) : text_(unit) {
    for (const std::string& file : frontend::projectFiles(unit)) {
      const Result<std::string> text = unit.text(file);
      if (text.ok()) texts.emplace_back(file, ConditionalText(*text));
    }
    if (!asksCompilers()) return;
    findUnread(unit.ast().Idents);
    for (const clang::Decl* declaration : unit.ast().getTraversalScope()) visit(*declaration);
  }

  std::vector<std::pair<std::string, ConditionalText>> texts;
  std::vector<Entity> entities;

  /// Does the place stand where this project's flags let no compiler read: what is asked for is a macro that nothing
  /// defines, not even compilers, or an older toolkit?
  bool isUnread(size_t file, size_t offset) const {
    return std::ranges::any_of(unread_[file],
                               [&](const auto& one) { return one.first <= offset && offset < one.second; });
  }

 private:
  void findUnread(const clang::IdentifierTable& identifiers) {
    const auto isNever = [&](const std::string& name) {
      const auto known = identifiers.find(name);
      const bool isDefined = known != identifiers.end() && known->second->hadMacroDefinition();
      return !isDefined && !name.empty() && name.front() != '_' && !isCompilers(name);
    };
    for (const auto& [name, text] : texts) {
      std::vector<std::pair<size_t, size_t>>& unread = unread_.emplace_back();
      for (const ConditionalGroup& group : text.groups) {
        if (group.isNever || std::ranges::any_of(group.required, isNever)) unread.emplace_back(group.begin, group.end);
      }
    }
  }

  bool asksCompilers() const {
    const auto any = [](const Words& words) { return std::any_of(words.begin(), words.end(), isCompilers); };
    return std::any_of(texts.begin(), texts.end(), [&](const auto& file) {
      const ConditionalText& text = file.second;
      return any(wordsOf(text.plain)) ||
             std::any_of(text.macros.begin(), text.macros.end(), [&](const auto& one) { return any(one.body); }) ||
             std::any_of(text.groups.begin(), text.groups.end(),
                         [&](const auto& one) { return any(one.asked) || any(one.askedIfDefined); });
    });
  }

  void visit(const clang::Decl& declaration) {
    using namespace clang;
    const bool nests = llvm::isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration);
    if (!nests && !text_.isInProject(declaration.getLocation())) return;
    if (!nests && !declaration.isImplicit()) add(declaration);
    const Decl* inner = &declaration;
    if (const auto* pattern = llvm::dyn_cast<ClassTemplateDecl>(inner)) inner = pattern->getTemplatedDecl();
    if (!nests && !llvm::isa<RecordDecl>(inner)) return;
    const auto& context = *llvm::cast<DeclContext>(inner);
    if (inner->isFromASTFile() && text_.isInProject(inner->getLocation())) context.decls_begin();
    for (const Decl* member : context.noload_decls()) visit(*member);
  }

  void add(const clang::Decl& declaration) {
    using namespace clang;
    const auto* pattern = llvm::dyn_cast<TemplateDecl>(&declaration);
    const Decl* meant = pattern && pattern->getTemplatedDecl() ? pattern->getTemplatedDecl() : &declaration;
    if (llvm::isa<FieldDecl, AccessSpecDecl>(meant)) return;
    Entity entity;
    const SourceRange place = text_.range(declaration.getSourceRange());
    const auto file =
        std::find_if(texts.begin(), texts.end(), [&](const auto& one) { return one.first == place.begin.file; });
    if (!place.isValid() || file == texts.end()) return;
    entity.file = static_cast<size_t>(file - texts.begin());
    entity.begin = file->second.offsetOf(place.begin.line, place.begin.column);
    entity.end = file->second.offsetOf(place.endLine, place.endColumn);
    const size_t other =
        entity.begin == 0 ? std::string::npos : file->second.plain.find_last_of(";{}", entity.begin - 1);
    entity.before = other == std::string::npos ? 0 : other + 1;
    // Behind what is declared first, others of the same statement may stand.
    entity.words = wordsOf(file->second.between(entity.before, entity.end));
    name(*meant, entity);
    entities.push_back(std::move(entity));
  }

  static void name(const clang::Decl& declaration, Entity& entity) {
    using namespace clang;
    const auto* named = llvm::dyn_cast<NamedDecl>(&declaration);
    if (named && named->getIdentifier()) entity.names.push_back(named->getName().str());
    if (const auto* values = llvm::dyn_cast<EnumDecl>(&declaration)) {
      for (const EnumConstantDecl* one : values->enumerators()) entity.names.push_back(one->getName().str());
    }
    const auto* function = llvm::dyn_cast<FunctionDecl>(&declaration);
    if (!function) {
      entity.isNamed = !llvm::isa<UsingDirectiveDecl>(declaration);
      return;
    }
    if (function->hasAttr<CUDAGlobalAttr>()) {
      entity.kernel = function->getCanonicalDecl();
      entity.names.clear();
    } else {
      entity.isHost = !function->hasAttr<CUDADeviceAttr>();
    }
    // What makes, destroys and converts objects, and operators, are called without a name: whoever names the class.
    const auto* method = llvm::dyn_cast<CXXMethodDecl>(function);
    if (entity.names.empty() && method) entity.names.push_back(method->getParent()->getNameAsString());
    if (entity.names.empty() && !entity.kernel) entity.isNamed = false;
  }

  SourceText text_;
  std::vector<std::vector<std::pair<size_t, size_t>>> unread_;  ///< by file
};

/// Is it the head of a function of the device alone, as far as it is spelled out? `macros`: words that may say more.
bool isDeviceHead(std::string_view head, const Words& macros) {
  const Words words = wordsOf(head);
  const auto isIn = [&](const std::string& word) { return macros.contains(word); };
  const size_t first = head.find_first_not_of(" \t\r\n");
  constexpr std::string_view starts[] = {"__device__", "static", "inline", "__forceinline__", "template"};
  const bool begins = first != std::string_view::npos && std::ranges::any_of(starts, [&](std::string_view one) {
                        return head.substr(first).starts_with(one);
                      });
  return begins && words.contains("__device__") && !words.contains("__host__") && !words.contains("__attribute__") &&
         head.find(')') != std::string_view::npos && std::ranges::none_of(words, isIn);
}

/// Blanks for functions with their bodies, of a text outside of functions, that no host code calls.
void dropDeviceFunctions(std::string& code, const Words& macros) {
  size_t start = 0;
  for (size_t at = code.find_first_of(";{}"); at != std::string::npos; at = code.find_first_of(";{}", start)) {
    size_t end = at + 1;
    for (int depth = code[at] == '{' ? 1 : 0; depth > 0 && end < code.size(); ++end)
      depth += code[end] == '{' ? 1 : code[end] == '}' ? -1 : 0;
    const std::string_view head = std::string_view(code).substr(start, at - start);
    const Words words = wordsOf(head);
    const bool isScope = code[at] == '{' && (words.contains("namespace") || words.contains("extern"));
    const bool isDevice = code[at] == '{' && isDeviceHead(head, macros);
    if (isDevice)
      std::fill(code.begin() + static_cast<std::ptrdiff_t>(start), code.begin() + static_cast<std::ptrdiff_t>(end),
                ' ');
    start = isScope ? at + 1 : end;
  }
}

/// What hangs on the macros of compilers that are looked at.
class Dependence {
 public:
  Dependence(const UnitTexts& unit, bool isOfHost) : unit_(unit), isOfHost_(isOfHost) {
    isRegion_.resize(unit.texts.size());
    for (size_t f = 0; f < unit.texts.size(); ++f) isRegion_[f].resize(unit.texts[f].second.groups.size());
    isDependent_.resize(unit.entities.size());
    while (!all && grows()) {
    }
    if (isOfHost_ && !all) lookAtHost();
    for (size_t f = 0; f < unit.texts.size() && !all; ++f) {
      if (unit.texts[f].second.splitsNames && !names_.empty()) all = {"a name", names_.begin()->second.macro, at(f, 0)};
    }
  }

  std::optional<Cause> all;                             ///< everything, for this
  std::map<const clang::FunctionDecl*, Cause> kernels;  ///< those for themselves

 private:
  bool grows() {
    hasGrown_ = false;
    for (size_t f = 0; f < unit_.texts.size(); ++f) lookAtText(f);
    for (size_t e = 0; e < unit_.entities.size(); ++e) {
      if (!isDependent_[e]) lookAtEntity(e);
    }
    return hasGrown_;
  }

  SourcePosition at(size_t file, size_t offset) const {
    const auto& [name, text] = unit_.texts[file];
    return {name, static_cast<uint32_t>(text.lineOf(offset)), 1};
  }

  /// What makes a word another one elsewhere.
  std::optional<Cause> causeOf(const std::string& word, size_t file, size_t offset) const {
    // `__CUDA_ARCH_LIST__` is defined on both sides.
    const bool tellsSides = word.starts_with(archPrefix) && word != "__CUDA_ARCH_LIST__";
    if (isCompilers(word) && !(isOfHost_ && tellsSides)) return Cause{word, word, at(file, offset)};
    const auto known = names_.find(word);
    return known == names_.end() ? std::nullopt : std::optional(Cause{word, known->second.macro, known->second.at});
  }

  std::optional<Cause> causeIn(const Words& words, size_t file, size_t offset) const {
    for (const std::string& word : words) {
      if (auto cause = causeOf(word, file, offset)) return cause;
    }
    return std::nullopt;
  }

  void addName(const std::string& name, const Cause& cause) {
    hasGrown_ = names_.emplace(name, cause).second || hasGrown_;
  }

  void lookAtText(size_t f) {
    const ConditionalText& text = unit_.texts[f].second;
    for (const WrittenMacro& macro : text.macros) {
      if (names_.contains(macro.name) || unit_.isUnread(f, macro.offset)) continue;
      std::optional<Cause> cause = causeIn(macro.body, f, macro.offset);
      if (!cause) cause = causeOfPasted(macro);
      if (cause) addName(macro.name, {macro.name, cause->macro, at(f, macro.offset)});
    }
    for (size_t g = 0; g < text.groups.size(); ++g) {
      const ConditionalGroup& group = text.groups[g];
      if (isRegion_[f][g] || unit_.isUnread(f, group.begin)) continue;
      std::optional<Cause> cause = causeIn(group.asked, f, group.begin);
      for (const std::string& word : group.askedIfDefined) {
        if (!cause && !isDefinedForAll(word)) cause = causeOf(word, f, group.begin);
      }
      if (!cause) continue;
      isRegion_[f][g] = true;
      hasGrown_ = true;
      lookAtRegion(f, group.begin, group.end, {cause->name, cause->macro, at(f, group.begin)});
    }
  }

  std::optional<Cause> causeOfPasted(const WrittenMacro& macro) const {
    if (names_.empty() || (macro.pasted.empty() && !macro.pastesParameters)) return std::nullopt;
    if (macro.pastesParameters) return names_.begin()->second;
    for (const auto& [name, cause] : names_) {
      const auto isPiece = [&](const std::string& one) { return name.starts_with(one) || name.ends_with(one); };
      if (std::any_of(macro.pasted.begin(), macro.pasted.end(), isPiece)) return cause;
    }
    return std::nullopt;
  }

  bool isInEntity(size_t file, size_t offset) const {
    return std::ranges::any_of(
        unit_.entities, [&](const Entity& one) { return one.file == file && one.begin < offset && offset < one.end; });
  }

  void lookAtRegion(size_t f, size_t begin, size_t end, const Cause& cause) {
    const ConditionalText& text = unit_.texts[f].second;
    const auto isInside = [&](size_t offset) { return begin <= offset && offset < end; };
    for (const WrittenMacro& macro : text.macros) {
      if (isInside(macro.offset)) addName(macro.name, cause);
    }
    if (std::any_of(text.layouts.begin(), text.layouts.end(), isInside)) all = cause;
    for (const ConditionalText::Include& include : text.includes) {
      if (isInside(include.offset)) lookAtInclude(include, cause);
    }
    regions_.push_back({f, begin, end, cause});
    if (isInEntity(f, begin)) return;
    const DeclaredNames declared = declaredIn(text.between(begin, end));
    if (!declared.isKnown) all = cause;
    for (const std::string& name : declared.names) addName(name, cause);
  }

  void lookAtInclude(const ConditionalText::Include& include, const Cause& cause) {
    const std::filesystem::path name = std::filesystem::path(include.name).filename();
    bool isRead = false;
    for (size_t f = 0; f < unit_.texts.size(); ++f) {
      if (std::filesystem::path(unit_.texts[f].first).filename() != name) continue;
      isRead = true;
      if (included_.insert(f).second) lookAtRegion(f, 0, unit_.texts[f].second.plain.size(), cause);
    }
    static const Words ofCompilers = {"omp.h", "intrin.h", "immintrin.h", "x86intrin.h"};
    if (!isRead && include.isQuoted && !ofCompilers.contains(name.string())) all = cause;
  }

  void lookAtEntity(size_t e) {
    const Entity& entity = unit_.entities[e];
    std::optional<Cause> cause = causeIn(entity.words, entity.file, entity.begin);
    for (const Region& region : regions_) {
      if (cause || region.file != entity.file) continue;
      const size_t begin = std::max(region.begin, entity.before), end = std::min(region.end, entity.end);
      if (begin >= end) continue;
      const std::string_view shared = unit_.texts[entity.file].second.between(begin, end);
      if (shared.find_first_not_of(" \t\r\n\v\f\\") != std::string_view::npos) cause = region.cause;
    }
    if (!cause && !isOfHost_ && !entity.isHost) cause = launchedBy(entity);
    if (!cause) return;
    isDependent_[e] = true;
    hasGrown_ = true;
    if (!entity.isNamed) all = cause;
    if (entity.kernel) kernels.emplace(entity.kernel, *cause);
    if (entity.kernel) return;
    const Cause own{"", cause->macro, at(entity.file, entity.begin)};
    for (const std::string& name : entity.names) addName(name, own);
  }

  /// Of the kernels that a kernel launches.
  std::optional<Cause> launchedBy(const Entity& entity) const {
    for (const auto& [kernel, cause] : kernels) {
      if (kernel != entity.kernel && entity.words.contains(kernel->getNameAsString())) return cause;
    }
    return std::nullopt;
  }

  /// What host code does decides how kernels are launched, and what with.
  void lookAtHost() {
    for (size_t e = 0; e < unit_.entities.size() && !all; ++e) {
      const Entity& entity = unit_.entities[e];
      if (!entity.isHost || !isDependent_[e]) continue;
      all = causeIn(entity.words, entity.file, entity.begin);
      for (const Region& region : regions_) {
        const bool isIn = region.file == entity.file && region.begin < entity.end && entity.before < region.end;
        if (!all && isIn) all = region.cause;
      }
    }
    for (size_t f = 0; f < unit_.texts.size() && !all; ++f) {
      for (const ConditionalGroup& group : unit_.texts[f].second.groups) {
        if (unit_.isUnread(f, group.begin)) continue;
        if (group.asked.contains("__CUDA_ARCH__") || group.askedIfDefined.contains("__CUDA_ARCH__"))
          lookAtOtherSide(f, group);
      }
    }
  }

  bool isRead(const std::string& included) const {
    const std::filesystem::path name = std::filesystem::path(included).filename();
    return std::ranges::any_of(unit_.texts,
                               [&](const auto& one) { return std::filesystem::path(one.first).filename() == name; });
  }

  /// Code that the side which was read does not have, and that is not the device's alone.
  void lookAtOtherSide(size_t f, const ConditionalGroup& group) {
    std::string code(unit_.texts[f].second.between(group.begin, group.end));
    for (const Entity& one : unit_.entities) {
      if (one.file != f || one.end <= group.begin || group.end <= one.begin || one.isHost) continue;
      const size_t begin = std::max(one.begin, group.begin) - group.begin;
      std::fill(code.begin() + static_cast<std::ptrdiff_t>(begin),
                code.begin() + static_cast<std::ptrdiff_t>(std::min(one.end, group.end) - group.begin), ' ');
    }
    Words macros;
    for (const auto& [name, text] : unit_.texts) {
      for (const WrittenMacro& macro : text.macros) macros.insert(macro.name);
    }
    if (!isInEntity(f, group.begin)) dropDeviceFunctions(code, macros);
    const std::optional<Cause> cause = causeIn(wordsOf(code), f, group.begin);
    if (cause) all = cause;
    for (const ConditionalText::Include& include : unit_.texts[f].second.includes) {
      const bool isIn = group.begin < include.offset && include.offset < group.end && include.isQuoted;
      if (!all && isIn && !isRead(include.name)) all = Cause{"__CUDA_ARCH__", "__CUDA_ARCH__", at(f, include.offset)};
    }
  }

  struct Region {
    size_t file, begin, end;
    Cause cause;
  };

  const UnitTexts& unit_;
  const bool isOfHost_;
  bool hasGrown_ = false;
  std::map<std::string, Cause> names_;
  std::vector<std::vector<bool>> isRegion_;
  std::vector<bool> isDependent_;
  std::vector<Region> regions_;
  std::set<size_t> included_;
};

struct UnitDependence {
  std::optional<Cause> all;
  std::map<const clang::FunctionDecl*, Cause> kernels;
};

UnitDependence dependenceOf(const frontend::ParsedUnit& unit) {
  const UnitTexts texts(unit);
  if (texts.entities.empty()) return {};
  UnitDependence found;
  found.all = Dependence(texts, true).all;
  if (found.all) return found;
  Dependence device(texts, false);
  found.all = std::move(device.all);
  found.kernels = std::move(device.kernels);
  return found;
}

}  // namespace

Message whyCompilerDependent(const frontend::ParsedUnit& unit, const clang::FunctionDecl& kernel) {
  const auto& found = frontend::keptFact<UnitDependence>(unit, [&] { return dependenceOf(unit); });
  const clang::FunctionDecl* written = kernel.getTemplateInstantiationPattern();
  const auto own = found.kernels.find((written ? written : &kernel)->getCanonicalDecl());
  if (!found.all && own == found.kernels.end()) return {};
  const Cause& cause = found.all ? *found.all : own->second;
  const Message rest(" hangs on %1: other compilers, flags or devices may read other code than was read here.",
                     code(cause.macro));
  if (cause.name == cause.macro) return Message("What %1 says", lineText(cause.at)) + rest;
  return Message("What %1 is, at %2,", code(cause.name), lineText(cause.at)) + rest;
}

}  // namespace warpwright::model
