// How a simulated party writes what it says, honestly and spoiled: one file for each format in this folder.

export interface WireFormat {
  /** `type` names the media type of the content. */
  readonly type: string;
  readonly encoding: 'utf8' | 'latin1';
  write(body: unknown): string;
  /** The same with every value of another type, or what comes nearest to it. */
  writeWrongTypes(body: unknown): string;
  /** An honest text with a score that no scale has. */
  toHugeScore(text: string): string;
  /** An honest text in the place where it would become the prototype of an object. */
  toProto(text: string): string;
  /** `padding` holds the text before and after the padding of an answer that is long and empty of content. */
  readonly padding: readonly [before: string, after: string];
  /** `simulated` accompanies a status that is a fault. */
  readonly simulated: string;
}
