// Puts the first screen into the page itself: its scripts and its styles come with the page, not a round trip later. The page's policy
// names both by their hashes, which the service takes from the page.
//
// A script inside a page has no address that others could import from. So what it exports stands in one object, by the name that its file
// would have had, and whatever imports that file looks there; the build fails rather than let a screen fetch the first one again.

import type { Plugin, Rolldown } from 'vite';

const inside = 'globalThis.confereInside';

export function firstScreenInside(): Plugin {
  let base = '/';
  return {
    name: 'first-screen-inside',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      base = config.base;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        if (page?.type !== 'asset' || entry === undefined) throw new Error('there is no page, or no script of it');
        const names = listNeeded(entry.fileName, bundle);
        const first = names.map((name) => getChunk(bundle, name).code);
        for (const name of names) delete bundle[name];
        const sheets: string[] = [];
        const sheetNames: string[] = [];
        const withStyles = String(page.source)
          .replace(/\n *<link rel="modulepreload"[^<>]*>/g, '')
          .replace(/<link rel="stylesheet"[^<>]*>/g, (tag) => {
            const [name, styles] = takeStyles(tag, base, bundle);
            sheetNames.push(name);
            sheets.push(styles);
            return `<style>${styles}</style>`;
          });
        const taken = [...names, ...sheetNames];
        const script = first
          .map((code, index) => toInside(withoutPreloads(code, taken), names[index] as string, base))
          .join('\n');
        // Told by the names of what is inside, which change with their content.
        const build = [entry.fileName, ...sheetNames].map(toMark).join('-');
        page.source = withStyles
          .replace(/<script type="module"[^<>]*><\/script>/, () => `<script type="module">${inHtml(script)}</script>`)
          .replace('<title>', () => `<meta name="confere-build" content="${build}" />\n    <title>`);
        // The same once more, for a page of an earlier build that goes over to this one without being loaded again.
        const twin = `assets/page-${build}`;
        this.emitFile({ type: 'asset', fileName: `${twin}.js`, source: script });
        this.emitFile({ type: 'asset', fileName: `${twin}.css`, source: sheets.join('\n') });
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = toOutside(withoutPreloads(file.code, taken), taken);
        }
      },
    },
  };
}

function getChunk(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const file = bundle[name];
  if (file?.type !== 'chunk') throw new Error(`there is no script ${name}`);
  return file;
}

/** Lists the chunks that a script needs before it can begin, each after the chunks that it needs itself. */
function listNeeded(name: string, bundle: Rolldown.OutputBundle): string[] {
  const { imports } = getChunk(bundle, name);
  return [...new Set([...imports.flatMap((needed) => listNeeded(needed, bundle)), name])];
}

function takeStyles(tag: string, base: string, bundle: Rolldown.OutputBundle): [name: string, styles: string] {
  const name = /href="([^"]+)"/.exec(tag)?.[1]?.slice(base.length) ?? '';
  const file = bundle[name];
  if (file?.type !== 'asset') throw new Error(`there is no style sheet for ${tag}`);
  delete bundle[name];
  return [name, String(file.source).trim()];
}

/** Wraps a script in a scope of its own. The script fetches later chunks by their full addresses, because the page has a different address. */
function toInside(code: string, name: string, base: string): string {
  const [, body = code, list = ''] = /^(.*)export\s*\{([^{}]*)\};?\s*$/s.exec(code) ?? [];
  const folder = base + name.slice(0, name.lastIndexOf('/') + 1);
  const whole = toLooks(body).replace(/\bimport\((["'`])\.\//g, (_start, quote) => `import(${quote}${folder}`);
  const exported = toPairs(list).map(([own, outer]) => `${outer}:${own}`);
  // What an earlier build had as well is there already, with what it holds.
  return `(${inside}??={})["${toFile(name)}"]??=(()=>{${whole};return{${exported}}})();`;
}

/** Removes inlined files from the list of preloads, because they have no address. Vite keeps the files in one list and refers to them by position. */
function withoutPreloads(code: string, names: readonly string[]): string {
  const list = /m\.f=(\[[^\][]*\])/.exec(code)?.[1];
  if (list === undefined) return code;
  const isInside = (JSON.parse(list) as string[]).map((file) => names.includes(file));
  return code
    .replace(list, () => JSON.stringify((JSON.parse(list) as string[]).map((file, at) => (isInside[at] ? '' : file))))
    .replace(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_call, places: string) => {
      const kept = places.split(',').filter((place) => place !== '' && !isInside[Number(place)]);
      return `__vite__mapDeps([${kept.join(',')}])`;
    });
}

/** An import of what is inside becomes a look at the object; nothing else may speak of it. */
function toOutside(code: string, names: readonly string[]): string {
  const files = names.map(toFile);
  const rewritten = toLooks(code, (file) => files.includes(file));
  const left = files.find((file) => rewritten.includes(`/${file}`));
  if (left !== undefined) throw new Error(`a screen asks for ${left} in a way that is not known`);
  return rewritten;
}

function toLooks(code: string, isInside: (file: string) => boolean = () => true): string {
  return code.replace(/\bimport\s*\{([^{}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?/g, (whole, list, file) =>
    isInside(file) ? `const{${toPairs(list).map(([outer, own]) => `${outer}:${own}`)}}=${inside}["${file}"];` : whole,
  );
}

/** `a as b,c` */
function toPairs(list: string): [before: string, after: string][] {
  return list
    .split(',')
    .map((item) => item.split(/\sas\s/).map((name) => name.trim()))
    .filter(([name]) => name !== '')
    .map(([before = '', after = before]) => [before, after]);
}

/** Returns the part of a name that changes with the content, such as that of `assets/index-Bp_CQB5T.js`. */
function toMark(name: string): string {
  return /-([\w-]{8})\.\w+$/.exec(name)?.[1] ?? '';
}

function toFile(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Escapes a script so that nothing in it can end the element that contains it. */
function inHtml(script: string): string {
  return script.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--');
}
