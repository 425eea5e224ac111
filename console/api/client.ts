// Calls of the console's own routes, typed by the server's table. A call that meets the end of a session waits until somebody has
// signed in again and is then repeated: the page loses no typed text. One that meets no service at all says so, and the shell
// watches for its return.

import { batch, signal } from '@preact/signals';
import { mayActAs, type Role } from '../../src/domain/access/operator.ts';
import type {
  ConsoleAnswer,
  ConsoleBody,
  ConsoleRouteName,
  ConsoleState,
  SignedInOperator,
} from '../../src/http/console/contract.ts';
import { languageTag } from '../words/language.ts';

/** The value is undefined until the first answer. */
export const consoleState = signal<ConsoleState | undefined>(undefined);
/**
 * Whose the page is: the operator who is signed in, or who was until the session ended. What they see, chose and typed stays until
 * somebody else signs in, and a call that the end of the session meets asks them to sign in.
 */
export const pageOwner = signal<Pick<SignedInOperator, 'name' | 'role'> | undefined>(undefined);
/** Tells whether the owner of the page has the rights of this role. */
export function mayAct(wanted: Role): boolean {
  const role = pageOwner.value?.role;
  return role !== undefined && mayActAs(role, wanted);
}

/** Tells whether the service answers at all. */
export const isReachable = signal(true);
/** Set while a call waits for somebody to sign in. */
export const signInRequest = signal<{ readonly done: (hasSignedIn: boolean) => void } | undefined>(undefined);

interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly status: number;
  readonly request_id: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
}

/** An answer that is not a success, in the reader's language. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** When it is worth trying again, as the service says. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem, retryAfter: string | null) {
    super(problem.title);
    this.problem = problem;
    this.retryAfterSeconds = retryAfter === null ? undefined : Number.parseInt(retryAfter, 10) || undefined;
  }
}

/** The service could not be reached, or what answered is not the service. */
export class UnreachableError extends Error {}

export async function call<Name extends ConsoleRouteName>(
  name: Name,
  ...[body]: keyof ConsoleBody<Name> extends never ? [] : [body: ConsoleBody<Name>]
): Promise<ConsoleAnswer<Name>> {
  const [method, path] = name.split(' ') as [string, string];
  return withSignIn(() =>
    send<ConsoleAnswer<Name>>(`/console/api/${path}`, method, body ?? (method === 'POST' ? {} : undefined), {
      'confere-csrf': consoleState.value?.operator?.csrf ?? '',
    }),
  );
}

type FactorRoute =
  | 'POST totp-begin'
  | 'POST totp-finish'
  | 'POST passkey-add-begin'
  | 'POST passkey-add'
  | 'POST sign-out';

/** A call about one's own second factor. Where the session is over, the dialog shows the way to sign in again by itself. */
export async function callForFactors<Name extends FactorRoute>(
  name: Name,
  body: ConsoleBody<Name>,
): Promise<ConsoleAnswer<Name>> {
  const { operator = null, must_enrol = null } = consoleState.value ?? {};
  const headers = { 'confere-csrf': (operator ?? must_enrol)?.csrf ?? '' };
  try {
    return await send<ConsoleAnswer<Name>>(`/console/api/${name.slice('POST '.length)}`, 'POST', body, headers);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'sign_in_required') await refreshState();
    throw error;
  }
}

/**
 * Repeats a call that met the end of a session once its operator has signed in again. The page never repeats one operator's call in the name of
 * another.
 */
export async function withSignIn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const asker = pageOwner.value?.name;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isOver = error instanceof ProblemError && error.problem.code === 'sign_in_required';
      if (!isOver || !(await askToSignIn())) throw error;
      if (asker !== undefined && asker !== pageOwner.value?.name) throw error;
    }
  }
}

/** A call of the public API with somebody's key, which is in no other place than the form that it was typed into. */
export function callApi<Answer>(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return send<Answer>(path, 'POST', body, headers);
}

/**
 * The page applies states in the order of their questions. An answer to a question from before a sign-in names no operator, however late it
 * arrives.
 */
let lastAsked = 0;
let lastShown = 0;

/** `build` is the page's own: the service says whether it has another one. */
export async function refreshState(build = ''): Promise<void> {
  const asked = ++lastAsked;
  const state = await send<ConsoleState>('/console/api/state', 'GET', undefined, { 'confere-build': build });
  if (asked >= lastShown) show(state, asked);
}

export async function signIn(typed: ConsoleBody<'POST sign-in'>): Promise<void> {
  takeState(await call('POST sign-in', typed));
}

/** Takes over the signed-in operator from an answer that has just arrived. */
export function takeState(state: ConsoleState): void {
  show(state, ++lastAsked);
}

function show(state: ConsoleState, asked: number): void {
  lastShown = asked;
  batch(() => {
    consoleState.value = state;
    if (state.operator) pageOwner.value = state.operator;
  });
}

function askToSignIn(): Promise<boolean> {
  const before = signInRequest.value;
  return new Promise((resolve) => {
    signInRequest.value = {
      done: (hasSignedIn) => {
        signInRequest.value = undefined;
        before?.done(hasSignedIn);
        resolve(hasSignedIn);
      },
    };
  });
}

/** The JSON of an answer; throws a ProblemError or an UnreachableError. */
async function send<Answer>(
  path: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        'accept-language': languageTag(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch {
    isReachable.value = false;
    throw new UnreachableError();
  }
  return takeAnswer<Answer>(response.ok, text, response.headers.get('retry-after'));
}

export function takeAnswer<Answer>(isSuccess: boolean, text: string, retryAfter: string | null): Answer {
  const value = parseJsonOrNothing(text);
  // What is no JSON is a proxy's own page, most likely: the service behind it is away.
  isReachable.value = value !== undefined;
  if (value === undefined) throw new UnreachableError();
  if (!isSuccess) throw new ProblemError(value as Problem, retryAfter);
  return value as Answer;
}

function parseJsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
