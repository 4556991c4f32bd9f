"""The style sheet of emails: light by day, and dark for readers whose mail program asks for it.

Mail programs support little CSS: no variables, no grid, no negative margins. The style is copied into the tags
(`inline_css`), so rules for the night need `!important`. Pictures and cards keep their daytime colors.

Lines of moves have a relative height: Claws Mail draws text larger than specified, so lines with a height in px would
overlap.
"""

from typing import Final

SAND: Final = "#ebe3d0"
PAPER: Final = "#fdfaf2"
INK: Final = "#1b2233"
NAVY: Final = "#141b2b"
LIGHT: Final = "#f3ead6"
SOFT: Final = "#b9b3a2"
BRASS: Final = "#f2bd5c"
"""Colors of backgrounds and of text on dark ones; they also appear in attributes, for programs with little CSS."""

STYLE: Final = """
body { margin: 0; background: #ebe3d0; -webkit-text-size-adjust: 100%; }
.ground { background: #ebe3d0; color: #1b2233; font: 16px/1.4 Arial, Helvetica, sans-serif; }
.around { padding: 16px 0; }
.paper { max-width: 600px; width: 100%; background: #fdfaf2; text-align: left; overflow-wrap: anywhere; }
.in { padding: 4px 20px 16px; }
h1 { margin: 2px 0; font: bold 22px/26px Georgia, serif; }
h2 { margin: 0; font: bold 17px/22px Georgia, serif; }
.alone { margin: 18px 0 4px; padding-top: 6px; border-top: 2px solid #1b2233; }
p, ul, pre { margin: 8px 0; }
ul { padding-left: 18px; }
.in td { padding: 2px 14px 2px 0; }
th { padding: 2px 14px 2px 0; text-align: left; font-weight: normal; color: #5c5747; }
p.code { font: 700 24px/1.4 Menlo, Consolas, monospace; }
pre { font: 13px/1.5 Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: #8a5a0a; text-decoration: underline; }
.soft { color: #5c5747; font-size: 14px; }
.in .gap { padding: 0; font-size: 1px; line-height: 8px; }
.in .button { padding: 0; mso-padding-alt: 13px 12px; border-radius: 4px; background: #1b2233; text-align: center; }
.button { color: #fdfaf2; }
.button a { display: block; padding: 13px 12px; font-weight: bold; color: #fdfaf2; text-decoration: none; }
img { display: block; width: 100%; max-width: 100%; height: auto; border: 0; }
.masthead { background: #141b2b; color: #f3ead6; }
.masthead td { padding: 12px 20px; vertical-align: top; }
.masthead .due { width: 128px; padding-left: 0; text-align: right; font-size: 13px; line-height: 17px; color: #b9b3a2; }
.masthead b { font-size: 17px; line-height: 24px; color: #f2bd5c; }
.label { font-size: 13px; line-height: 17px; color: #f2bd5c; }
.masthead .doing { padding-top: 0; font-size: 14px; line-height: 18px; color: #b9b3a2; }
.title { margin: 18px 0 4px; border-top: 2px solid #1b2233; }
.in .title td { padding: 6px 0 0; }
.in .title .beside { padding-left: 10px; text-align: right; font-size: 13px; line-height: 17px; color: #5c5747; }
.news { margin: 8px 0; font-size: 15px; line-height: 20px; }
.news .since { color: #5c5747; }
.held td { padding: 2px 0; font-size: 15px; line-height: 28px; }
.held .what { width: 64px; font-size: 14px; color: #5c5747; }
.chip { display: inline-block; padding: 0 5px; margin: 0 2px 2px 0; border-radius: 4px; border: 2px solid #3a342b; }
.chip { font-size: 14px; line-height: 22px; font-weight: bold; white-space: nowrap; }
.tickets td { padding: 3px 0; font-size: 15px; line-height: 19px; }
.tickets .ring { width: 28px; }
.tickets .end { padding-left: 14px; }
.seat { padding: 0 5px; border: 2px solid #8c8068; border-radius: 3px; font-size: 12px; line-height: 15px; }
.masthead .who { font-size: 13px; line-height: 17px; }
.letter { display: inline-block; width: 18px; border: 2px solid #8a5a0a; border-radius: 11px; color: #8a5a0a; }
.letter { font-size: 12px; line-height: 16px; font-weight: bold; text-align: center; }
.end { text-align: right; font-weight: bold; white-space: nowrap; }
.choices td { padding: 7px 0; vertical-align: middle; border-bottom: 1px solid #d8ccb0; line-height: normal; }
.choices .tile { width: 40px; }
.number { display: inline-block; width: 28px; border-radius: 4px; background: #ebe3d0; color: #1b2233; }
.number { font-size: 15px; line-height: 28px; font-weight: bold; text-align: center; }
.choices a { color: #1b2233; font-weight: bold; }
.choices .end { width: 1px; padding-left: 10px; }
.fold { font-size: 14px; line-height: 20px; }
.counts td, .counts th { padding: 3px 0 3px 8px; text-align: right; font-size: 15px; }
.counts th { font-size: 13px; overflow-wrap: normal; }
.counts .who { padding-left: 0; text-align: left; overflow-wrap: anywhere; }
.scores { margin: 12px 0; }
.scores td { padding: 2px 0; font-size: 15px; line-height: 19px; }
.scores .total { font: bold 20px/24px Georgia, serif; }
.scores .end { padding-left: 10px; }
.in .scores .sum { width: 52px; text-align: right; color: #5c5747; }
.failed { color: #a3231b; }
.small { font-size: 12px; line-height: 18px; color: #5c5747; }
.hash { font: 11px/15px Menlo, Consolas, monospace; word-break: break-all; }
.preheader { display: none; max-height: 0; overflow: hidden; mso-hide: all; }
@media (max-width: 480px) {
  .around { padding: 0 !important; }
  .in { padding: 2px 14px 14px !important; }
  .alone, .title { margin-top: 8px !important; }
  .choices td { padding: 5px 0 !important; }
  .news { margin: 6px 0 !important; }
  .masthead td { padding: 8px 14px !important; }
  .masthead .due { padding-left: 0 !important; }
  .masthead .doing { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  body, .ground { background: #0d1320 !important; color: #f2e8d3 !important; }
  .paper { background: #151d2d !important; }
  .alone, .title { border-color: #b0a994 !important; }
  a { color: #f2bd5c !important; }
  th, .soft, .small, .beside, .since, .held .what { color: #b0a994 !important; }
  .button { background: #2b374d !important; border: 2px solid #f2bd5c !important; color: #f2bd5c !important; }
  .button a, .button font { color: #f2bd5c !important; }
  .card-white, .seat-5 { border-color: #ffffff !important; }
  .card-black { border-color: #8794a8 !important; }
  .masthead { background: #1d2740 !important; }
  .letter { border-color: #f2bd5c !important; color: #f2bd5c !important; }
  .sum { color: #b0a994 !important; }
  .failed { color: #ff8e78 !important; }
  .choices td { border-color: #2b374d !important; }
  .choices a { color: #f2e8d3 !important; }
  .number { background: #2b374d !important; color: #f2e8d3 !important; }
}
"""
