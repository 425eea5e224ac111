// How a name, of a person or a company, is folded before it is compared: registries hold upper case without accents, people type
// anything.

const blank = 32;
/** Invisible, and so no end of a word. */
const softHyphen = 0xad;

/** The folded form of each Latin-1 character; 0 where that is not one single ASCII character. */
const latinFolded = Uint8Array.from({ length: 256 }, (_, code) => {
  const folded = foldUnicode(String.fromCharCode(code));
  if (code === softHyphen) return 0;
  if (folded === '') return blank;
  return folded.length === 1 && folded.charCodeAt(0) < 128 ? folded.charCodeAt(0) : 0;
});

/** Upper case without accents, words apart by one blank, no punctuation. */
export function foldText(text: string): string {
  if (isFolded(text)) return text;
  let folded = '';
  for (let index = skipBlanks(text, 0); index < text.length; ) {
    const code = foldedAt(text, index);
    if (code === 0) return foldUnicode(text);
    index = code === blank ? skipBlanks(text, index) : index + 1;
    if (code !== blank || index < text.length) folded += String.fromCharCode(code);
  }
  return folded;
}

/** Tells whether the text is folded already, as the contents of a registry are. */
function isFolded(text: string): boolean {
  let previous = blank;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isWord = (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (!isWord && (code !== blank || previous === blank)) return false;
    previous = code;
  }
  return previous !== blank;
}

/**
 * The rule itself, for any script: wide letters and ligatures are those that they stand for, and invisible characters are none, nor the
 * two fillers of Korean that count as letters.
 * The table above and the loops around it are only its faster forms for Latin-1.
 */
function foldUnicode(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u115f\u1160]+/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Whether two Latin-1 texts fold to the same one, without building it: a right name is the common case, and this is ten
 * times as fast. `false` may also mean "not settled here", so the caller then folds both.
 */
export function isSameWhenFolded(one: string, other: string): boolean {
  let first = skipBlanks(one, 0);
  let second = skipBlanks(other, 0);
  if (first === one.length || second === other.length) return false;
  for (;;) {
    const code = foldedAt(one, first);
    if (code === 0 || code !== foldedAt(other, second)) return false;
    if (code === blank) {
      first = skipBlanks(one, first);
      second = skipBlanks(other, second);
      if (first === one.length && second === other.length) return true;
    } else {
      first++;
      second++;
    }
  }
}

/** The end counts as a blank, so that a text may end in blanks or punctuation. */
function foldedAt(text: string, index: number): number {
  return index < text.length ? (latinFolded[text.charCodeAt(index)] ?? 0) : blank;
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  while (index < text.length && latinFolded[text.charCodeAt(index)] === blank) index++;
  return index;
}

const particles: ReadonlySet<string> = new Set(['DA', 'DE', 'DO', 'DAS', 'DOS', 'E']);

/** Particles come and go between one form and the next, so they carry nothing. */
export function dropParticles(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.length > 3 || !particles.has(word));
}
