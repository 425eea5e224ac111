// The charsets of answers: what Brazilian parties really send. Any other is refused rather than guessed.

const decoders: ReadonlyMap<string, TextDecoder> = new Map(
  ['utf-8', 'iso-8859-1', 'windows-1252'].map((charset) => [charset, new TextDecoder(charset, { fatal: true })]),
);
const aliases: Readonly<Record<string, string>> = { utf8: 'utf-8', latin1: 'iso-8859-1', 'us-ascii': 'utf-8' };

/** `charset` in lower case. The decoder throws on bytes that the charset does not have. */
export function findDecoder(charset: string): TextDecoder | undefined {
  return decoders.get(aliases[charset] ?? charset);
}
