// One call over HTTP with all its tries: the deadline of the whole, the same bytes and the same Idempotency-Key each time.
// Only what every platform has: fetch, AbortController, crypto, timers.

import { ConfereError, toAnsweredError } from './confere-error.ts';
import { type CallFacts, type Hooks, tell, toRoute } from './hooks.ts';
import { keepMeta, readMeta } from './response-meta.ts';
import { createRetryBudget, decideRetry, parseRetryAfter } from './retry.ts';

export interface CallOptions {
  /** Stops the call, its waits included. */
  readonly signal?: AbortSignal | undefined;
  /** `deadlineMs` limits the whole call, including all its tries and waits. */
  readonly deadlineMs?: number | undefined;
}

export interface VerifyOptions extends CallOptions {
  /** Adds `explanation` to the answer. */
  readonly explain?: boolean | undefined;
  /** `purpose` states why you ask. It must be one of the purposes that the operator has configured, and the service records it. */
  readonly purpose?: string | undefined;
  /** One of your own, to repeat this very call after a crash of yours; otherwise each call gets a new one. */
  readonly idempotencyKey?: string | undefined;
}

export interface ScreenOptions extends VerifyOptions {
  /** Looks the partners of a company up as well; needs its `cnpj`. */
  readonly partners?: boolean | undefined;
}

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the service's address on, query included. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `body` has a type that the client can send a second time. */
  readonly body?: string | Blob | Uint8Array<ArrayBuffer>;
}

/** The world as a call sees it; tests have a clock of their own. */
export interface Surroundings {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Never goes back. */
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly setTimer: (run: () => void, afterMs: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
}

export interface CallerOptions {
  readonly url: string;
  readonly key: string;
  readonly deadlineMs: number;
  readonly retriesMax: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: Hooks;
}

/** `read` belongs to the try: a body that breaks off is a broken connection. */
export type MakeCall = <Result>(call: Call, read: (response: Response) => Promise<Result>) => Promise<Result>;

export function createCaller(options: CallerOptions, surroundings: Surroundings): MakeCall {
  const budget = createRetryBudget();

  const attempt = async <Result>(
    call: Call,
    facts: CallFacts,
    signal: AbortSignal,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> => {
    tell(options.hooks.onRequest, facts);
    const startedAtMs = surroundings.monotonicMs();
    const response = await surroundings.fetch(`${options.url}${call.path}`, {
      method: call.method,
      headers: { authorization: `Bearer ${options.key}`, ...options.headers, ...call.headers },
      signal,
      // A person's data is not sent on to wherever somebody points.
      redirect: 'manual',
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    const meta = readMeta(response, facts.attempt);
    tell(options.hooks.onResponse, { ...facts, ...meta, durationMs: surroundings.monotonicMs() - startedAtMs });
    if (response.ok) {
      const result = await read(response);
      keepMeta(result, meta);
      return result;
    }
    const error = await toAnsweredError(response, parseRetryAfter(response.headers.get('retry-after'), Date.now()));
    keepMeta(error, meta);
    throw error;
  };

  return async (call, read) => {
    const limits = startLimits(call, options.deadlineMs, surroundings);
    const { method } = call;
    const route = toRoute(call.path);
    budget.earn();
    try {
      for (let tries = 1; ; tries++) {
        const facts = { method, route, attempt: tries };
        const failure = await attempt(call, facts, limits.signal, read).then(
          (result) => ({ result }),
          (thrown: unknown) => limits.findEnd() ?? toConfereError(thrown),
        );
        if ('result' in failure) return failure.result;
        const retry = decideRetry(failure, tries, surroundings.random());
        if (retry.kind === 'never') throw failure;
        // To wait for what comes too late would only delay the bad news.
        if (retry.afterMs >= limits.remainingMs()) throw failure;
        if (retry.kind === 'guessed' && (tries > options.retriesMax || !budget.spend())) throw failure;
        tell(options.hooks.onRetry, { ...facts, code: failure.code, afterMs: retry.afterMs });
        await limits.wait(retry.afterMs);
      }
    } finally {
      limits.end();
    }
  };
}

function toConfereError(thrown: unknown): ConfereError {
  if (thrown instanceof ConfereError) return thrown;
  const message =
    'The service could not be reached, or the connection broke. Check the url, and that the service runs.';
  const portuguese =
    'Não foi possível chegar ao serviço, ou a conexão caiu. Verifique a url e se o serviço está em execução.';
  return new ConfereError({ code: 'connection_failed', message, portuguese, cause: thrown });
}

export interface Limits {
  /** `signal` applies to the calls that the client makes within these limits. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Returns the reason why the call cannot continue, once it cannot. */
  findEnd(): ConfereError | undefined;
  wait(ms: number): Promise<void>;
  end(): void;
}

/** Starts the limits of a call. It avoids `AbortSignal.any`, because a long-lived signal would keep every call that ever used it. */
export function startLimits(
  call: CallOptions,
  defaultMs: number,
  { monotonicMs, setTimer, clearTimer }: Surroundings,
): Limits {
  const { signal: given, deadlineMs = defaultMs } = call;
  const controller = new AbortController();
  const endsAtMs = monotonicMs() + deadlineMs;
  let end: ConfereError | undefined;
  const stop = (error: ConfereError): void => {
    end ??= error;
    controller.abort(error);
  };
  const abort = (): void =>
    stop(
      new ConfereError({
        code: 'aborted',
        message: 'The call was stopped by its signal.',
        portuguese: 'A chamada foi interrompida pelo seu signal.',
        cause: given?.reason,
      }),
    );
  const timer = setTimer(() => {
    const message = `There was no answer within ${deadlineMs} ms.`;
    const portuguese = `Não houve resposta em ${deadlineMs} ms.`;
    stop(new ConfereError({ code: 'deadline_exceeded', message, portuguese }));
  }, deadlineMs);
  given?.addEventListener('abort', abort, { once: true });
  if (given?.aborted === true) abort();
  return {
    signal: controller.signal,
    remainingMs: () => endsAtMs - monotonicMs(),
    findEnd: () => end,
    wait: (ms) =>
      new Promise((resolve, reject) => {
        const fail = (): void => {
          clearTimer(pause);
          reject(end);
        };
        const pause = setTimer(() => {
          controller.signal.removeEventListener('abort', fail);
          resolve();
        }, ms);
        controller.signal.addEventListener('abort', fail, { once: true });
        if (controller.signal.aborted) fail();
      }),
    end() {
      clearTimer(timer);
      given?.removeEventListener('abort', abort);
    },
  };
}
