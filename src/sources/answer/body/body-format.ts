// What a format of answers gives, whichever it is: the one form in which mappings and outcomes see the body of an answer.

/** A body that could be read. */
export interface BodyTree {
  readonly kind: 'tree';
  /** As the party sent it. */
  readonly sent: unknown;
  /** What expressions see: without nulls, so that a field that is null reads as one that is not there. */
  readonly known: unknown;
  /** How many values it holds. */
  readonly size: number;
  /** Where the protocol itself says that this is no answer: who is to blame. */
  readonly fault?: 'ours' | 'theirs';
}

/** Unreadable: in another format, damaged, contradictory or hostile. Where an answer was expected, it is an `invalid_response`. */
export type ParsedBody = BodyTree | { readonly kind: 'unreadable' };

export const unreadable: ParsedBody = { kind: 'unreadable' };

export interface BodyFormat {
  /** For people, such as `JSON`. */
  readonly name: string;
  /** What the request says that it wants to be answered with. */
  readonly accept: string;
  /** `charset` is that of the Content-Type, in lower case. It never throws, and costs no more than the bytes are worth. */
  parse(body: Uint8Array, charset: string | undefined): ParsedBody;
}
