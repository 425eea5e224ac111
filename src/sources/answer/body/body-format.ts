// What a format of answers gives, whichever it is: the one form in which mappings and outcomes see the body of an answer.

/** A body that could be read. */
export interface BodyTree {
  readonly kind: 'tree';
  /** `sent` is the body in the party's own form. */
  readonly sent: unknown;
  /** Expressions see `known`, which has no nulls, so that a null field reads as a missing one. */
  readonly known: unknown;
  /** `size` counts the values in the tree. */
  readonly size: number;
  /** `fault` states the responsible side if the protocol itself says that this is no answer. */
  readonly fault?: 'ours' | 'theirs';
}

/** Unreadable: in another format, damaged, contradictory or hostile. Where an answer was expected, it is an `invalid_response`. */
export type ParsedBody = BodyTree | { readonly kind: 'unreadable' };

export const unreadable: ParsedBody = { kind: 'unreadable' };

export interface BodyFormat {
  /** For people, such as `JSON`. */
  readonly name: string;
  /** `accept` names the format that the request wants for the answer. */
  readonly accept: string;
  /** `charset` is that of the Content-Type, in lower case. It never throws, and costs no more than the bytes are worth. */
  parse(body: Uint8Array, charset: string | undefined): ParsedBody;
}
