// The pages of `docs/` as HTML, so that everything that an answer or a page cites can be read where the service runs.
// They are our own files: nothing that a caller sent is ever rendered.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Tokens } from 'marked';
import { renderFrame } from './page-frame.ts';

const folder = join(import.meta.dirname, '../../../docs');

/** Names such as `errors` or `decisions/log-lines`: each is served at `/docs/NAME`. */
export function findManualPages(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length))
    .sort();
}

/** The list of all pages. */
export function renderManualIndex(names: readonly string[]): string {
  const toItem = (name: string) => `<li><a href="/docs/${name}">${escapeHtml(readTitle(name))}</a></li>`;
  const isDecision = (name: string) => name.startsWith('decisions/');
  const body = `<h1>Manual</h1>
<p class="lead">For those who run the service and those who call it. The interactive reference is at <a href="/docs">/docs</a>.</p>
<ul class="links">${names
    .filter((name) => !isDecision(name))
    .map(toItem)
    .join('\n')}</ul>
<h2>Decisions</h2>
<ul class="links">${names.filter(isDecision).map(toItem).join('\n')}</ul>`;
  return frame('Manual', body);
}

/** The renderer is loaded with the first page that somebody reads, not with the service. */
export async function renderManualPage(name: string, names: readonly string[]): Promise<string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${toSlug(text)}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const address = findAddress(href, name, names);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
    },
    hooks: {
      postprocess: (html) =>
        html.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
  return frame(readTitle(name), await marked.parse(readFileSync(join(folder, `${name}.md`), 'utf8')));
}

function frame(title: string, body: string): string {
  return renderFrame({
    language: 'en',
    title: `Confere: ${escapeHtml(title)}`,
    navigation: '<a href="/docs">API</a><a href="/docs/manual">Manual</a>',
    body,
    footer: 'Served by this service from its own files.',
  });
}

/** Undefined for what is in the repository only: it is shown as text, because a link would lead nowhere. */
function findAddress(href: string, from: string, names: readonly string[]): string | undefined {
  if (/^https?:/.test(href) || href.startsWith('#')) return href;
  const [path = '', fragment] = href.split('#', 2);
  const target = normalize(join(dirname(from), path)).replaceAll('\\', '/');
  if (!target.endsWith('.md') || !names.includes(target.slice(0, -3))) return undefined;
  return `/docs/${target.slice(0, -3)}${fragment === undefined ? '' : `#${fragment}`}`;
}

function readTitle(name: string): string {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8');
  return (/^# (.+)$/m.exec(text)?.[1] ?? name).replaceAll('`', '');
}

/** As code hosts make them, so that a link works in both places. */
function toSlug(html: string): string {
  const text = html.replace(/<[^>]*>/g, '').replace(/&[a-z0-9#]+;/g, '');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
