// Opens the outside parties that the configuration file describes, for the service.

import type { AnswerStore, Clock } from '../../app/ports.ts';
import { type Tracer, withTracedFallback, withTracedPeople } from '../../app/tracer.ts';
import { type Config, findEnvironmentSecret } from '../../config.ts';
import type { HttpSources } from '../../sources/create-http-sources.ts';
import type { SourceEvent } from '../../sources/http-source.ts';
import { createMemoryAnswers } from '../../stores/answers.memory.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { randomShare } from '../parts/random-share.ts';
import { createSourceLog } from '../telemetry/source-log.ts';
import { toShareOfCalls } from './share-of-calls.ts';

interface LiveSourcesOptions {
  readonly clock: Clock;
  readonly cacheSecret: () => Uint8Array;
  /** Another text once a person was erased. */
  readonly findErasures: () => string;
  /** Undefined where answers are kept in this process alone. */
  readonly sharedAnswers: AnswerStore | undefined;
  readonly logger: Logger;
  readonly onEvent: (event: SourceEvent) => void;
  /** How many share the parties. */
  readonly processes: number;
  readonly tracer: Tracer | undefined;
}

/** The parties that the configuration file describes; none where there is no file or it describes none. */
export async function openLiveSources(
  config: Config,
  { clock, cacheSecret, findErasures, sharedAnswers, logger, onEvent, processes, tracer }: LiveSourcesOptions,
): Promise<HttpSources | undefined> {
  if (config.file === null) return undefined;
  const [{ getSources, formatFaults }, { createHttpSources }] = await Promise.all([
    import('../../sources/describe/read-sources.ts'),
    import('../../sources/create-http-sources.ts'),
  ]);
  const sources = await getSources({ file: config.file.path, findVariable: findEnvironmentSecret });
  for (const internal of formatFaults(sources.warnings)) logger.write('warn', 'source_warning', { internal });
  const log = createSourceLog(logger, clock);
  const opened = createHttpSources({
    sources: toShareOfCalls(sources, processes),
    clock,
    random: randomShare,
    cache: { secret: cacheSecret, near: createMemoryAnswers(clock, { findErasures }), shared: sharedAnswers },
    toTraceHeaders: tracer?.toHeaders,
    onEvent: (event) => {
      log(event);
      onEvent(event);
    },
  });
  return tracer === undefined ? opened : withTraces(opened, tracer);
}

function withTraces(sources: HttpSources, tracer: Tracer): HttpSources {
  const { people, companyFallback } = sources;
  return {
    ...sources,
    people: people && withTracedPeople(people, tracer),
    companyFallback: companyFallback && withTracedFallback(companyFallback, tracer),
  };
}
