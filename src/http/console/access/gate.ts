// Who stands behind a request to the console, and whether it may be made at all. What changes something comes from a page of the
// console itself: by the browser's own word (`Sec-Fetch-Site`, `Origin`) and by a token that no other site can read.

import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundSession } from '../../../app/operators/ports.ts';
import { toCsrfToken } from '../../../app/operators/sessions.ts';
import { mayActAs, type Role } from '../../../domain/access/operator.ts';
import { AppError } from '../../../errors.ts';

/**
 * The `__Host-` prefix binds a cookie to one host, to HTTPS and to every path. Browsers disagree on secure cookies over plain HTTP to the machine
 * itself, where no other machine can listen. Any sibling of a host can plant a cookie without the prefix, so only the machine's own names have such
 * cookies. No cookie is bound to a port. The cookie's name is, so that two installations on one host leave each other's sessions alone.
 */
const cookieNames = {
  session: { secure: '__Host-confere', loopback: 'confere-loopback' },
  device: { secure: '__Host-confere-device', loopback: 'confere-loopback-device' },
  sso: { secure: '__Host-confere-sso', loopback: 'confere-loopback-sso' },
} as const;
const attributes = 'Path=/; HttpOnly; SameSite=Strict';
/** Brought along by a browser that another site leads here, which is what a provider of single sign-on does. */
const laxAttributes = 'Path=/; HttpOnly; SameSite=Lax';

export type ConsoleCookie = keyof typeof cookieNames;

export function findCookie(request: FastifyRequest, kind: ConsoleCookie): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const port = toPortMark(request);
  const find = (name: string) =>
    cookies.find((cookie) => cookie.startsWith(`${name}${port}=`))?.slice(name.length + port.length + 1);
  return find(cookieNames[kind].secure) ?? (isLoopbackHost(request) ? find(cookieNames[kind].loopback) : undefined);
}

export function findToken(request: FastifyRequest): string | undefined {
  return findCookie(request, 'session');
}

interface SetCookie {
  readonly kind: ConsoleCookie;
  readonly value: string;
  /** The value undefined keeps the cookie until the browser is closed. */
  readonly seconds?: number;
  /** The default follows the browser's description of the page that signs in. */
  readonly isSecure?: boolean;
}

export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: SetCookie): void {
  const { kind, value, seconds, isSecure = isOverHttps(request) } = cookie;
  const { secure, loopback } = cookieNames[kind];
  const life = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const rules = `${kind === 'sso' ? laxAttributes : attributes}${life}`;
  const port = toPortMark(request);
  const text = isSecure ? `${secure}${port}=${value}; ${rules}; Secure` : `${loopback}${port}=${value}; ${rules}`;
  reply.header('set-cookie', text);
}

export function clearToken(request: FastifyRequest, reply: FastifyReply): void {
  const port = toPortMark(request);
  const { secure, loopback } = cookieNames.session;
  const gone = `${attributes}; Max-Age=0`;
  reply.header('set-cookie', [`${secure}${port}=; ${gone}; Secure`, `${loopback}${port}=; ${gone}`]);
}

/** Returns a mark for the port of the address that the browser requested, or an empty text for the usual port. */
function toPortMark({ headers }: FastifyRequest): string {
  const port = /:(\d{1,5})$/.exec(headers.host ?? '')?.[1];
  return port === undefined ? '' : `-${port}`;
}

/** Throws `https_required` for a page that came over an open network. */
export function refuseOpenNetwork(request: FastifyRequest): void {
  if (!isOverHttps(request) && !isLoopbackPage(request)) throw new AppError('https_required');
}

/** Throws `cross_site_refused` for what a page of another site, or none at all, has sent. */
export function refuseCrossSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isOwnOrigin = origin !== undefined && URL.parse(origin)?.host === host;
  if (!isOwnOrigin || (site !== undefined && site !== 'same-origin')) throw new AppError('cross_site_refused');
}

export function refuseWithoutCsrf({ headers }: FastifyRequest, token: string): void {
  const given = Buffer.from(String(headers['confere-csrf'] ?? ''));
  const expected = Buffer.from(toCsrfToken(token));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('cross_site_refused');
}

export function refuseLowRole(found: FoundSession | undefined, needed: Role): void {
  if (found === undefined) throw new AppError('sign_in_required');
  if (!mayActAs(found.operator.role, needed)) throw new AppError('role_too_low');
}

/** Returns the session for routes whose role is not `anyone`. */
export function getSignedIn(signedIn: FoundSession | undefined): FoundSession {
  if (signedIn === undefined) throw new AppError('sign_in_required');
  return signedIn;
}

function isOverHttps({ headers }: FastifyRequest): boolean {
  return headers.origin?.startsWith('https://') === true;
}

function isLoopbackPage({ headers }: FastifyRequest): boolean {
  return isLoopback(headers.origin);
}

function isLoopbackHost({ headers }: FastifyRequest): boolean {
  return isLoopback(`http://${headers.host}`);
}

function isLoopback(address = ''): boolean {
  const hostname = URL.parse(address)?.hostname ?? '';
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
