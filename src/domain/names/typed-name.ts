// What may be typed as the name of a person or a company. Apart from how names are compared: the console asks only this, and a slow phone
// should not build the tables of the comparison for it.

const charactersMax = 200;
const referenceLengthMax = 100;
/** Characters that take no room and say nothing: between the letters of a name they do not count. */
const ignored = /[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]/g;
/** Controls, other invisible and direction-changing characters, halves of a surrogate pair, line and paragraph separators. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const twoLetters = /\p{L}.*?\p{L}/su;
const twoLettersOrDigits = /[\p{L}\p{Nd}].*?[\p{L}\p{Nd}]/su;

/** The name without blanks around it, and without what does not count. */
export function cleanName(text: string): string {
  return text.replace(ignored, '').trim();
}

/** 2 to 200 characters once it is clean, at least two of them letters, nothing else invisible. */
export function isPersonName(text: string): boolean {
  return isNameText(text, twoLetters);
}

/** 2 to 200 characters once it is clean, at least two of them letters or digits (`3M`), nothing else invisible. */
export function isCompanyName(text: string): boolean {
  return isNameText(text, twoLettersOrDigits);
}

/** The contract's rule for any name; `twoOf` finds two of the characters that the kind of name must have. */
function isNameText(text: string, twoOf: RegExp): boolean {
  if (isPlainName(text)) return true;
  const clean = cleanName(text);
  // A character takes at most two units, so that the length alone settles most cases without counting.
  if (clean.length > charactersMax * 2) return false;
  if (clean.length > charactersMax && [...clean].length > charactersMax) return false;
  return twoOf.test(clean) && !forbidden.test(text.replace(ignored, ''));
}

/** Nearly every name: visible ASCII and accented Latin-1 letters, two letters among them, no longer than it may be. */
function isPlainName(text: string): boolean {
  if (text.length > charactersMax) return false;
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 || (code > 126 && code < 192) || code > 255) return false;
    const upper = code & ~32;
    if (upper >= 65 && upper <= 90 && code < 128) letters++;
  }
  return letters >= 2;
}

/** Tells whether the text may be a caller's reference for a customer. */
export function isReference(text: string): boolean {
  return text.length <= referenceLengthMax && !/\p{Cc}/u.test(text);
}
