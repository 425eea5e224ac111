// `confere listen`: the events of a running service for a receiver on this machine, signed as webhooks are.

import type { Command } from 'commander';
import type { ForwardedEvent } from '../../../app/webhooks/forward-events.ts';
import type { SendOutcome } from '../../../app/webhooks/ports.ts';
import { defaultAddress, getApiKey, keyFileOption } from '../../options/service-key.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { print, printFault } from '../../terminal/terminal.ts';

interface ListenOptions {
  readonly forwardTo: string;
  readonly url: string;
  readonly keyFile?: string;
}

export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('post the new events of a key to a receiver on this machine, signed as webhooks, until Ctrl-C')
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:3000')
    .option('--url <url>', 'the service', defaultAddress)
    .option(...keyFileOption)
    .addHelpText(
      'after',
      `
So a receiver can be built without a public address. Each event is sent once; while nobody listens there, it waits. Example:
  confere listen --forward-to http://localhost:3000
  confere webhooks trigger batch.finished      # in another terminal: an event to try it with`,
    )
    .action(listen);
}

async function listen({ forwardTo, url, keyFile }: ListenOptions): Promise<void> {
  const { listenForEvents } = await import('../../../compose/commands/listen.ts');
  const order = {
    ...{ url, key: getApiKey(keyFile), forwardTo },
    onReady: (secret: string) => {
      print(`Signing secret of this receiver: ${secret}`);
      print(`It stays the same for this key. New events of ${url} go to ${forwardTo}. Ctrl-C ends this.`);
    },
    onForwarded: (forwarded: ForwardedEvent) => print(toLine(forwarded)),
    onNobody: () => printFault(`Nobody listens at ${forwardTo}. The events wait for it.`),
    onTrouble: (sentence: string) => printFault(`${url} cannot tell now, and is asked again. ${sentence}`),
  };
  await withStopSignal('Stopped.', (signal) => listenForEvents(order, signal));
}

function toLine({ event, outcome, durationMs }: ForwardedEvent): string {
  const sample = event.sample === true ? ' (sample)' : '';
  return `${event.type}${sample} ${event.id} ${toResult(outcome)} in ${durationMs} ms`;
}

function toResult(outcome: SendOutcome): string {
  return outcome.kind === 'answered' ? `status ${outcome.status}` : outcome.reason;
}
