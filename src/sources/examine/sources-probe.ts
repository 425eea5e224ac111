// Examines every described party: address, certificate, clock, and credentials where a token can be fetched without asking
// about anybody.

import type { Clock } from '../../app/clock.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { createAuthentication } from '../call/credentials/authentication.ts';
import { createHttpExchange, type HttpExchange } from '../call/http-exchange.ts';
import type { EnvironmentProxy } from '../call/proxy.ts';
import { type CheckedParty, type CheckedSources, listParties } from '../read/checked-party.ts';
import { formatFaults, readSources } from '../read/read-sources.ts';
import { makeContact } from './contact.ts';
import { judgeContact, judgeOwnCertificate, judgeOwnClock } from './judge-contact.ts';

interface SourcesProbeOptions {
  /** The value is null if there is no configuration file. */
  readonly file: string | null;
  readonly findVariable: (name: string) => string | undefined;
  readonly environmentProxy: EnvironmentProxy;
  /** The purposes that a caller may name. */
  readonly findPurposes: () => readonly string[];
  readonly clock: Clock;
}

const subject = 'sources';
const contactMs = 10_000;

export function createSourcesProbe({
  file,
  findVariable,
  environmentProxy,
  findPurposes,
  clock,
}: SourcesProbeOptions): Probe {
  return {
    subject,
    run: async () => {
      if (file === null) return notConnected;
      const reading = await readSources({ file, findVariable, environmentProxy, findPurposes });
      if (reading.kind === 'invalid') {
        return formatFaults(reading.faults).map((line) =>
          fault(subject, line, 'Mend it; then: confere sources check FILE'),
        );
      }
      return examineSources(reading.sources, clock);
    },
  };
}

const notConnected = warning(
  subject,
  'No party is connected: CPF verifications with live keys answer 503.',
  'Describe them in confere.yaml: docs/sources.md',
);

async function examineSources(sources: CheckedSources, clock: Clock): Promise<readonly Finding[]> {
  const parties = listParties(sources);
  const told = formatFaults(sources.warnings).map((line) => warning(subject, line, 'Check whether it is meant.'));
  if (parties.length === 0) return [...told, notConnected];
  // At the same time: one that does not answer must not make the others wait.
  const examined = await Promise.all(parties.map((party) => examineParty(party, clock)));
  return [
    ...told,
    ...examined.flatMap(({ findings }) => findings),
    ...judgeOwnClock(examined.flatMap(({ aheadMs }) => aheadMs)),
  ];
}

interface Examined {
  readonly findings: readonly Finding[];
  readonly aheadMs: readonly number[];
}

async function examineParty(party: CheckedParty<object>, clock: Clock): Promise<Examined> {
  const { title, origin, tls, findProxy, auth, clientCertificate } = party;
  const name = `source.${party.name}`;
  const nowMs = clock.nowMs();
  const contact = await makeContact(origin, { tls, findProxy, withinMs: contactMs, clock });
  const findings = [...judgeContact(name, title, contact, nowMs)];
  if (clientCertificate !== null) findings.push(judgeOwnCertificate(name, title, clientCertificate, nowMs));
  const isFetched = auth.kind === 'oauth2_client_credentials' || auth.kind === 'oauth2_jwt_bearer';
  if (isFetched && contact.kind === 'reached') {
    findings.push(await examineCredentials(party, name, clock));
  }
  await party.thread.close();
  const aheadMs = contact.kind === 'reached' && contact.clockAheadMs !== null ? [contact.clockAheadMs] : [];
  return { findings, aheadMs };
}

/** A token says that id and secret are right. Fixed keys can only be tried by a call, which may be billed. */
async function examineCredentials(party: CheckedParty<object>, name: string, clock: Clock): Promise<Finding> {
  let exchange: HttpExchange | undefined;
  const authentication = createAuthentication(party.auth, {
    clock,
    secrets: party.secrets,
    tokenExchange: (origin) => {
      exchange = createHttpExchange({ ...party, origin, connections: 1, keepAlive: false });
      return exchange;
    },
  });
  try {
    const credentials = await authentication.authorize(AbortSignal.timeout(contactMs));
    if (credentials.kind === 'credentials') return ok(name, `${party.title}: gives us a token for our credentials.`);
    const isRefused = credentials.reason === 'authentication_failed';
    return fault(
      name,
      `${party.title}: gives us no token (${credentials.reason}).`,
      isRefused ? 'Check id, secret or key under auth with the party.' : 'Check auth.token_url; try again later.',
    );
  } finally {
    await exchange?.close();
  }
}
