// The files of deploy/, used: the image's files started, its update stopped, systemd's own judgement, nginx and Caddy in front of the service.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findFreePort } from '../../support/free-port.ts';
import { findCaddy, findNginx, findSystemdAnalyze } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { startParty } from '../../support/parties/party-server.ts';
import { createHome, createKey, startProcess } from '../../support/service/process.ts';
import { gatherText } from '../../support/texts.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');

test('what the image copies is all that a release needs, which serves, and its health check tells', async () => {
  // Not where output is searched: it is code.
  const build = mkdtempSync(join(tmpdir(), 'confere-image-'));
  for (const [, words = ''] of read('docker/Dockerfile').matchAll(/^COPY (?!--)(.*)$/gm)) {
    const sources = words.split(' ').slice(0, -1);
    for (const source of sources) {
      cpSync(join(root, source), join(build, source), {
        recursive: true,
        filter: (path) => !path.endsWith('.test.ts'),
      });
    }
  }
  symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'));
  const image = join(build, 'image');
  execFileSync(process.execPath, ['scripts/release.ts', image], { cwd: build });
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'));
  const home = createHome();
  const port = await findFreePort();
  const env = { PATH: '/usr/bin:/bin', ...home.env, CONFERE_ADMIN_PORT: String(port) };
  const child = spawn(join(image, 'bin/confere'), ['serve'], { cwd: home.directory, env });
  const ended = once(child, 'exit');
  try {
    const output = gatherText(child.stdout, child.stderr);
    await expect.poll(output).toMatch(/listens on \S+/);
    const address = /listens on (\S+)/.exec(output())?.[1];
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    for (const path of ['/', '/docs', '/docs/manual', '/openapi.json']) {
      expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200]);
    }
    // The health check of the image, as the engine runs it.
    const check = /CMD \["\/opt\/confere\/node", "-e", "(.*)"\]/.exec(read('docker/Dockerfile'))?.[1] as string;
    const run = (script: string) => spawnSync(process.execPath, ['-e', script]).status;
    await expect.poll(() => run(check.replace('9090', String(port)))).toBe(0);
    expect(run(check.replace('9090', '1'))).toBe(1);
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(build, { recursive: true });
  }
});

test.each([
  ['registry-update', 'registry update'],
  ['lists-update', 'lists update --due'],
  ['audit-verify', 'audit verify'],
])('the container %s ends with what it runs when it is told to stop', async (name, words) => {
  const { services } = parse(read('docker/compose.yaml'), { merge: true });
  const script = (services[name].command[0] as string).replaceAll('$$', '$');
  const folder = createOutputDirectory('update');
  const marker = join(folder, 'told');
  writeFileSync(
    join(folder, 'confere'),
    `#!/bin/sh\necho "$*" > ${marker}.new; mv ${marker}.new ${marker}\ntrap 'echo stopped >> ${marker}; exit 130' TERM\nwhile :; do sleep 0.05; done\n`,
  );
  chmodSync(join(folder, 'confere'), 0o755);
  const child = spawn('/bin/sh', ['-c', script], { env: { PATH: `${folder}:/usr/bin:/bin` } });
  await expect.poll(() => existsSync(marker)).toBe(true);
  // The stand-in says what it was asked before it listens to signals.
  await expect
    .poll(() => {
      child.kill('SIGTERM');
      return readFileSync(marker, 'utf8');
    })
    .toBe(`${words}\nstopped\n`);
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});

test.each(['compose.yaml', 'compose.several.yaml'])(
  'the proof of %s runs each step after the one before, and tells the health check of the first that fails',
  async (file) => {
    const { services } = parse(read(`docker/${file}`), { merge: true });
    const proof = services['audit-verify'];
    const folder = createOutputDirectory('proof');
    const [told, failing] = [join(folder, 'told'), join(folder, 'failing')];
    const inFolder = (script: string) => script.replaceAll('$$', '$').replaceAll('/tmp/', `${folder}/`);
    writeFileSync(join(folder, 'confere'), `#!/bin/sh\necho "$*" >> ${told}\n! grep -qx "$*" ${failing}\n`);
    chmodSync(join(folder, 'confere'), 0o755);
    const isHealthy = () => spawnSync('/bin/sh', ['-c', inFolder(proof.healthcheck.test[1])]).status === 0;
    for (const [fails, steps, healthy] of [
      ['audit reconcile', ['audit verify', 'audit reconcile'], false],
      ['nothing', ['audit verify', 'audit reconcile'], true],
      ['audit verify', ['audit verify'], false],
    ] as const) {
      writeFileSync(failing, `${fails}\n`);
      writeFileSync(told, '');
      // One round: the pause ends it.
      const once = inFolder(proof.command[0]).replace('run sleep 86400', 'exit 7');
      const { status } = spawnSync('/bin/sh', ['-c', once], { env: { PATH: `${folder}:/usr/bin:/bin` } });
      expect(status).toBe(7);
      expect(readFileSync(told, 'utf8').trim().split('\n')).toEqual(steps);
      expect(isHealthy()).toBe(healthy);
    }
  },
);

describe('systemd', () => {
  const analyze = findSystemdAnalyze();
  if (analyze === undefined) process.stderr.write('SKIPPED: no systemd-analyze on this machine.\n');

  test.runIf(analyze)('accepts the units, and rates their exposure below 2 of 10', () => {
    const folder = createOutputDirectory('units');
    const names = [
      'confere.service',
      'confere-registry-update.service',
      'confere-lists-update.service',
      'confere-audit-verify.service',
      'confere-registry-update.timer',
      'confere-lists-update.timer',
      'confere-audit-verify.timer',
    ];
    for (const name of names) {
      writeFileSync(join(folder, name), read(`systemd/${name}`).replaceAll('/opt/confere', root));
    }
    const paths = names.map((name) => join(folder, name));
    const verified = spawnSync(analyze as string, ['verify', ...paths], { encoding: 'utf8' });
    const ours = verified.stderr.split('\n').filter((line) => line.includes('confere'));
    expect(ours).toEqual([]);
    for (const path of paths.filter((each) => each.endsWith('.service'))) {
      const judged = spawnSync(analyze as string, ['security', '--offline=yes', '--threshold=20', path]);
      expect([path, judged.status]).toEqual([path, 0]);
    }
  });
});

const certificates = join(root, 'test/support/certificates');

/** The file of deploy/proxy for one node or for two, with the ports of these. */
function readProxy(name: string, nodes: readonly number[]): string {
  const addresses = nodes.length === 1 ? ['127.0.0.1:8080'] : ['10.0.0.11:8080', '10.0.0.12:8080'];
  return addresses.reduce(
    (text, address, index) => text.replace(address, `127.0.0.1:${nodes[index]}`),
    read(nodes.length === 1 ? `proxy/${name}` : `proxy/several.${name}`),
  );
}

/** Listens on `port` for the service on the other ones; gives back what ends it. */
async function startNginx(nginx: string, port: number, ...nodes: readonly number[]): Promise<() => Promise<void>> {
  const folder = createOutputDirectory('nginx');
  mkdirSync(join(folder, 'temp'));
  const ours = readProxy('nginx.conf', nodes)
    .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificates}/server.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${certificates}/server.key;`);
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  const conf = join(folder, 'nginx.conf');
  writeFileSync(
    conf,
    // As the user who made the folder: a body that nginx keeps for a moment needs a place to lie.
    `daemon off; user ${userInfo().username}; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${temps.join(' ')}\n${ours}\n}\n`,
  );
  const args = ['-e', `${folder}/error.log`, '-p', folder, '-c', conf];
  execFileSync(nginx, ['-t', '-q', ...args]);
  return startProxy(nginx, args);
}

async function startCaddy(caddy: string, port: number, ...nodes: readonly number[]): Promise<() => Promise<void>> {
  const folder = createOutputDirectory('caddy');
  // The certificate of the tests in place of one that Caddy would fetch.
  const ours = readProxy('Caddyfile', nodes).replace(
    'confere.example.com {',
    `:${port} {\n\ttls ${certificates}/server.pem ${certificates}/server.key`,
  );
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${ours}`);
  const env = { PATH: '/usr/bin:/bin', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['--config', file, '--adapter', 'caddyfile'];
  execFileSync(caddy, ['validate', ...args], { env, stdio: 'ignore' });
  return startProxy(caddy, ['run', ...args], env);
}

function startProxy(program: string, args: readonly string[], env = process.env): () => Promise<void> {
  const proxy = spawn(program, args, { stdio: 'ignore', env });
  const ended = once(proxy, 'exit');
  return async () => {
    proxy.kill('SIGTERM');
    await ended;
  };
}

const proxies: readonly (readonly [string, string | undefined, typeof startNginx])[] = [
  ['nginx', findNginx(), startNginx],
  ['caddy', findCaddy(), startCaddy],
];

describe.each(proxies)('%s in front of the service', (name, program, startIt) => {
  if (program === undefined) process.stderr.write(`SKIPPED: no ${name} on this machine.\n`);

  test.runIf(program)(
    'speaks TLS, passes a valid key, and lets no client choose the address that it counts as',
    async () => {
      const home = createHome({
        CONFERE_SERVER_TRUSTED_PROXIES: '127.0.0.1,::1',
        CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: '3',
      });
      const { key } = await createKey(home, '--mode', 'test', '--scope', 'verify:cpf');
      const service = await startProcess(home);
      const port = await findFreePort();
      const stopProxy = await startIt(program as string, port, service.port);
      try {
        const call = (headers: Record<string, string>) => callThrough(port, headers, person);
        await expect.poll(() => call({ authorization: `Bearer ${key}` }).catch(() => 0)).toBe(200);
        const statuses: number[] = [];
        for (let client = 1; client <= 6; client++)
          statuses.push(await call({ authorization: 'Bearer none', 'x-forwarded-for': `203.0.113.${client}` }));
        // Were the header believed, each of them would be a client of its own.
        expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
        expect(await call({ authorization: `Bearer ${key}` })).toBe(200);
      } finally {
        await stopProxy();
        await service.stop();
      }
    },
  );

  test.runIf(program)('passes a whole batch, and lets nothing else of that size through', async () => {
    // A service that reads every body to its end: Confere may refuse a request before the proxy has cut it.
    const received: string[] = [];
    const service = await startParty(({ method, url, body }, answer) => {
      if (method === 'POST') received.push(`${url} ${body.length}`);
      answer.writeHead(200, { 'request-id': 'read' }).end();
    });
    const port = await findFreePort();
    const stopProxy = await startIt(program as string, port, service.port);
    try {
      await expect.poll(() => callThrough(port, {}, person).catch(() => 0)).toBe(200);
      const table = `cpf\n${'40442820135\n'.repeat(12_000)}`;
      expect(await callThrough(port, {}, { path: '/v1/batches', body: table })).toBe(200);
      expect(await callThrough(port, {}, { ...person, body: table })).toBe(0);
      expect(new Set(received)).toEqual(
        new Set([`${person.path} ${person.body.length}`, `/v1/batches ${table.length}`]),
      );
    } finally {
      await stopProxy();
      await service.close();
    }
  });
});

describe.each(proxies)('%s in front of two nodes', (_name, program, startIt) => {
  test.runIf(program)('goes on with the other one while a node is down', async () => {
    const received: number[] = [];
    const node = await startParty(({ body }, answer) => {
      if (body.length === 0) return void answer.writeHead(200).end();
      received.push(body.length);
      answer.writeHead(200, { 'request-id': 'read' }).end();
    });
    const port = await findFreePort();
    const stopProxy = await startIt(program as string, port, await findFreePort(), node.port);
    try {
      await expect.poll(() => callThrough(port, {}, person).catch(() => 0)).toBe(200);
      received.length = 0;
      const statuses: number[] = [];
      for (let call = 0; call < 20; call++) statuses.push(await callThrough(port, {}, person));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(received).toHaveLength(20);
    } finally {
      await stopProxy();
      await node.close();
    }
  });

  test.runIf(program)('sends a question that a node has read to no other', async () => {
    const received: number[] = [];
    const startNode = () =>
      startParty(({ body }, answer) => {
        if (body.length === 0) return void answer.writeHead(200).end();
        received.push(body.length);
        answer.socket?.destroy();
      });
    const nodes = [await startNode(), await startNode()];
    const port = await findFreePort();
    const stopProxy = await startIt(program as string, port, ...nodes.map((node) => node.port));
    try {
      await expect
        .poll(() =>
          callThrough(port, {}, person).then(
            () => received.length,
            () => 0,
          ),
        )
        .toBeGreaterThan(0);
      received.length = 0;
      expect(await callThrough(port, {}, person)).toBe(0);
      expect(received).toHaveLength(1);
    } finally {
      await stopProxy();
      for (const node of nodes) await node.close();
    }
  });
});

interface Sent {
  readonly path: string;
  readonly body: string;
}

const person: Sent = { path: '/v1/verify/cpf', body: '{"cpf":"40442820135"}' };

function callThrough(port: number, headers: Record<string, string>, { path, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        ca: readFileSync(join(certificates, 'ca.pem')),
        // Not the address of the proxy, which is trusted.
        localAddress: '127.0.0.2',
        agent: false,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume();
        // What the proxy answers by itself has no id.
        resolve(response.headers['request-id'] === undefined ? 0 : (response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
