// Time, as every use case is handed it.

export interface Clock {
  /** Milliseconds since 1970, as the calendar has it; may jump. */
  nowMs(): number;
  /** Milliseconds that only ever grow: for deadlines, latencies and windows. */
  monotonicMs(): number;
}
