// What every kind of body gives, and what it is made of.

import type { PlaceholderValues, Template } from '../template.ts';

export interface RequestBody {
  /** The request sends this type if the headers of the description name no other. */
  readonly contentType: string;
  /** `query`: it is a part of the query in place of a body. */
  readonly place?: 'query';
  /** Returns the reason why these values cannot be sent, or undefined if they can. The reason never contains a value. */
  findUnfit?(values: PlaceholderValues): RequestProblem | undefined;
  /** Renders values that `findUnfit` accepts. The caller must check them first. */
  render(values: PlaceholderValues): string | Uint8Array;
}

/** Something wrong, at a path under `request`. */
export interface RequestProblem {
  readonly path: readonly string[];
  readonly problem: string;
}

/** The compiler reports a fault of the description here, at a path under `request`. */
export type RequestFault = (path: readonly string[], problem: string) => void;

export interface BodyCompiler {
  /**
   * Compiles a text with placeholders that stands at a path under `request`; undefined where it is wrong, which is then a
   * fault. `around` is all of the text that a reader takes for one, if this is only a piece.
   */
  compile(text: string, path: readonly string[], around?: string): Template | undefined;
  /** Declares that all of these are left out where one of the deciding ones has no value. A text by itself needs no declaration. */
  leaveOutTogether(deciding: readonly Template[], all: readonly Template[], path: readonly string[]): void;
  readonly fault: RequestFault;
  readonly signXml?: ((text: string) => string) | undefined;
}
