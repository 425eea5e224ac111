// What every job that an operator starts from the console tells of itself: its file is read while it runs, and when it is over.

export interface ReportedJob<
  Kind extends string = string,
  Progress extends { readonly phase: string } = { readonly phase: string },
  Outcome extends { readonly kind: string } = { readonly kind: string },
> {
  readonly id: string;
  readonly kind: Kind;
  /** `by` names the operator as the audit does. */
  readonly by: string;
  readonly pid: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly progress: Progress | null;
  /** `interrupted`: its process is gone without a word: killed, or the machine went down. */
  readonly outcome: Outcome | null;
}
