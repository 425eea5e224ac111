// What a format of answers gives, whichever it is: the one form in which mappings and outcomes see the body of an answer.

import type { FixedResponseDescription } from '../../schema/calls/fixed.ts';

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

/** A body that the party's thread has read and looked into. The tree itself never leaves the thread. */
export interface BodyInThread extends Pick<BodyTree, 'kind' | 'fault'> {
  readonly isEmpty: boolean;
  /** `found` has what each expression gives, by its text. An expression that failed is missing. */
  readonly found: ReadonlyMap<string, unknown>;
}

export type AnswerBody = BodyTree | BodyInThread;

/** Tells whether the body holds nothing. Null, a number, a text, `[]` and `{}` are no answers with any status. */
export function isEmptyBody(body: AnswerBody): boolean {
  return 'found' in body ? body.isEmpty : isNothing(body.sent);
}

export function isNothing(sent: unknown): boolean {
  return typeof sent !== 'object' || sent === null || Object.keys(sent).length === 0;
}

export interface Unreadable {
  readonly kind: 'unreadable';
}

/** Unreadable: in another format, damaged, contradictory or hostile. Where an answer was expected, it is an `invalid_response`. */
export type ParsedBody = BodyTree | Unreadable;

export const unreadable: Unreadable = { kind: 'unreadable' };

/** A thread reads the same format by this description. */
export type FormatDescription =
  | { readonly kind: 'json' }
  /** Where there are certificates, one of them must have signed the answer. */
  | { readonly kind: 'xml'; readonly lists: readonly string[]; readonly certificates: readonly string[] }
  | { readonly kind: 'fixed'; readonly layout: FixedResponseDescription };

export interface BodyFormat {
  /** For people, such as `JSON`. */
  readonly name: string;
  /** `accept` names the format that the request wants for the answer. */
  readonly accept: string;
  readonly description: FormatDescription;
  /** `charset` is that of the Content-Type, in lower case. It never throws, and costs no more than the bytes are worth. */
  parse(body: Uint8Array, charset: string | undefined): ParsedBody;
}
