// Shows the shape of a text and nothing of whom it is about.

/** Digits become 9 and letters A or a; punctuation stays, so that the form of a number or date can be seen. */
export function maskText(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/(?!A)\p{L}/gu, 'a')
    .replace(/\p{N}/gu, '9');
}
