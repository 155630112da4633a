#include "core/report/svg_ink.h"

#include <cmath>

#include "core/base/number_text.h"
#include "core/report/html_text.h"

namespace warpwright {

SvgInk pageInk() {
  return [](std::string_view token) { return "var(--" + std::string(token) + ")"; };
}

SvgInk fileInk(Theme theme) {
  return [theme](std::string_view token) { return hexColor(color(token, theme)); };
}

std::string svgNumber(double value) {
  if (!std::isfinite(value)) return "0";
  std::string number = fixedText(value, 2);
  while (number.back() == '0') number.pop_back();
  if (number.back() == '.') number.pop_back();
  return number == "-0" ? "0" : number;
}

std::string svgDocument(const std::string& drawing, double width, double height, const std::string& title,
                        const std::string& conditions, Theme theme) {
  const std::string w = svgNumber(width), h = svgNumber(height);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w +
         "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " + h +
         "\" font-family=\"Noto Sans, sans-serif\" font-size=\"12\"><title>" + escapeHtml(title) + "</title><desc>" +
         escapeHtml(conditions) + "</desc><rect width=\"" + w + "\" height=\"" + h + "\" fill=\"" +
         hexColor(color("surface", theme)) + "\"/>\n" + drawing + "</svg>\n";
}

}  // namespace warpwright
