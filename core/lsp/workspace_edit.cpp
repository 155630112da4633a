#include "core/lsp/workspace_edit.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/base/json_text.h"

namespace warpwright::lsp {
namespace {

using nlohmann::json;

bool isInsideLineEnd(std::string_view text, size_t offset) {
  return offset > 0 && offset < text.size() && text[offset - 1] == '\r' && text[offset] == '\n';
}

json textEdits(const FileEdits& file, const std::string& text, PositionEncoding encoding) {
  const TextPlaces places(text, encoding);
  json edits = json::array();
  for (const TextEdit& edit : file.edits) {
    size_t begin = edit.offset, end = begin + edit.length;
    std::string replacement = edit.replacement;
    // Editors have no place between "\r" and "\n": both are replaced then.
    if (isInsideLineEnd(text, end)) {
      ++end;
      replacement += '\n';
    }
    if (isInsideLineEnd(text, begin)) {
      --begin;
      replacement.insert(0, 1, '\r');
    }
    edits.push_back(
        {{"range", rangeJson(places.positionOf(begin), places.positionOf(end))}, {"newText", jsonText(replacement)}});
  }
  return edits;
}

Error staleError(const std::string& path) {
  return Error{ErrorKind::stale,
               std::filesystem::path(path).filename().string() +
                   " has changed since it was looked at. Ask for the change again.",
               std::nullopt};
}

/// Errors: as workspaceEdit.
Result<std::string> textFor(const FileEdits& file, EditorTexts& texts) {
  if (file.creates) return textBefore(file);
  const std::string& text = texts.of(file.file);
  if (hashText(text) != file.textHash) return staleError(file.file);
  return text;
}

json creation(const std::string& uri) {
  return {{"kind", "create"}, {"uri", uri}, {"options", {{"ignoreIfExists", true}}}};
}

}  // namespace

Result<json> workspaceEdit(const Rewrite& rewrite, EditorTexts& texts, EditAbilities abilities) {
  json inOrder = json::array(), byFile = json::object();
  for (const FileEdits& file : rewrite.files) {
    const Result<std::string> text = textFor(file, texts);
    if (!text.ok()) return text.error();
    if (file.creates && !abilities.createsFiles) {
      return Error{ErrorKind::usage,
                   "The change creates " + file.file +
                       ", which this editor does not do. `warpwright rewrite --output FOLDER` writes it.",
                   std::nullopt};
    }
    if (file.creates && !text->empty()) continue;  // it is there already, with this text
    const std::string uri = texts.uri(file.file);
    const json edits = textEdits(file, *text, texts.encoding());
    const OpenDocument* open = texts.document(file.file);
    if (file.creates) inOrder.push_back(creation(uri));
    inOrder.push_back(
        {{"textDocument", {{"uri", uri}, {"version", open ? json(open->version) : json()}}}, {"edits", edits}});
    byFile[uri] = edits;
  }
  if (abilities.documentChanges) return json{{"documentChanges", inOrder}};
  return json{{"changes", byFile}};
}

Result<std::string> diffOf(const Rewrite& rewrite, EditorTexts& texts, const std::string& root) {
  std::string diff;
  for (const FileEdits& file : rewrite.files) {
    const Result<std::string> before = textFor(file, texts);
    if (!before.ok()) return before.error();
    const Result<std::string> after = applyEdits(file, *before);
    if (!after.ok()) return after.error();
    const std::filesystem::path path(file.file);
    const auto below = root.empty() ? path.filename() : path.lexically_relative(root);
    const std::string name = (below.empty() || *below.begin() == ".." ? path.relative_path() : below).string();
    diff += unifiedDiff(*before, *after, file.creates ? noFile : "a/" + name, "b/" + name);
  }
  return diff;
}

}  // namespace warpwright::lsp
