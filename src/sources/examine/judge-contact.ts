// What a contact with a party means for its operator.

import { type Finding, fault, ok, warning } from '../../app/doctor/finding.ts';
import { judgeExpiry } from '../../domain/dates/certificate-expiry.ts';
import type { Contact } from './contact.ts';

const dayMs = 86_400_000;
/** Certificates of ninety days are renewed thirty days before their end; what is left at fourteen was forgotten. */
const expiryWarningDays = 14;
/** Beyond it, tokens and signatures with a time are refused by some. */
const clockWarningMs = 30_000;

/** `refusals` translates codes of the TLS library into sentences. Other faults are reported by their code. */
const refusals: Readonly<Record<string, readonly [says: string, advice: string]>> = {
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Tell the party; check the clock of this machine (timedatectl).'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'Check the clock of this machine (timedatectl).'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Check base_url: it must be the name that the party gave you.',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate signs itself', 'Name its authority in tls.ca_file.'],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'its authority is not known',
    'Name the authority in tls.ca_file; a proxy that opens TLS shows itself so, too.',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its authority is not known', 'Name the authority in tls.ca_file.'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['its authority is not known', 'Name the authority in tls.ca_file.'],
  ECONNREFUSED: ['nothing listens there', 'Check base_url and its port, or ask the party.'],
  ETIMEDOUT: [
    'it does not answer',
    'Check the firewall of this machine and your network; some parties let in known addresses only.',
  ],
  PROXY_AUTHENTICATION_REQUIRED: [
    'the proxy on the way wants other credentials',
    'Check proxy.username and proxy.password, or HTTPS_PROXY.',
  ],
  PROXY_REFUSED: [
    'the proxy on the way does not let us through',
    'Have the party permitted there, or name it in NO_PROXY.',
  ],
  PROXY_TIMEOUT: ['the proxy on the way does not answer', 'Check proxy.url, or HTTPS_PROXY.'],
  PROXY_ECONNREFUSED: ['nothing listens at the address of the proxy', 'Check proxy.url, or HTTPS_PROXY.'],
  PROXY_ENOTFOUND: ['the proxy on the way has no address', 'Check proxy.url, or HTTPS_PROXY.'],
  EHOSTUNREACH: ['there is no way to it', 'Check the network of this machine.'],
  ENETUNREACH: ['there is no way to it', 'Check the network of this machine.'],
};

export function judgeContact(subject: string, title: string, contact: Contact, nowMs: number): readonly Finding[] {
  if (contact.kind === 'no_address') {
    const says = `${title}: ${contact.host} has no address (${contact.code}).`;
    return [fault(subject, says, 'Check base_url, and the name servers of this machine.')];
  }
  if (contact.kind === 'refused') {
    const [says, advice] = refusals[contact.code] ?? [
      'it cannot be reached',
      'Look the code up; then try: confere sources try NAME',
    ];
    return [fault(subject, `${title}: ${says} (${contact.code}).`, advice)];
  }
  return [
    ...judgeCertificate(subject, title, contact.certificateEndsMs, nowMs),
    ...judgeClock(subject, title, contact.clockAheadMs),
  ];
}

function judgeCertificate(subject: string, title: string, endsMs: number | null, nowMs: number): readonly Finding[] {
  if (endsMs === null || Number.isNaN(endsMs)) return [ok(subject, `${title}: reached, without TLS.`)];
  const day = new Date(endsMs).toISOString().slice(0, 10);
  return endsMs - nowMs < expiryWarningDays * dayMs
    ? [warning(subject, `${title}: reached; its certificate ends on ${day}.`, 'Ask the party when it is renewed.')]
    : [ok(subject, `${title}: reached; its certificate ends on ${day}.`)];
}

function judgeClock(subject: string, title: string, aheadMs: number | null): readonly Finding[] {
  if (aheadMs === null || Math.abs(aheadMs) <= clockWarningMs) return [];
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const says = `${title}: its clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ours.`;
  return [warning(subject, says, 'Check this machine first (timedatectl); tell the party if ours is right.')];
}

/** One party may be wrong about the time. When all who tell it say the same, it is us. */
export function judgeOwnClock(aheadMs: readonly number[]): readonly Finding[] {
  const isOff = (sign: number) => aheadMs.length >= 2 && aheadMs.every((ms) => ms * sign > clockWarningMs);
  if (!isOff(1) && !isOff(-1)) return [];
  const says = `All ${aheadMs.length} parties say that the clock of this machine is ${isOff(1) ? 'behind' : 'ahead'}.`;
  return [fault('clock', says, 'Set it by NTP: timedatectl set-ntp true. The times in the audit would be wrong.')];
}

/** Our own certificate for mutual TLS. */
export function judgeOwnCertificate(
  subject: string,
  title: string,
  { startsMs, endsMs }: { readonly startsMs: number; readonly endsMs: number },
  nowMs: number,
): Finding {
  const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const { urgency, daysLeft } = judgeExpiry(endsMs, nowMs);
  if (urgency === 'ended') {
    const says = `${title}: our certificate ended on ${toDay(endsMs)}.`;
    return fault(subject, says, `The party refuses every call. ${renewal}`);
  }
  if (nowMs < startsMs) {
    const says = `${title}: our certificate is not valid before ${toDay(startsMs)}.`;
    return fault(subject, says, 'Use the former one until then, or check the clock of this machine (timedatectl).');
  }
  const says = `${title}: our certificate ends on ${toDay(endsMs)}, in ${daysLeft} days.`;
  if (urgency === 'none') return ok(subject, says);
  const advice = { plan: 'Order its successor.', renew: 'Renew it now.', urgent: 'Renew it today.' }[urgency];
  return warning(subject, says, `${advice} ${renewal}`);
}

const renewal = 'Then replace the file that tls names and send the service SIGHUP.';
