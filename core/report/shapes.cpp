#include "core/report/shapes.h"

namespace warpwright {
namespace {

// Holes are even-odd sub-paths instead of masks, which small SVG renderers lack.
constexpr ShapeInfo shapes[] = {
    {Shape::applicable, "applicable", "applicable", "◆", "ok",
     R"(<path fill="currentColor" d="M8 1 15 8 8 15 1 8Z"/>)"},
    {Shape::refused, "refused", "refused", "⊗", "refused",
     R"(<circle cx="8" cy="8" r="6.1" fill="none" stroke="currentColor" stroke-width="1.7"/>)"
     R"(<path d="M5.3 5.3 10.7 10.7M10.7 5.3 5.3 10.7" fill="none" stroke="currentColor" stroke-width="1.7"/>)"},
    {Shape::unknown, "unknown", "unknown", "?", "unknown",
     R"(<rect x="1.9" y="1.9" width="12.2" height="12.2" rx="2.8" fill="none" )"
     R"(stroke="currentColor" stroke-width="1.7"/>)"
     R"(<path d="M5.9 6.3C5.9 5.1 6.8 4.4 8 4.4S10.1 5.1 10.1 6.2C10.1 7.6 8 7.6 8 9.2" fill="none" )"
     R"(stroke="currentColor" stroke-width="1.6"/><circle cx="8" cy="11.3" r="1.05" fill="currentColor"/>)"},
    {Shape::identical, "identical", "identical", "✓", "ok",
     R"(<path fill="currentColor" fill-rule="evenodd" d="M8 1A7 7 0 1 0 8 15A7 7 0 1 0 8 1ZM6.9 11.5 3.6 8.2 )"
     R"(4.9 6.9 6.9 8.9 11.1 4.7 12.4 6Z"/>)"},
    {Shape::differs, "differs", "differs", "✕", "error",
     R"(<path fill="currentColor" fill-rule="evenodd" d="M1.5 1.5H14.5V14.5H1.5ZM5.2 4 4 5.2 6.8 8 4 10.8 5.2 12 )"
     R"(8 9.2 10.8 12 12 10.8 9.2 8 12 5.2 10.8 4 8 6.8Z"/>)"},
    {Shape::notDone, "not-done", "not done yet", "○", "muted",
     R"(<circle cx="8" cy="8" r="6.1" fill="none" stroke="currentColor" stroke-width="1.7" )"
     R"(stroke-dasharray="2.4 2.39"/>)"},
    {Shape::skipped, "skipped", "skipped", "–", "muted", R"(<path fill="currentColor" d="M4 7.1H12V8.9H4Z"/>)"},
    {Shape::faster, "faster", "FASTER", "▲", "ok", R"(<path fill="currentColor" d="M8 2 15 14H1Z"/>)"},
    {Shape::slower, "slower", "SLOWER", "▼", "error", R"(<path fill="currentColor" d="M8 14 1 2H15Z"/>)"},
    {Shape::same, "same", "SAME", "=", "refused",
     R"(<path fill="currentColor" d="M1.5 4.3H14.5V6.6H1.5ZM1.5 9.4H14.5V11.7H1.5Z"/>)"},
    {Shape::unsure, "unsure", "UNSURE", "~", "unknown",
     R"(<path d="M1.5 9.6C3.5 5.4 5.8 5.4 8 8S12.5 10.6 14.5 6.4" fill="none" stroke="currentColor" )"
     R"(stroke-width="2"/>)"},
    {Shape::warning, "warning", "warning", "!", "unknown",
     R"(<path d="M8 2 14.6 13.8H1.4Z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>)"
     R"(<path d="M8 6.2V9.8" fill="none" stroke="currentColor" stroke-width="1.6"/>)"
     R"(<circle cx="8" cy="11.7" r="0.95" fill="currentColor"/>)"},
    {Shape::running, "running", "running", "…", "accent",
     R"(<path d="M8 1.9A6.1 6.1 0 1 1 1.9 8" fill="none" stroke="currentColor" stroke-width="2"/>)"},
    {Shape::limit, "limit", "limit", "◂", "unknown", R"(<path fill="currentColor" d="M11 3V13L4 8Z"/>)"},
};

}  // namespace

const ShapeInfo& shapeInfo(Shape shape) {
  return shapes[static_cast<size_t>(shape)];
}

std::span<const ShapeInfo> allShapes() {
  return shapes;
}

Shape shapeOf(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::applicable:
      return Shape::applicable;
    case VerdictKind::refused:
      return Shape::refused;
    case VerdictKind::unknown:
      break;
  }
  return Shape::unknown;
}

std::string svgFile(Shape shape) {
  return R"(<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">)" +
         std::string(shapeInfo(shape).drawing) + "</svg>\n";
}

}  // namespace warpwright
