// The wire side of every fault. It writes to raw sockets on purpose: no HTTP library would send most of this.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { completeCnpj } from '../domain/numbers/cnpj.ts';
import { completeCpf } from '../domain/numbers/cpf.ts';
import type { Fault } from './faults.ts';
import type { WireFormat } from './formats/wire-format.ts';
import type { Random } from './latency.ts';
import { sendInFormat, toHeaders } from './wire.ts';

export interface Exchange {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** `honest` holds the answer that the party would have given. */
  readonly honest: { readonly status: number; readonly body: unknown; readonly text: string };
  readonly format: WireFormat;
  /** The number that was asked about, where there is one. */
  readonly subject: string | undefined;
  readonly requestsOnSocket: number;
  /** `elapsedMs` counts the time since this fault was set. */
  readonly elapsedMs: number;
  /** The address counts the callers that follow a redirect. */
  readonly trapUrl: string;
  readonly random: Random;
}

/** Takes over the answer and says so; `false` leaves it to the honest one. */
export function misbehave(fault: Fault, exchange: Exchange): boolean {
  if (isHonest(fault, exchange)) return false;
  const spoil = spoilers[fault.kind] as (exchange: Exchange, fault: Fault) => void;
  spoil(exchange, fault);
  return true;
}

function isHonest(fault: Fault, { requestsOnSocket, elapsedMs }: Exchange): boolean {
  if (fault.kind === 'reset_reused') return requestsOnSocket === 1;
  if (fault.kind === 'flapping') return elapsedMs % (fault.upMs + fault.downMs) < fault.upMs;
  return fault.kind === 'none' || fault.kind === 'slow';
}

type Spoilers = {
  readonly [Kind in Fault['kind']]: (exchange: Exchange, fault: Extract<Fault, { readonly kind: Kind }>) => void;
};

const nothing = (): void => {};
const reset = ({ socket }: Exchange): void => void socket.resetAndDestroy();
const say = ({ response, honest, format }: Exchange, text: string): void =>
  sendInFormat(response, honest.status, format, text);

const spoilers: Spoilers = {
  none: nothing,
  slow: nothing,
  black_hole: nothing,
  refused: reset,
  reset,
  reset_reused: reset,
  flapping: reset,
  drip_headers({ socket }, { everyMs }) {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, everyMs, (count) => `X-Drip-${count}: drip\r\n`);
  },
  endless_headers({ socket }) {
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, Number.POSITIVE_INFINITY, Buffer.from('X-Endless: header\r\n'.repeat(64)), () => socket.destroy());
  },
  drip_body({ response, honest, format }, { everyMs }) {
    response.writeHead(honest.status, toHeaders(format, honest.text));
    drip(response, everyMs, (count) => honest.text[count]);
  },
  garbage: ({ response, format, random }) => sendInFormat(response, 200, format, toNoise(random)),
  not_http: ({ socket, random }) => socket.end(toNoise(random)),
  html: ({ response }) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sistema em manutenção</body></html>'),
  truncated({ response, socket, honest, format }) {
    response.writeHead(honest.status, toHeaders(format, honest.text));
    response.write(half(honest.text), format.encoding, () => socket.destroy());
  },
  half_json: (exchange) => say(exchange, half(exchange.honest.text)),
  wrong_types: (exchange) => say(exchange, exchange.format.writeWrongTypes(exchange.honest.body)),
  huge_score: (exchange) => say(exchange, exchange.format.toHugeScore(exchange.honest.text)),
  proto: (exchange) => say(exchange, exchange.format.toProto(exchange.honest.text)),
  wrong_person: (exchange) =>
    say(exchange, exchange.honest.text.replaceAll(exchange.subject ?? '', toSomeoneElse(exchange.subject))),
  redirect: ({ response, trapUrl }) => response.writeHead(307, { location: trapUrl }).end(),
  huge({ response, format }, { bytes }) {
    response.writeHead(200, { 'content-type': format.type });
    response.write(format.padding[0]);
    flood(response, bytes, Buffer.alloc(65_536, 'x'), () => response.end(format.padding[1]));
  },
  gzip_bomb: ({ response, format }) =>
    response.writeHead(200, { 'content-type': format.type, 'content-encoding': 'gzip' }).end(toGzipBomb()),
  status({ response, format }, { status, retryAfterSeconds }) {
    if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
    sendInFormat(response, status, format, format.simulated);
  },
};

interface Sink {
  readonly destroyed: boolean;
  write(chunk: string | Buffer): boolean;
  end(): unknown;
  once(event: 'drain' | 'close', listener: () => void): unknown;
}

/** One piece at a time until there are no more; a sink that closes stops it. */
function drip(sink: Sink, everyMs: number, pieceAt: (count: number) => string | undefined): void {
  let count = 0;
  const timer = setInterval(() => {
    const piece = pieceAt(count++);
    if (piece !== undefined) {
      sink.write(piece);
      return;
    }
    clearInterval(timer);
    sink.end();
  }, everyMs);
  sink.once('close', () => clearInterval(timer));
}

/** As much as the other side takes, at its own pace, so that the simulator itself holds next to nothing. */
function flood(sink: Sink, bytes: number, chunk: Buffer, done: () => void): void {
  let left = bytes;
  const pump = (): void => {
    while (left > 0) {
      if (sink.destroyed) return;
      left -= chunk.length;
      if (!sink.write(chunk)) {
        sink.once('drain', pump);
        return;
      }
    }
    done();
  };
  pump();
}

let gzipMember: Buffer | undefined;

/** One megabyte on the wire, one gigabyte inflated: members of a gzip stream may simply follow one another. */
function toGzipBomb(): Buffer {
  gzipMember ??= gzipSync(Buffer.alloc(1_048_576, ' '));
  return Buffer.concat(new Array<Buffer>(1024).fill(gzipMember));
}

function toNoise(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 512 }, () => 128 + Math.floor(random() * 128)));
}

function toSomeoneElse(subject: string | undefined): string {
  if (subject === undefined) return '';
  const base = subject.slice(0, -2);
  const other = `${base.slice(0, -1)}${(Number(base.at(-1)) + 1) % 10}`;
  return subject.length === 11 ? completeCpf(other) : completeCnpj(other);
}

function half(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}
