// Opens the outside parties that the configuration file describes, for the service.

import type { OrderCalls } from '../../../app/later/order-calls.ts';
import type { Tracer } from '../../../app/tracer.ts';
import { withTracedFallback, withTracedPeople } from '../../../app/verify/ask/traced-sources.ts';
import { systemClock } from '../../../clock.ts';
import { findEnvironmentProxy, findEnvironmentSecret } from '../../../config.ts';
import type { HttpSources } from '../../../sources/create-http-sources.ts';
import type { BoughtParts } from '../../../sources/protect/kept/sealed-entries.ts';
import { createLoopStalls } from '../../../sources/protect/loop-stalls.ts';
import { createMemoryAnswers } from '../../../stores/answers/answers.memory.ts';
import { answersPurpose } from '../../parts/erasure/shared-answers.ts';
import { checkPolicySignals } from '../../parts/policy.ts';
import { randomShare } from '../../parts/random-share.ts';
import { countSourceEvent } from '../../telemetry/service-counts.ts';
import { createSourceLog } from '../../telemetry/source-log.ts';
import type { Core } from '../core.ts';
import { toShareOfCalls } from './share-of-calls.ts';

interface LiveSourcesParts {
  readonly bought: BoughtParts;
  readonly orderCalls: OrderCalls;
}

/** The parties that the configuration file describes; none where there is no file or it describes none. */
export async function openLiveSources(
  core: Core,
  { bought, orderCalls }: LiveSourcesParts,
): Promise<HttpSources | undefined> {
  const { config, clock, stores, logger, metrics, tracer } = core;
  if (config.file === null) return undefined;
  const [{ getSources, formatFaults }, { listSignals }, { createHttpSources }] = await Promise.all([
    import('../../../sources/read/read-sources.ts'),
    import('../../../sources/read/checked-party.ts'),
    import('../../../sources/create-http-sources.ts'),
  ]);
  const sources = await getSources({
    file: config.file.path,
    findVariable: findEnvironmentSecret,
    environmentProxy: findEnvironmentProxy(),
    findPurposes: () => config['audit.purposes'],
    certificates: { nowMs: clock.nowMs(), outOfTime: 'warning' },
  });
  if (sources.people.length > 0) checkPolicySignals(config['policy.file'], core.policy, listSignals(sources));
  for (const internal of formatFaults(sources.warnings)) logger.write('warn', 'source_warning', { internal });
  const log = createSourceLog(logger, clock);
  const opened = createHttpSources({
    sources: toShareOfCalls(sources, core.processes),
    clock,
    random: randomShare,
    stalls: createLoopStalls(systemClock),
    cache: {
      secret: () => {
        stores.secret.refresh();
        return stores.secret.derive(answersPurpose, 32);
      },
      near: createMemoryAnswers(clock, { findErasures: stores.findErasures }),
      ...(config.answer_cache === 'shared' && {
        shared: core.counters?.answers,
        questions: core.counters?.questions,
      }),
    },
    bought,
    orderCalls,
    toTraceHeaders: tracer?.toHeaders,
    onEvent: (event) => {
      log(event);
      countSourceEvent(metrics, event);
    },
  });
  core.opened.defer(() => opened.close());
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
