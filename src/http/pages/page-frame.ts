// The frame of the pages for people: one style, no script, nothing from outside. The policy names the style by its hash.

import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; --ink: #17211b; --soft: #55635a; --paper: #fbfaf6; --card: #fff; --line: #dfe3dc; --green: #0b6b3a; --code: #f0f2ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ece8; --soft: #9fada4; --paper: #121613; --card: #1a201c; --line: #2d352f; --green: #5fcf93; --code: #232a25; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, "Segoe UI", Roboto, sans-serif; }
header, main, footer { max-width: 58rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; align-items: center; gap: .75rem; padding-top: 1.5rem; }
header img { width: 2.25rem; height: 2.25rem; display: block; }
header .name { font-weight: 700; font-size: 1.15rem; color: inherit; text-decoration: none; }
header nav { margin-left: auto; display: flex; gap: 1.25rem; }
main { padding-top: 1.5rem; padding-bottom: 2rem; }
h1 { font-size: clamp(1.7rem, 4vw, 2.4rem); line-height: 1.2; margin: 1rem 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
a { color: var(--green); text-underline-offset: .15em; }
a:focus-visible { outline: 3px solid var(--green); outline-offset: 2px; border-radius: 2px; }
.lead { font-size: 1.15rem; color: var(--soft); max-width: 44rem; }
.states { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; margin: 1.75rem 0; padding: 0; list-style: none; }
.states li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.15rem; }
.states strong { display: block; }
.states span { color: var(--soft); }
.good::before, .bad::before { content: ""; display: inline-block; width: .65rem; height: .65rem; border-radius: 50%; margin-right: .5rem; background: #1f9d57; }
.bad::before { background: #c8442f; }
.links { padding-left: 1.1rem; }
pre { background: var(--code); padding: .9rem 1rem; border-radius: .5rem; overflow-x: auto; font-size: .875rem; line-height: 1.5; }
code { background: var(--code); padding: .1em .3em; border-radius: .25rem; font-size: .9em; overflow-wrap: break-word; }
pre code { padding: 0; background: none; font-size: inherit; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
:target { background: color-mix(in srgb, var(--green) 22%, transparent); outline: .3rem solid color-mix(in srgb, var(--green) 22%, transparent); }
footer { color: var(--soft); border-top: 1px solid var(--line); padding-top: 1rem; padding-bottom: 2.5rem; font-size: .9rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

export const pagePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b3a"/><path d="M8.5 16.5l5 5 10-11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`;

interface Frame {
  readonly language: 'pt-BR' | 'en';
  readonly title: string;
  /** HTML of our own making, as `body` is. */
  readonly navigation: string;
  readonly body: string;
  readonly footer: string;
}

export function renderFrame({ language, title, navigation, body, footer }: Frame): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.ico">
<style>${style}</style>
</head>
<body>
<header><img src="/favicon.ico" alt=""><a class="name" href="/">Confere</a><nav>${navigation}</nav></header>
<main>
${body}
</main>
<footer>${footer}</footer>
</body>
</html>
`;
}
