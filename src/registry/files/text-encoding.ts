// Looks at the bytes of the files for signs that they are not Latin-1 any more. UTF-8 read as Latin-1 never fails: it only turns
// every accent into two wrong characters, in every answer.

import type { TextEvidence } from '../../app/registry/registry-snapshot.ts';

/** A look at the start of each piece of a file is enough to tell; looking at all of it would cost as much as reading it. */
const lookedAtBytes = 32 * 1024;

export class TextProbe implements TextEvidence {
  /** Bytes, or pairs of them, outside ASCII. */
  accents = 0;
  /** `impossible` counts those of them that Latin-1 text does not hold: a control byte 0x80-0x9F, or two bytes that make one character of UTF-8. */
  impossible = 0;

  look(piece: Uint8Array): void {
    const end = Math.min(piece.length, lookedAtBytes);
    for (let at = 0; at < end; at++) {
      const byte = piece[at] as number;
      if (byte < 0x80) continue;
      this.accents++;
      const next = at + 1 < end ? (piece[at + 1] as number) : 0;
      // Two to four bytes of UTF-8 start with 0xC2-0xF4 and go on with 0x80-0xBF.
      if (byte >= 0xc2 && byte <= 0xf4 && next >= 0x80 && next <= 0xbf) {
        this.impossible++;
        while (at + 1 < end && (piece[at + 1] as number) >= 0x80 && (piece[at + 1] as number) <= 0xbf) at++;
      } else if (byte < 0xa0) {
        this.impossible++;
      }
    }
  }
}
