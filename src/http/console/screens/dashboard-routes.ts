// The dashboard as server-sent events, for every role: the whole at first, then what is new. A stream ends with its session, which it
// does not keep alive, and when the service goes; there are so many and no more.

import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DashboardView } from '../../../app/dashboard/dashboard.ts';
import { AppError } from '../../../errors.ts';
import { findToken, getSignedIn } from '../access/gate.ts';
import type { DashboardEvents } from '../contract.ts';
import type { ConsoleOptions } from '../route.ts';

interface DashboardOptions extends Pick<ConsoleOptions, 'sessions' | 'readDashboard'> {
  readonly refuseOutsiders: (request: FastifyRequest) => void;
  readonly leaving: AbortSignal;
}

/** Figures as fresh as a person can follow them. */
const everyMs = 5_000;
/** A person at a few windows; everybody together in one process. */
const streamsMax = { session: 4, process: 64 } as const;

export function addDashboardRoutes(
  server: FastifyInstance,
  { sessions, readDashboard, refuseOutsiders, leaving }: DashboardOptions,
): void {
  /** The session of each stream that is open. */
  const open = new Map<PassThrough, string>();

  function refuseTooMany(session: string): void {
    const own = [...open.values()].filter((other) => other === session).length;
    if (own >= streamsMax.session || open.size >= streamsMax.process || leaving.aborted)
      throw new AppError('overloaded', { retryAfterSeconds: 5, internal: `${open.size} dashboards are open` });
  }

  async function feed(stream: PassThrough, token: string): Promise<void> {
    const gone = new AbortController();
    stream.once('close', () => gone.abort());
    const over = AbortSignal.any([gone.signal, leaving]);
    const say = <Name extends keyof DashboardEvents>(name: Name, data: DashboardEvents[Name]) =>
      stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    let shownMs = 0;
    while (!over.aborted) {
      if ((await sessions.find(token, false)) === undefined) {
        say('end', { why: 'session' });
        break;
      }
      const view: DashboardView = await readDashboard(shownMs);
      say(shownMs === 0 ? 'dashboard' : 'tick', view);
      shownMs = view.at_ms - view.hour.step_ms;
      await sleep(everyMs, undefined, { signal: over }).catch(() => {});
    }
    if (leaving.aborted) say('end', { why: 'stopping' });
  }

  server.get(
    '/console/api/dashboard-stream',
    { exposeHeadRoute: false, onRequest: async (request) => refuseOutsiders(request) },
    async (request, reply) => {
      const token = findToken(request) ?? '';
      const { session } = getSignedIn(await sessions.find(token, true));
      refuseTooMany(session.id);
      const stream = new PassThrough();
      open.set(stream, session.id);
      stream.once('close', () => open.delete(stream));
      // The page asks again by itself when a stream breaks off.
      feed(stream, token).then(
        () => stream.end(),
        () => stream.destroy(),
      );
      // The connection ends with the stream: a service that stops does not wait for it.
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .header('connection', 'close')
        .send(stream);
    },
  );
}
