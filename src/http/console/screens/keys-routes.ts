// Chaves: the keys with their limits, for everybody who is signed in; made, changed, rotated and revoked by
// administrators, through the use cases of `confere keys`. A key itself leaves once, in the answer that made it.

import { openKeyBudgets, type ReadKeyBudget } from '../../../app/budgets/key-budgets.ts';
import type { Clock } from '../../../app/clock.ts';
import { type ListPlace, toListPage } from '../../../app/key-owned/list-page.ts';
import { KeyError, type ManageKeys, toUnknownKey } from '../../../app/keys/manage-keys.ts';
import { toKeyJson, toTime } from '../../../app/keys/show-key.ts';
import {
  isKeyNetwork,
  isWebOrigin,
  networksMax,
  originsMax,
  parseCount,
  parseDuration,
  parseKeyName,
  parseRate,
} from '../../../app/keys/written-limits.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import type { KeyChanges, KeyRecord } from '../../../domain/access/api-key.ts';
import { isRealDay, toBrazilDay, toBrazilDayStartMs, toNextDay } from '../../../domain/dates/calendar.ts';
import { AppError, type Bilingual } from '../../../errors.ts';
import { getSignedIn } from '../access/gate.ts';
import type { ConsoleBody } from '../contract.ts';
import type { AddConsoleRoute, ConsoleCall, ConsoleOptions } from '../route.ts';

const keysPerPage = 100;
const overlapMsMax = 90 * 86_400_000;

export function addKeyRoutes(add: AddConsoleRoute, { keys, clock, purposes }: ConsoleOptions): void {
  const { usage } = keys;

  const manageFor = ({ signedIn }: Pick<ConsoleCall<'POST key-revoke'>, 'signedIn'>): ManageKeys =>
    keys.manageAs(toActor(getSignedIn(signedIn).operator));

  const openBudgets = () => openKeyBudgets(keys.budgets, { usage, prices: keys.prices, nowMs: clock.nowMs() });

  const toView = async (record: KeyRecord, manage: ManageKeys, budgetsOf?: ReadKeyBudget) => {
    const readBudget = budgetsOf ?? (await openBudgets());
    const nowMs = clock.nowMs();
    const { day, month } = await usage.countRequests(record.id, toBrazilDay(nowMs));
    const replaced = (await manage.find(record.id))?.replacedUntilMs ?? [];
    return {
      ...toKeyJson(record, nowMs),
      older_secrets_until: replaced.filter((untilMs) => untilMs > nowMs).map((untilMs) => toTime(untilMs)),
      last_used_at: toTime((await usage.findLastUsedMs(record.id)) ?? null),
      requests_today: day,
      requests_this_month: month,
      budgets: readBudget(record.id),
    };
  };

  add('POST key-list', async ({ body: { shown, after }, signedIn }) => {
    const manage = manageFor({ signedIn });
    const usableAtMs = shown === 'active' ? clock.nowMs() : undefined;
    const page = { after: findListPlace(after), usableAtMs };
    const { things, next } = await toListPage((limit) => manage.list({ ...page, limit }), keysPerPage);
    const readBudget = await openBudgets();
    return {
      keys: await Promise.all(things.map((record) => toView(record, manage, readBudget))),
      next: next && `${next.createdAtMs} ${next.id}`,
    };
  });

  add('POST key-create', async ({ body: { name, mode, scopes, ...limits }, signedIn }) => {
    const manage = manageFor({ signedIn });
    if (scopes.length === 0) throw toInvalidRequest(sentences.scopes);
    const wanted = { ...readChanges(limits, { clock, purposes }), name: getRead(parseKeyName(name), 'name') };
    const { key, record } = await manage.create({ ...wanted, mode, scopes });
    return { secret: key, key: await toView(record, manage) };
  });

  add('POST key-update', async ({ body: { id, name, ...limits }, signedIn }) => {
    const manage = manageFor({ signedIn });
    const changes = {
      ...readChanges(limits, { clock, purposes }),
      ...(name === null ? {} : { name: getRead(parseKeyName(name), 'name') }),
    };
    const record = await withKeyProblems(() => manage.update(id, changes));
    return { key: await toView(record, manage) };
  });

  add('POST key-rotate', async ({ body: { id, overlap }, signedIn }) => {
    const manage = manageFor({ signedIn });
    const overlapMs = getRead(parseDuration(overlap), 'overlap');
    if (overlapMs > overlapMsMax) throw toInvalidRequest(sentences.overlap);
    const { key, record } = await withKeyProblems(() => manage.rotate(id, overlapMs));
    return { secret: key, key: await toView(record, manage) };
  });

  add('POST key-revoke', async ({ body: { id, confirmed }, signedIn }) => {
    const manage = manageFor({ signedIn });
    const record = await withKeyProblems(async () => {
      if ((await manage.revoke(id, confirmed ?? undefined)) === 'unknown') throw toUnknownKey();
      const found = await manage.find(id);
      if (found === undefined) throw toUnknownKey();
      return found.record;
    });
    return { key: await toView(record, manage) };
  });
}

function findListPlace(text: string | null): ListPlace | undefined {
  const match = /^(\d{1,15}) (\S{1,64})$/.exec(text ?? '');
  return match === null ? undefined : { createdAtMs: Number(match[1]), id: match[2] as string };
}

type Limits = Omit<ConsoleBody<'POST key-update'>, 'id' | 'name'>;

/** Returns only the changes that the request contains. */
function readChanges(
  { rate, burst, concurrency, quota_day, quota_month, networks, cors_origins, purpose, expires_on }: Limits,
  { clock, purposes }: { readonly clock: Clock; readonly purposes: readonly string[] },
): KeyChanges {
  return {
    ...(rate === null ? {} : { rate: getRead(parseRate(rate), 'rate') }),
    ...(burst === null ? {} : { burst: getRead(parseCount(burst), 'count') }),
    ...(concurrency === null ? {} : { concurrency: getRead(parseCount(concurrency), 'count') }),
    ...(quota_day === null ? {} : { dailyQuota: getRead(parseCount(quota_day), 'count') }),
    ...(quota_month === null ? {} : { monthlyQuota: getRead(parseCount(quota_month), 'count') }),
    ...(networks === null ? {} : { networks: getRead(findNetworks(networks), 'networks') }),
    ...(cors_origins === null ? {} : { corsOrigins: getRead(findOrigins(cors_origins), 'origins') }),
    ...(purpose === null ? {} : { purpose: getPurpose(purpose, purposes) }),
    ...(expires_on === null ? {} : { expiresAtMs: getRead(findEnd(expires_on, clock.nowMs()), 'expires') }),
  };
}

function findNetworks(text: string): readonly string[] | null | undefined {
  const networks = [...new Set(text.split(/\s+/).filter((each) => each !== ''))];
  if (networks.length === 1 && networks[0] === 'any') return null;
  return networks.length > 0 && networks.length <= networksMax && networks.every(isKeyNetwork) ? networks : undefined;
}

function findOrigins(text: string): readonly string[] | null | undefined {
  const origins = [...new Set(text.split(/\s+/).filter((each) => each !== ''))];
  if (origins.length === 1 && origins[0] === 'none') return null;
  return origins.length > 0 && origins.length <= originsMax && origins.every(isWebOrigin) ? origins : undefined;
}

function getPurpose(text: string, purposes: readonly string[]): string | null {
  if (text === 'none') return null;
  if (!purposes.includes(text)) throw new AppError('invalid_purpose');
  return text;
}

/** A key is good until its last day in Brazil is over. */
function findEnd(text: string, nowMs: number): number | null | undefined {
  if (text === 'never') return null;
  const endMs = isRealDay(text) ? toBrazilDayStartMs(toNextDay(text)) : undefined;
  return endMs !== undefined && endMs > nowMs ? endMs : undefined;
}

async function withKeyProblems<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    if (error.fault === 'unconfirmed') throw toInvalidRequest(sentences.sandboxKey);
    throw error.fault === 'unknown' ? new AppError('key_not_found') : new AppError('key_not_changeable');
  }
}

const sentences = {
  name: { en: 'A name has 1 to 100 printable characters.', pt: 'O nome precisa ter de 1 a 100 caracteres.' },
  scopes: {
    en: 'Choose at least one thing that the key may do.',
    pt: 'Escolha ao menos uma coisa que a chave possa fazer.',
  },
  rate: {
    en: 'Write the rate as requests per s, min, h or d, such as 600/min, or: unlimited.',
    pt: 'A taxa é um número inteiro de requisições por segundo, minuto, hora ou dia; vazio é sem limite.',
  },
  count: {
    en: 'Limits and quotas are whole numbers from 1 on, or: unlimited.',
    pt: 'Limites e cotas são números inteiros a partir de 1; vazio é sem limite.',
  },
  networks: {
    en: 'Networks are IPv4 addresses or ranges (203.0.113.7, 10.0.0.0/8) and IPv6 ranges of /64 or wider (2001:db8::/48), 100 at most.',
    pt: 'Redes são endereços ou faixas IPv4 (203.0.113.7, 10.0.0.0/8) e faixas IPv6 de /64 ou maiores (2001:db8::/48), no máximo 100.',
  },
  origins: {
    en: 'Web pages are a scheme and a host as the browser writes them, without a path (https://shop.example), 20 at most.',
    pt: 'Escreva cada site como o navegador o mostra, sem caminho (https://loja.example), no máximo 20.',
  },
  expires: { en: 'The last day of a key is today or later.', pt: 'O último dia precisa ser hoje ou depois.' },
  overlap: {
    en: 'The overlap is a number and m, h or d, up to 90 days, such as 24h.',
    pt: 'A sobreposição é um número e m, h ou d, até 90 dias, por exemplo 24h.',
  },
  sandboxKey: {
    en: 'This is the sandbox key: the first page, the examples and every trial of this installation stop with it, for good. Type its id, key_sandbox, to confirm.',
    pt: 'Esta é a chave do sandbox: a página inicial, os exemplos e todos os testes desta instalação param com ela, para sempre. Para confirmar, digite o id dela: key_sandbox.',
  },
} as const satisfies Record<string, Bilingual>;

function getRead<Value>(read: Value | undefined, what: keyof typeof sentences): Value {
  if (read === undefined) throw toInvalidRequest(sentences[what]);
  return read;
}

function toInvalidRequest(detail: Bilingual): AppError {
  return new AppError('invalid_request', { detail });
}
