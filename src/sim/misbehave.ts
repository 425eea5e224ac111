// The wire side of every fault. It writes to raw sockets on purpose: no HTTP library would send most of this.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { completeCnpj } from '../domain/numbers/cnpj.ts';
import { completeCpf } from '../domain/numbers/cpf.ts';
import type { Fault } from './faults.ts';
import type { WireFormat } from './formats/wire-format.ts';
import type { Random } from './latency.ts';
import { send, toHeaders } from './wire.ts';

export interface Exchange {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** What the party would have said. */
  readonly honest: { readonly status: number; readonly body: unknown; readonly text: string };
  readonly format: WireFormat;
  /** The number that was asked about, where there is one. */
  readonly subject: string | undefined;
  readonly requestsOnSocket: number;
  /** Since this fault was set. */
  readonly elapsedMs: number;
  /** An address that counts whoever follows a redirect. */
  readonly trapUrl: string;
  readonly random: Random;
}

/** Takes over the answer and says so; `false` leaves it to the honest one. */
export function misbehave(fault: Fault, exchange: Exchange): boolean {
  const { response, socket, honest, format } = exchange;
  switch (fault.kind) {
    case 'none':
    case 'slow':
      return false;
    case 'refused':
    case 'reset':
      socket.resetAndDestroy();
      return true;
    case 'reset_reused':
      if (exchange.requestsOnSocket === 1) return false;
      socket.resetAndDestroy();
      return true;
    case 'flapping':
      if (exchange.elapsedMs % (fault.upMs + fault.downMs) < fault.upMs) return false;
      socket.resetAndDestroy();
      return true;
    case 'black_hole':
      return true;
    case 'drip_headers':
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, fault.everyMs, (count) => `X-Drip-${count}: drip\r\n`);
      return true;
    case 'endless_headers':
      socket.write('HTTP/1.1 200 OK\r\n');
      flood(socket, Number.POSITIVE_INFINITY, Buffer.from('X-Endless: header\r\n'.repeat(64)), () => socket.destroy());
      return true;
    case 'drip_body':
      response.writeHead(honest.status, toHeaders(format, honest.text));
      drip(response, fault.everyMs, (count) => honest.text[count]);
      return true;
    case 'garbage':
      send(response, 200, format, toNoise(exchange.random));
      return true;
    case 'not_http':
      socket.end(toNoise(exchange.random));
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sistema em manutenção</body></html>');
      return true;
    case 'truncated':
      response.writeHead(honest.status, toHeaders(format, honest.text));
      response.write(half(honest.text), format.encoding, () => socket.destroy());
      return true;
    case 'half_json':
      send(response, honest.status, format, half(honest.text));
      return true;
    case 'wrong_types':
      send(response, honest.status, format, format.writeWrongTypes(honest.body));
      return true;
    case 'huge_score':
      send(response, honest.status, format, format.toHugeScore(honest.text));
      return true;
    case 'proto':
      send(response, honest.status, format, format.toProto(honest.text));
      return true;
    case 'wrong_person':
      send(
        response,
        honest.status,
        format,
        honest.text.replaceAll(exchange.subject ?? '', toSomeoneElse(exchange.subject)),
      );
      return true;
    case 'redirect':
      response.writeHead(307, { location: exchange.trapUrl }).end();
      return true;
    case 'huge':
      response.writeHead(200, { 'content-type': format.type });
      response.write(format.padding[0]);
      flood(response, fault.bytes, Buffer.alloc(65_536, 'x'), () => response.end(format.padding[1]));
      return true;
    case 'gzip_bomb':
      response.writeHead(200, { 'content-type': format.type, 'content-encoding': 'gzip' }).end(toGzipBomb());
      return true;
    case 'status':
      if (fault.retryAfterSeconds !== undefined) response.setHeader('retry-after', fault.retryAfterSeconds);
      send(response, fault.status, format, format.simulated);
      return true;
  }
}

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

let gzipBomb: Buffer | undefined;

/** One megabyte on the wire, one gigabyte inflated: members of a gzip stream may simply follow one another. */
function toGzipBomb(): Buffer {
  if (gzipBomb === undefined) {
    const member = gzipSync(Buffer.alloc(1_048_576, ' '));
    gzipBomb = Buffer.concat(Array.from({ length: 1024 }, () => member));
  }
  return gzipBomb;
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
