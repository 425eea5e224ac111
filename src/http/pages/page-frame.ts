// The frame of the pages for people: one style, no script, nothing from outside. The policy names the style by its hash.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The same tokens as the console's, from the same file. */
const tokens = readFileSync(join(import.meta.dirname, '../../../console/design/tokens.css'), 'utf8');

/** The light tokens exclude those of the dark theme. */
export const lightTokens = tokens.slice(0, tokens.indexOf('@media'));

const style = `${tokens}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 16px/1.6 var(--sans); }
header { background: var(--card); border-bottom: 1px solid var(--line); }
header > div, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.5rem; }
header > div { display: flex; align-items: center; gap: .6rem; min-height: 3.4rem; }
header img { width: 1.65rem; height: 1.65rem; display: block; }
header .name { font-weight: 600; color: inherit; text-decoration: none; }
header nav { margin-left: auto; display: flex; gap: 1.25rem; font-size: .94rem; }
main { padding-top: 2.5rem; padding-bottom: 3rem; }
h1 { font-size: clamp(1.7rem, 4vw, 2.5rem); line-height: 1.15; margin: 0 0 .75rem; font-weight: 600; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; font-weight: 600; margin: 2.5rem 0 .6rem; letter-spacing: -.01em; }
h3 { font-size: 1.02rem; font-weight: 600; margin: 1.5rem 0 .5rem; }
a { color: var(--accent); text-underline-offset: .18em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.lead { font-size: 1.15rem; line-height: 1.55; color: var(--soft); max-width: 44rem; margin: 0; }
.acts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.75rem 0 0; }
.acts a { display: inline-flex; align-items: center; min-height: 2.7rem; padding: 0 1.2rem; border: 1px solid var(--line-strong); border-radius: .4rem; background: var(--card); color: var(--ink); font-weight: 500; text-decoration: none; }
.acts a.first { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.states { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; margin: 2rem 0 0; padding: 0; list-style: none; }
.states li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.15rem; }
.states strong { display: block; font-weight: 600; }
.states span { color: var(--soft); }
.good::before, .bad::before { content: ""; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; margin-right: .5rem; background: var(--good); }
.bad::before { background: var(--bad); border-radius: 0; }
main img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; }
.links { padding-left: 1.1rem; }
.links li { margin: .2rem 0; }
pre { background: var(--sunk); padding: .9rem 1rem; border-radius: .5rem; overflow-x: auto; font-size: .875rem; line-height: 1.5; }
code { font-family: var(--mono); background: var(--sunk); padding: .1em .3em; border-radius: .25rem; font-size: .88em; overflow-wrap: break-word; }
pre code { padding: 0; background: none; font-size: inherit; overflow-wrap: normal; }
.manual header > div, .manual main, .manual footer { max-width: 80rem; }
.manual main { display: grid; gap: 2.5rem 3rem; }
.manual article { min-width: 0; }
.manual header > div { flex-wrap: wrap; padding-top: .5rem; padding-bottom: .5rem; }
header form { display: flex; gap: .5rem; flex: 0 1 22rem; margin-left: auto; }
header form + nav { margin-left: .65rem; }
header :is(input, button) { font: inherit; font-size: .94rem; min-height: 2.2rem; padding: 0 .7rem; border: 1px solid var(--line-strong); border-radius: .4rem; background: var(--card); color: inherit; }
header input { flex: 1; min-width: 0; }
header input::placeholder { color: var(--soft); opacity: 1; }
:is(input, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.found { padding-left: 1.5rem; }
.found li { margin: 0 0 1rem; }
.found p { margin: .15rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
.found small { color: var(--soft); margin-left: .5rem; }
.contents { font-size: .92rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.contents h2 { font-size: .92rem; margin: 1.25rem 0 .35rem; }
.contents h2:first-child { margin-top: .35rem; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents li { margin: .25rem 0; line-height: 1.35; }
.contents a { color: var(--soft); text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.contents a[aria-current] { color: var(--ink); font-weight: 600; }
@media (min-width: 62rem) {
  .manual main { grid-template-columns: 14rem minmax(0, 1fr); }
  .manual article { grid-area: 1 / 2; }
  .contents { grid-area: 1 / 1; border: 0; padding: 0; align-self: start; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
@media (max-width: 40rem) { header form { order: 1; flex-basis: 100%; } header form + nav { margin-left: auto; } }
@media print { .contents, header form { display: none; } }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th { font-weight: 500; color: var(--soft); }
th, td { text-align: left; vertical-align: top; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); }
:target { background: var(--accent-wash); outline: .3rem solid var(--accent-wash); }
footer { color: var(--soft); border-top: 1px solid var(--line); padding-top: 1rem; padding-bottom: 2.5rem; font-size: .9rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

export const pagePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; font-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy applies to pages that have a search. */
export const manualPolicy = pagePolicy.replace("form-action 'none'", "form-action 'self'");

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b3a"/><path d="M8.5 16.5l5 5 10-11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`;

export type PageLanguage = 'pt-BR' | 'en';

interface Frame {
  readonly language: PageLanguage;
  readonly title: string;
  /** HTML of our own making, as `navigation` and `body` are: a form that the service answers. */
  readonly search?: string;
  readonly navigation: string;
  readonly body: string;
  /** A column beside the body; below it where the window is narrow. */
  readonly contents?: string;
  readonly footer: string;
}

export function renderFrame({ language, title, search = '', navigation, body, contents, footer }: Frame): string {
  const main = contents === undefined ? body : `<article>\n${body}\n</article>\n${contents}`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.ico">
<style>${style}</style>
</head>
<body${contents === undefined ? '' : ' class="manual"'}>
<header><div><img src="/favicon.ico" alt=""><a class="name" href="/">Confere</a>${search}<nav>${navigation}</nav></div></header>
<main>
${main}
</main>
<footer>${footer}</footer>
</body>
</html>
`;
}
