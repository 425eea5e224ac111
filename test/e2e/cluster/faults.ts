// What each fault did to those who call: one line of the table that a run prints, and that the full run writes into docs/cluster-faults.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './load.ts';

export const faultIds = ['node-killed', 'redis-gone', 'database-gone', 'failover', 'upgrade', 'node-cut-off'] as const;
export type FaultId = (typeof faultIds)[number];

export interface FaultFigures {
  readonly requests: number;
  readonly wrong: number;
  /** How many of each, such as `503 audit_unavailable`; the status alone tells who is at fault. */
  readonly refused: Readonly<Record<string, number>>;
  /** How long the part was away. */
  readonly awaySeconds: number;
  /** From the beginning of the fault to the last answer that was not a good one; 0 where all were good. */
  readonly untilNormalSeconds: number;
}

export interface FaultResults {
  readonly date: string;
  readonly machine: string;
  readonly faults: Readonly<Record<FaultId, FaultFigures>>;
}

const file = join(import.meta.dirname, 'results.json');

export function readFaultResults(): FaultResults {
  return JSON.parse(readFileSync(file, 'utf8')) as FaultResults;
}

export function keepFaultResults(results: FaultResults): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

export function toFigures(outcomes: readonly Outcome[], beganAtMs: number, endedAtMs: number): FaultFigures {
  const refused: Record<string, number> = {};
  for (const { result } of outcomes) if (result !== '200') refused[result] = (refused[result] ?? 0) + 1;
  const lastMs = Math.max(beganAtMs, ...outcomes.filter(({ result }) => result !== '200').map((bad) => bad.endedAtMs));
  return {
    requests: outcomes.length,
    wrong: outcomes.filter(({ fault }) => fault !== undefined).length,
    refused,
    awaySeconds: toSeconds(endedAtMs - beganAtMs),
    untilNormalSeconds: toSeconds(lastMs - beganAtMs),
  };
}

function toSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
