// Who stands behind a request to the console, and whether it may be made at all. What changes something comes from a page of the
// console itself: by the browser's own word (`Sec-Fetch-Site`, `Origin`) and by a token that no other site can read.

import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundSession } from '../../app/operators/ports.ts';
import { toCsrfToken } from '../../app/operators/sessions.ts';
import { mayActAs, type Role } from '../../domain/access/operator.ts';
import { AppError } from '../../errors.ts';

/** The `__Host-` prefix binds a cookie to one origin, to HTTPS and to every path. */
const secureCookie = '__Host-confere';
/** Browsers do not agree on secure cookies over plain HTTP to the machine itself, which nobody else can listen to. */
const loopbackCookie = 'confere-loopback';

export function findToken({ headers }: FastifyRequest): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const find = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return find(secureCookie) ?? find(loopbackCookie);
}

/** By what the browser says of the page that signs in. */
export function setToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const attributes = 'Path=/; HttpOnly; SameSite=Strict';
  const cookie = isOverHttps(request)
    ? `${secureCookie}=${token}; ${attributes}; Secure`
    : `${loopbackCookie}=${token}; ${attributes}`;
  reply.header('set-cookie', cookie);
}

export function clearToken(reply: FastifyReply): void {
  const attributes = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=0';
  reply.header('set-cookie', [`${secureCookie}=; ${attributes}; Secure`, `${loopbackCookie}=; ${attributes}`]);
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

/** For routes whose role is not `anyone`. */
export function getSignedIn(signedIn: FoundSession | undefined): FoundSession {
  if (signedIn === undefined) throw new AppError('sign_in_required');
  return signedIn;
}

function isOverHttps({ headers }: FastifyRequest): boolean {
  return headers.origin?.startsWith('https://') === true;
}

function isLoopbackPage({ headers }: FastifyRequest): boolean {
  const hostname = URL.parse(headers.origin ?? '')?.hostname ?? '';
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
