// Text of others on its way to a terminal. A terminal obeys escapes and turns the reading direction: what is shown must be what is there.

/** All that a terminal obeys or hides, except the line break and the tab. */
const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Shows what cannot be seen as its code point: `\u{202e}`. */
export function toCleanText(text: string): string {
  return text.replace(unseen, toEscape);
}

/** The same of a text that has a place in a line: it must neither end the line nor shift what follows. */
export function toCleanCell(text: string): string {
  return toCleanText(text).replace(/[\n\t]/g, toEscape);
}

/** JSON escapes control characters only in part; written like this the values are the same to every program. */
export function toCleanJson(json: string): string {
  return json.replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, unit) => toUnitEscape(character.charCodeAt(unit))).join(''),
  );
}

function toEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function toUnitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
