#include "core/report/html_style.h"

#include "core/report/tokens.h"

namespace warpwright {
namespace {

constexpr const char* layout = R"css(
*{box-sizing:border-box}
html{font:15px/1.5 "Noto Sans",system-ui,"Segoe UI",sans-serif;background:var(--surface);color:var(--text);
 scroll-padding-top:16px;-webkit-text-size-adjust:100%}
body{margin:0}
a{color:var(--accent);text-underline-offset:2px}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px;
  border-radius:2px}
code,pre,.diff,.src,.mono{font-family:Hack,"DejaVu Sans Mono","Noto Sans Mono",monospace}
code,.mono{font-size:.87em;overflow-wrap:anywhere}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 6px;text-wrap:balance}
h2{font-size:1.2rem;margin:40px 0 10px}
h3{font-size:1rem;margin:0}
p{margin:0 0 8px}
.muted,.cond{color:var(--muted)}
.cond{font-size:.93rem;margin:0 0 18px}
.s{width:14px;height:14px;vertical-align:-2px;flex:none}
.v{white-space:nowrap}
.c-ok{color:var(--ok)}.c-refused{color:var(--refused)}.c-unknown{color:var(--unknown)}.c-error{color:var(--error)}
.c-muted{color:var(--muted)}.c-accent{color:var(--accent)}
.odd{color:var(--error);border:1px solid;border-radius:3px;font-size:.8em;padding:0 2px}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;padding:10px 24px;background:var(--raised);
 border-bottom:1px solid var(--line)}
header b{font-size:1.05rem}header .end{margin-left:auto;display:flex;flex-wrap:wrap;gap:4px 20px;color:var(--muted);
  font-size:.93rem}
.page{display:grid;grid-template-columns:248px minmax(0,1fr);min-height:calc(100vh - 46px)}
nav{background:var(--raised);border-right:1px solid var(--line);padding:28px 20px 28px 24px;font-size:.93rem}
nav .in{position:sticky;top:28px}
nav a{display:block;color:var(--text);text-decoration:none;padding:3px 0}
nav a:hover{text-decoration:underline}
nav .t{font-weight:600;margin-top:12px}
nav .k{padding-left:14px;display:flex;gap:8px;align-items:baseline;min-width:0}
nav .k span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
main{padding:26px 36px 60px;max-width:1192px;min-width:0}
.figures{display:grid;grid-template-columns:repeat(4,1fr);border:1px solid var(--line);border-radius:4px;
  margin:0 0 20px}
.figures div{padding:12px 18px}
.figures div+div{border-left:1px solid var(--line)}
.figures strong{display:block;font-size:1.45rem;line-height:1.3;font-variant-numeric:tabular-nums}
.figures strong .s{width:20px;height:20px;vertical-align:-2px}
.figures strong .v+.v{margin-left:14px}
.figures span.l{color:var(--muted);font-size:.9rem}
.scroll{overflow-x:auto;max-width:100%}
table.t{border-collapse:collapse;width:100%;font-size:.95rem}
.t th{text-align:left;font-size:.85rem;font-weight:600;color:var(--muted);padding:6px 14px 6px 8px;
  border-bottom:2px solid var(--line);
 white-space:nowrap;vertical-align:bottom}
.t td{padding:9px 14px 9px 8px;border-bottom:1px solid var(--line);vertical-align:top}
.t th:last-child,.t td:last-child{padding-right:8px}
.t .r{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.t small,.sub{display:block;color:var(--muted);font-size:.85rem}
.t .mono{overflow-wrap:normal}
.t .why{min-width:260px}
.bar{display:block;width:190px;height:26px}
.bar text{font-size:11px;font-weight:400;fill:var(--muted)}
.box{border:1px solid var(--line);border-radius:4px;background:var(--raised);padding:12px 16px;margin:20px 0 0}
.box dl,dl.env{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 20px;margin:0}
dt{color:var(--muted)}dd{margin:0;min-width:0;overflow-wrap:anywhere}
.kernel{border-top:1px solid var(--line);padding-top:22px;margin-top:30px}
.kernel>.head{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline;margin:0 0 4px}
.kernel>.head h2{margin:0;font-size:1.15rem}
.pair{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:24px;margin:16px 0 0;align-items:start}
.pair ul,.why ul{margin:4px 0 8px;padding-left:18px}
.code{border:1px solid var(--line);border-radius:4px;overflow:hidden}
.code>.name{background:var(--raised);border-bottom:1px solid var(--line);padding:5px 12px;font-size:.87rem}
.diff,.src{border-collapse:collapse;font-size:12.5px;line-height:1.55;width:100%;tab-size:4}
.diff td,.src td{padding:0 6px;white-space:pre;vertical-align:top}
.diff .n,.src .n{color:var(--muted);text-align:right;user-select:none;min-width:34px}
.diff .g{font-weight:700;width:18px;text-align:center;user-select:none}
.diff .k,.src .k{width:100%}
.diff .add td{background:var(--add)}.diff .rem td{background:var(--rem)}
.diff .add .g{color:var(--ok)}.diff .rem .g{color:var(--error)}
.diff .skip td{background:var(--raised);color:var(--muted);border-block:1px solid var(--line);padding:1px 12px}
.diff tr:first-child.skip td{border-top:0}
.src tr:target td,.src .mark td{background:var(--select)}
.src .m{width:20px}
.kw{color:var(--syntax-keyword)}.ty{color:var(--syntax-type)}.cu{color:var(--syntax-cuda)}
  .st{color:var(--syntax-string)}
.nu{color:var(--syntax-number)}.co{color:var(--syntax-comment)}.pp{color:var(--syntax-preprocessor)}
details{margin:14px 0 0}summary{cursor:pointer;color:var(--accent)}details .code{margin-top:8px}
.note{overflow-wrap:anywhere;border-left:3px solid var(--unknown);background:var(--tint-unknown);padding:8px 14px;
  margin:14px 0}
.note.bad{border-color:var(--error);background:var(--tint-error)}
@media (max-width:1000px){
 .page{display:block}nav{border-right:0;border-bottom:1px solid var(--line);padding:12px 24px}
 nav .in{position:static;display:flex;flex-wrap:wrap;gap:2px 20px}nav .t{margin:0}nav .k{padding:3px 0;max-width:100%}
 main{padding:22px 24px 48px}.pair{grid-template-columns:minmax(0,1fr)}
}
@media (max-width:720px){
 .figures{grid-template-columns:1fr 1fr}.figures div:nth-child(3){border-left:0}
 .figures div:nth-child(n+3){border-top:1px solid var(--line)}
 header,main,nav{padding-left:16px;padding-right:16px}header .end{margin-left:0}
 h1{font-size:1.4rem}.figures div{padding:10px 12px}.figures strong{font-size:1.2rem}
 .figures strong .s{width:16px;height:16px}
 .figures strong .v+.v{margin-left:8px}
 .box dl,dl.env{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:8px}nav .k{display:none}
}
@media print{
 html{font-size:11px;background:#fff}nav,header .links{display:none}.page{display:block}main{padding:0;max-width:none}
 header{background:none;padding:0 0 8px;margin-bottom:16px}
 .scroll,.code{overflow:visible}.diff td,.src td{white-space:pre-wrap;overflow-wrap:anywhere}
 tr,.figures,.box,h2,h3,.head{break-inside:avoid}h2,h3,.head{break-after:avoid}
 a[href^="http"]::after{content:" (" attr(href) ")"}
 .diff td,.figures,.note{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
)css";

}  // namespace

std::string reportStyle() {
  // Paper is white whatever the screen prefers.
  std::string light = cssVariables();
  light = light.substr(0, light.find('\n'));
  return cssVariables() + layout + "@media print{" + light + "}\n";
}

}  // namespace warpwright
