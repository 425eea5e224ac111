// Opens tracing where the environment asks for it. Only then is anything of it loaded.

import type { Tracer } from '../../app/tracer.ts';
import type { Config } from '../../config.ts';

export async function openTracer({ tracing }: Config, version: string): Promise<Tracer | undefined> {
  if (tracing === null) return undefined;
  const { createTracer } = await import('../../telemetry/tracing.ts');
  return createTracer(tracing, version);
}
