// `confere webhooks …`: where events go, what was delivered, and what was not. A signing secret is shown once, when it is made.

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type EventType, eventTypes } from '../../../app/events/ports.ts';
import { toTime } from '../../../app/keys/show-key.ts';
import { parseDuration } from '../../../app/keys/written-limits.ts';
import type { ManageWebhooks } from '../../../app/webhooks/manage-webhooks.ts';
import { type Delivery, type DeliveryState, deliveryStates, type SendFailure } from '../../../app/webhooks/ports.ts';
import { loadConfig } from '../../../config.ts';
import { sandboxKeyId } from '../../../domain/access/api-key.ts';
import { OperatorError } from '../../../errors.ts';
import { upTo } from '../../options/whole-number.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';

interface JsonOption {
  readonly json?: boolean;
}

interface ListOptions extends JsonOption {
  readonly state?: DeliveryState;
  readonly limit: number;
}

const limitMax = 10_000;

export function addWebhooksCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('manage the endpoints of events, and see what Confere delivered');

  webhooks
    .command('add')
    .description('create an endpoint for the events of a key and show its signing secret once')
    .argument('<url>', 'the address of the endpoint, such as https://example.com/confere')
    .requiredOption('--key <id>', 'the key whose events it gets: the id that `keys list` shows')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Confere signs every call as standardwebhooks.com says. It refuses loopback, private and link-local addresses now and at every call, unless
webhooks.allowed_networks names them. Example:
  confere webhooks add https://example.com/confere --key key_1a2b`,
    )
    .action((url: string, { key, json }: JsonOption & { key: string }) =>
      use((all) => add(all, url, key, json === true)),
    );

  webhooks
    .command('list')
    .description('show the endpoints, without their secrets')
    .option('--json', 'print JSON')
    .action(({ json }: JsonOption) => use((all) => list(all, json === true)));

  webhooks
    .command('remove')
    .description('delete an endpoint and its pending events')
    .argument('<id>', 'the id that `webhooks list` shows')
    .option('--json', 'print JSON')
    .action((id: string, { json }: JsonOption) =>
      use(async (all) => {
        await all.remove(id);
        say(json === true, { id, removed: true }, `Removed: ${id}`);
      }),
    );

  webhooks
    .command('rotate')
    .description(
      'give an endpoint a new signing secret and show it once; the old one also signs until the overlap is over',
    )
    .argument('<id>', 'the id that `webhooks list` shows')
    .requiredOption('--overlap <duration>', 'such as 24h; 0h ends the old secret now', readDuration)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
During the overlap every call carries two signatures, so a receiver that knows either secret accepts it. Example:
  confere webhooks rotate wh_1a2b3c4d5e6f7081 --overlap 24h`,
    )
    .action((id: string, { overlap, json }: JsonOption & { overlap: number }) =>
      use((all) => rotate(all, id, overlap, json === true)),
    );

  webhooks
    .command('test')
    .description('send an event of type webhook.test to an endpoint now, and show the result')
    .argument('<id>', 'the id that `webhooks list` shows')
    .option('--queue', 'let a running service make the call, as it makes all others')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Ends with 1 if the endpoint did not accept it. This machine makes the call itself, and neither keeps nor repeats it.`,
    )
    .action((id: string, { queue, json }: JsonOption & { queue?: boolean }) =>
      use((all) => (queue === true ? enqueueTest(all, id, json === true) : test(all, id, json === true))),
    );

  webhooks
    .command('trigger')
    .description(
      'tell a test key of an event that never happened: its endpoints get it, and `confere listen` forwards it',
    )
    .addArgument(new Argument('<type>', 'the type of the event').choices(eventTypes))
    .option('--key <id>', 'the test key that is told', sandboxKeyId)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The event carries "sample": true, and what its data names does not exist. Example:
  confere webhooks trigger batch.finished`,
    )
    .action((type: EventType, { key, json }: JsonOption & { key: string }) =>
      use((all) => trigger(all, type, key, json === true)),
    );

  webhooks
    .command('deliveries')
    .description('show sent and waiting deliveries, the latest first; --state dead lists the abandoned ones')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(deliveryStates))
    .option('--limit <count>', 'at most this many', upTo(limitMax), 50)
    .option('--json', 'print JSON')
    .action((options: ListOptions) => use((all) => deliveries(all, options)));

  webhooks
    .command('show')
    .description('show one delivery with its content')
    .argument('<id>', 'the id that `webhooks deliveries` shows')
    .option('--json', 'print JSON')
    .action((id: string, { json }: JsonOption) => use((all) => show(all, id, json === true)));

  webhooks
    .command('resend')
    .description('send deliveries again, with the same id')
    .argument('[ids...]', 'the ids that `webhooks deliveries` shows')
    .option('--dead', 'all dead deliveries')
    .option('--json', 'print JSON')
    .action((ids: string[], options: JsonOption & { dead?: boolean }) => use((all) => resend(all, ids, options)));
}

async function use(run: (webhooks: ManageWebhooks) => Promise<void>): Promise<void> {
  const { withWebhooks } = await import('../../../compose/commands/webhooks.ts');
  await withWebhooks(loadConfig(), run);
}

async function add(all: ManageWebhooks, url: string, key: string, asJson: boolean): Promise<void> {
  const { id, keyId, secret, ...made } = await all.add(url, key);
  if (asJson) return printJson({ id, key_id: keyId, url: made.url, secret });
  print(`${id} for the events of ${keyId}\n`);
  print(`Signing secret, shown only now: ${secret}\n`);
  print(`Try it: confere webhooks test ${id}`);
}

async function rotate(all: ManageWebhooks, id: string, overlapMs: number, asJson: boolean): Promise<void> {
  const { keyId, secret, previousUntilMs } = await all.rotate(id, overlapMs);
  if (asJson) return printJson({ id, key_id: keyId, secret, previous_secret_until: toTime(previousUntilMs) });
  print(`New signing secret, shown only now: ${secret}\n`);
  if (previousUntilMs === null) print('The old one signs nothing any more.');
  else print(`The old one signs as well until ${toTime(previousUntilMs)}: put the new one in place before.`);
}

async function enqueueTest(all: ManageWebhooks, id: string, asJson: boolean): Promise<void> {
  const delivery = await all.enqueueTest(id);
  say(asJson, { id: delivery }, `In the queue: ${delivery}. See: confere webhooks show ${delivery}`);
}

async function trigger(all: ManageWebhooks, type: EventType, key: string, asJson: boolean): Promise<void> {
  const events = await all.trigger(type, key);
  say(asJson, { key_id: key, type, events }, `${key} is told of a sample of ${type}: ${events.join(' ')}`);
}

const reasonHints: Readonly<Record<SendFailure, string>> = {
  row_damaged: 'the stored row does not open; see ConfereRowFault in docs/operations.md',
  address_refused: 'the address leads where webhooks may not go; see webhooks.allowed_networks and webhooks.allow_http',
  name_not_found: 'the name cannot be looked up from this machine',
  connection_failed: 'nobody takes the connection, or its certificate is not believed',
  timeout: 'there was no answer within webhooks.deadline_ms',
  invalid_answer: 'what came back is not HTTP',
};

async function test(all: ManageWebhooks, id: string, asJson: boolean): Promise<void> {
  const { outcome, isTaken, durationMs, ...call } = await all.test(id);
  const status = outcome.kind === 'answered' ? outcome.status : null;
  const reason = outcome.kind === 'failed' ? outcome.reason : null;
  if (asJson) {
    const { url, signatureHeader: header, signatures } = call;
    const signed = { signature_header: header, signatures };
    printJson({ id: call.id, url, delivered: isTaken, status, reason, duration_ms: durationMs, ...signed });
  } else {
    const result = reason === null ? `status ${status}` : `${reason}: ${reasonHints[reason]}`;
    print(`${isTaken ? 'Delivered' : 'Not delivered'} in ${durationMs} ms: ${result}`);
    print(
      `Signed in ${call.signatureHeader}${call.signatures > 1 ? `, by ${call.signatures} secrets` : ''}; webhook-id ${call.id}`,
    );
  }
  if (!isTaken) process.exitCode = 1;
}

async function list(all: ManageWebhooks, asJson: boolean): Promise<void> {
  const endpoints = await all.list();
  if (asJson) {
    printJson(
      endpoints.map(({ id, keyId, url, createdAtMs }) => ({ id, key_id: keyId, url, created_at: toTime(createdAtMs) })),
    );
  } else if (endpoints.length === 0) print('There are no endpoints. Add one: confere webhooks add URL --key ID');
  else {
    printTable(
      ['ID', 'KEY', 'SINCE', 'URL'],
      endpoints.map(({ id, keyId, url, createdAtMs }) => [id, keyId, toTime(createdAtMs), url]),
    );
  }
}

async function deliveries(all: ManageWebhooks, { state, limit, json }: ListOptions): Promise<void> {
  const found = await all.deliveries({ state: state ?? null, limit });
  if (json) printJson(found.map(toDeliveryJson));
  else if (found.length === 0) print('There are none.');
  else {
    printTable(
      ['ID', 'EVENT', 'STATE', 'ATTEMPTS', 'LAST', 'ENDPOINT', 'MADE'],
      found.map((one) => [
        one.id,
        one.event,
        one.state,
        String(one.attempts),
        one.lastOutcome ?? '',
        one.endpointId,
        toTime(one.createdAtMs),
      ]),
    );
  }
}

async function show(all: ManageWebhooks, id: string, asJson: boolean): Promise<void> {
  const { body, ...delivery } = await all.show(id);
  const shown = { ...toDeliveryJson(delivery), body: JSON.parse(body) as unknown };
  if (asJson) return printJson(shown);
  for (const [name, value] of Object.entries(shown)) {
    print(`${name.padEnd(13)}${name === 'body' ? JSON.stringify(value, null, 2) : String(value ?? '')}`);
  }
}

async function resend(
  all: ManageWebhooks,
  ids: readonly string[],
  { dead, json }: JsonOption & { dead?: boolean },
): Promise<void> {
  if (ids.length === 0 && dead !== true)
    throw new OperatorError('Name the deliveries to send again, or --dead for all of those.');
  const given = dead === true ? await all.deliveries({ state: 'dead', limit: limitMax }) : [];
  const wanted = [...new Set([...ids, ...given.map(({ id }) => id)])];
  for (const id of wanted) await all.resend(id);
  say(json === true, { resent: wanted }, `${wanted.length} in the queue; a running service sends them.`);
}

function toDeliveryJson(delivery: Omit<Delivery, 'sealedBody'>) {
  return {
    id: delivery.id,
    webhook_id: delivery.endpointId,
    event: delivery.event,
    state: delivery.state,
    attempts: delivery.attempts,
    last_outcome: delivery.lastOutcome,
    created_at: toTime(delivery.createdAtMs),
    due_at: delivery.state === 'pending' ? toTime(delivery.dueAtMs) : null,
    settled_at: delivery.settledAtMs === null ? null : toTime(delivery.settledAtMs),
  };
}

function say(asJson: boolean, value: object, text: string): void {
  if (asJson) printJson(value);
  else print(text);
}

function readDuration(text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs === undefined) throw new InvalidArgumentError('Write a number and m, h, d or y, such as 24h.');
  return durationMs;
}
