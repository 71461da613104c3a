/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the head of the report page (HTML) with its style sheet. A policy (CSP) forbids scripts and anything from
 * elsewhere. A printed page is light whatever the screen is.
 *
 * A table or picture that is wider than the page scrolls inside a box of its own (.scroll), so that the page fits a
 * telephone. The box has a coloured edge on the side where more is hidden. For this it has four background layers: two
 * edges, which stay at the sides of the box (scroll), and above them two covers in the colour of the page, which move
 * with the content (local). At an end of the content the cover lies over the edge. Pictures have no background, so that
 * these layers are seen.
 */
#include "evaluator/plot/page/page_parts.h"

const char page_style[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\" />\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
	"<meta name=\"color-scheme\" content=\"light dark\" />\n"
	"<style>\n"
	":root { --paper: #fff; --ink: #1a1a1a; --faint: #dedede; --black: #333; --quiet: #555; --rule: #bbb; "
	"--wrong: #d55e00; --sound: #0072b2 }\n"
	"@media screen and (prefers-color-scheme: dark) { :root { --paper: #17191c; --ink: #e8e8e8; --faint: #3b3f45; "
	"--black: #d0d0d0; --quiet: #b4b4b4; --rule: #5a5f66; --wrong: #ff8a3d; --sound: #56b4e9 } }\n"
	"body { font: 16px/1.45 sans-serif; color: var(--ink); background: var(--paper); max-width: 76rem; "
	"margin: 2rem auto; padding: 0 1rem }\n"
	"h1, h2, p, li, dd, figcaption, code { overflow-wrap: anywhere }\n"
	".scroll { overflow-x: auto; margin: 1rem 0; background: "
	"linear-gradient(to right, var(--paper) 50%, transparent) left / 3rem 100% no-repeat local, "
	"linear-gradient(to left, var(--paper) 50%, transparent) right / 3rem 100% no-repeat local, "
	"linear-gradient(to right, var(--sound) 3px, transparent) left / 1.2rem 100% no-repeat scroll, "
	"linear-gradient(to left, var(--sound) 3px, transparent) right / 1.2rem 100% no-repeat scroll }\n"
	".scroll rect[x='0'][y='0'], .fabric > rect:first-of-type { fill-opacity: 0 !important }\n"
	"table { border-collapse: collapse }\n"
	"th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap "
	"}\n"
	"th:first-child, td:first-child, .words { text-align: left }\n"
	".scroll th:first-child, .scroll td:first-child { position: sticky; left: 0; background: var(--paper) }\n"
	"th[scope=row] { white-space: normal; min-width: 6rem }\n"
	".words { white-space: normal; min-width: 8rem }\n"
	"#about th { min-width: 0; vertical-align: top } #about th, #about td { border: 0; padding: 0 1rem 0 0 }\n"
	".best { font-weight: bold }\n.best::after { content: ' \\2605' }\n"
	".wrong { font-weight: bold; border-left: .4rem solid var(--wrong); padding-left: .6rem }\n"
	".sound { border-left: .4rem solid var(--sound); padding-left: .6rem }\n"
	"dt { font-weight: bold }\nfigure { margin: 2rem 0 }\n"
	"svg { width: 100%; max-width: 62rem; min-width: 40rem; height: auto }\n"
	"svg.fabric { max-width: none }\n"
	"figcaption { color: var(--quiet) }\n"
	"@media (max-width: 40rem) { h1 { font-size: 1.5rem } dd { margin-left: 1rem } body { margin: 1rem auto } "
	"th, td { padding: .25rem .5rem } }\n"
	"@media print { .scroll { background: none } }\n"
	"</style>\n";
