// What every kind of body gives, and what it is made of.

import type { PlaceholderValues, Template } from '../template.ts';

export interface RequestBody {
  /** Sent where the headers of the description name no other. */
  readonly contentType: string;
  /** `query`: it is a part of the query in place of a body. */
  readonly place?: 'query';
  /** Why these values cannot be sent; undefined where they can. It never says a value. */
  findUnfit?(values: PlaceholderValues): RequestProblem | undefined;
  /** Only of values with which `findUnfit` finds nothing wrong. */
  render(values: PlaceholderValues): string | Uint8Array;
}

/** Something wrong, at a path under `request`. */
export interface RequestProblem {
  readonly path: readonly string[];
  readonly problem: string;
}

/** Told what is wrong with the description, at a path under `request`. */
export type RequestFault = (path: readonly string[], problem: string) => void;

export interface BodyCompiler {
  /** Compiles a text with placeholders that stands at a path under `request`; undefined where it is wrong, which is then a fault. */
  compile(text: string, path: readonly string[]): Template | undefined;
  readonly fault: RequestFault;
  readonly signXml?: ((text: string) => string) | undefined;
}
