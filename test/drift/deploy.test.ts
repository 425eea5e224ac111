// The files of deploy/ as far as they can be judged without the machine that they are for.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config.ts';
import { settings, toVariable } from '../../src/settings/settings.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');

describe('the units of systemd', () => {
  const unitNames = [
    'confere.service',
    'confere-registry-update.service',
    'confere-lists-update.service',
    'confere-audit-verify.service',
  ] as const;
  const linesOf = (name: string) => read(`systemd/${name}`).split('\n');
  const service = linesOf('confere.service');

  test.each(unitNames)('%s can gain no right, write nowhere else and leave no dump of its memory', (name) => {
    for (const line of [
      'User=confere',
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ProtectHome=true',
      'PrivateDevices=true',
      'PrivateTmp=true',
      'RestrictNamespaces=true',
      'SystemCallFilter=@system-service',
      'UMask=0077',
      'LimitCORE=0',
      'ReadWritePaths=/var/lib/confere /etc/confere/secrets',
    ]) {
      expect(linesOf(name)).toContain(line);
    }
  });

  test('the service may open more files than it takes connections, and has time to stop', () => {
    const getNumber = (key: string) => Number(service.find((line) => line.startsWith(`${key}=`))?.split('=')[1]);
    expect(getNumber('LimitNOFILE')).toBeGreaterThanOrEqual(settings['server.connections_max'].fallback + 512);
    expect(getNumber('TimeoutStopSec')).toBeGreaterThan(15);
  });

  test('a month that is still being published, or a publisher that is away, is no failure of the update', () => {
    expect(linesOf('confere-registry-update.service')).toContain('SuccessExitStatus=3');
    expect(linesOf('confere-lists-update.service')).toContain('SuccessExitStatus=3');
  });

  test('the nightly proof compares the rows once the audit has passed, and fails with either', () => {
    const lines = linesOf('confere-audit-verify.service');
    expect(lines.filter((line) => /^(?:ExecStart|SuccessExitStatus)/.test(line))).toEqual([
      'ExecStart=/opt/confere/bin/confere audit verify',
      'ExecStart=/opt/confere/bin/confere audit reconcile',
    ]);
    expect(lines).toContain('Type=oneshot');
  });
});

interface Instruction {
  readonly name: string;
  readonly text: string;
}

const dockerfile: readonly Instruction[] = read('docker/Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.slice(0, line.indexOf(' ')), text: line.slice(line.indexOf(' ') + 1).trim() }));
const textsOf = (name: string) => dockerfile.filter((each) => each.name === name).map(({ text }) => text);

describe('the image', () => {
  test('is made in two stages, of which the last runs as a user without rights and copies only what was built', () => {
    expect(textsOf('FROM')).toHaveLength(2);
    const last = dockerfile.slice(dockerfile.findLastIndex(({ name }) => name === 'FROM'));
    expect(last.filter(({ name }) => name === 'COPY').map(({ text }) => text)).toEqual([
      '--from=build /opt/confere /opt/confere',
    ]);
    expect(last.findIndex(({ name }) => name === 'USER')).toBeLessThan(last.findIndex(({ name }) => name === 'CMD'));
    expect(textsOf('USER')).toEqual(['10001:10001']);
  });

  test('starts from bases that nobody can change: each is pinned by its digest', () => {
    for (const from of textsOf('FROM')) expect(from).toMatch(/^\S+:\S+@sha256:[0-9a-f]{64}(?: AS build)?$/);
  });

  test('holds no secret: none is an argument, a variable or a file that is copied', () => {
    expect(dockerfile.filter(({ name }) => name === 'ARG' || name === 'ADD')).toEqual([]);
    expect(textsOf('ENV').join()).not.toMatch(/(?:KEY|TOKEN|PASSWORD|SECRET)=/);
    expect(
      textsOf('COPY').filter((text) => /(?:^| )(?:\.|data|secrets)(?:\/| |$)/.test(text.replace(/ \S+$/, ''))),
    ).toEqual([]);
  });

  test('only settings that there are stand in its environment', () => {
    const names = [
      ...textsOf('ENV')
        .join(' ')
        .matchAll(/(CONFERE_\w+)=/g),
    ].map((match) => match[1] as string);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(Object.keys(settings).map(toVariable)).toContain(name);
  });

  test('everything that it copies is let through to the builder, and nothing else', () => {
    const letThrough = read('docker/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = textsOf('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(' ').slice(0, -1));
    expect(letThrough.sort()).toEqual(copied.sort());
    expect(read('docker/Dockerfile.dockerignore')).toMatch(/^\*$/m);
  });

  test('asks the operators’ listener for its health, on the port that is the default', () => {
    expect(textsOf('HEALTHCHECK').join()).toContain(`http://127.0.0.1:${settings['admin.port'].fallback}/readyz`);
  });
});

interface ComposeService {
  readonly user: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly command: readonly string[];
}

describe('the compose file', () => {
  const compose = parse(read('docker/compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>;
    readonly volumes: Readonly<Record<string, null>>;
  };

  test.each(Object.entries(compose.services))(
    '%s has no rights, no writable root, and both volumes',
    (_name, service) => {
      expect(service).toMatchObject({ user: '10001:10001', read_only: true, cap_drop: ['ALL'] });
      expect(service.security_opt).toContain('no-new-privileges:true');
      const mounted = service.volumes.map((volume) => volume.split(':')[1]);
      for (const volume of JSON.parse(textsOf('VOLUME')[0] as string) as string[]) expect(mounted).toContain(volume);
      for (const volume of service.volumes)
        if (!volume.startsWith('.')) expect(compose.volumes).toHaveProperty(volume.split(':')[0] as string);
    },
  );

  test('publishes the public port to this machine alone, and the operators’ port to nobody', () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual(['127.0.0.1:8080:8080']);
  });

  test('its settings are accepted', () => {
    const config = loadConfig({ env: { CONFERE_CONFIG: 'deploy/docker/confere.yaml' }, cwd: root });
    expect(config['server.trusted_proxies']).toEqual(['172.16.0.0/12']);
  });
});

describe('the compose file of several machines', () => {
  const { services, volumes } = parse(read('docker/compose.several.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService & { readonly environment?: Record<string, string> }>>;
    readonly volumes: Readonly<Record<string, null>>;
  };
  const ours = Object.entries(services).filter(([, { user }]) => user === '10001:10001');

  test.each(ours)(
    '%s has no rights, no writable root, volumes that there are, and settings that are accepted',
    (_name, one) => {
      expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      for (const volume of one.volumes.filter((each) => !each.startsWith('.')))
        expect(volumes).toHaveProperty(volume.split(':')[0] as string);
      const { CONFERE_CONFIG: _, ...env } = one.environment ?? {};
      for (const name of Object.keys(env)) expect(Object.keys(settings).map(toVariable)).toContain(name);
      expect(() => loadConfig({ env, cwd: root })).not.toThrow();
    },
  );

  test('two nodes share a store, counters and a registry, and only the balancer is published, to this machine alone', () => {
    expect(ours.map(([name]) => name)).toEqual([
      'node-a',
      'node-b',
      'store-migrate',
      'registry-import',
      'lists-import',
      'audit-verify',
    ]);
    expect(services['node-a']?.environment).toEqual(services['node-b']?.environment);
    expect(services['node-a']?.environment).toMatchObject({
      CONFERE_STORE: expect.stringContaining('@store:'),
      CONFERE_COUNTERS: expect.stringContaining('//counters:'),
      CONFERE_REGISTRY_SOURCE: '/srv/registry',
      CONFERE_LISTS_SOURCE: '/srv/lists',
    });
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:8080:8080']);
  });

  test('the audit is proven as one of the nodes remembers it', () => {
    const proof = services['audit-verify'];
    const place = `heads-a:${proof?.environment?.['CONFERE_AUDIT_STATE_DIR']}`;
    expect(services['node-a']?.volumes).toContain(place);
    expect(proof?.volumes).toContain(`${place}:ro`);
  });

  test('each node remembers the audit for itself, in a folder that the image gives to its user', () => {
    const folder = services['node-a']?.environment?.['CONFERE_AUDIT_STATE_DIR'] as string;
    const places = ['node-a', 'node-b'].map((name) =>
      services[name]?.volumes.find((one) => one.endsWith(`:${folder}`)),
    );
    expect(new Set(places).size).toBe(2);
    const writable = ours.flatMap(([, { volumes }]) =>
      volumes.filter((one) => !one.startsWith('.') && !one.endsWith(':ro')),
    );
    const owned = textsOf('RUN').join(' ');
    for (const volume of writable)
      expect(owned).toMatch(new RegExp(`-o confere -g confere .*${volume.split(':')[1]}(?: |$)`));
  });
});

test('the proxies of several nodes are those of one, with more nodes', () => {
  const linesOf = (file: string) =>
    read(file)
      .split('\n')
      .map((line) => line.trim());
  for (const [one, several] of [
    ['proxy/nginx.conf', 'proxy/several.nginx.conf'],
    ['proxy/Caddyfile', 'proxy/several.Caddyfile'],
  ] as const) {
    const missing = linesOf(one).filter((line) => !line.startsWith('#') && !linesOf(several).includes(line));
    expect(
      missing.filter((line) => !/127\.0\.0\.1:8080|proxy_next_upstream off|lb_retries 0|health_interval/.test(line)),
    ).toEqual([]);
    expect(read(several)).not.toContain('non_idempotent;');
  }
});

describe('the proxies', () => {
  test.each([
    ['proxy/nginx.conf', /proxy_next_upstream off;/, [/client_max_body_size 64k;/, /client_max_body_size 64m;/]],
    ['proxy/Caddyfile', /lb_retries 0/, [/max_size 64KB/, /max_size 64MiB/]],
  ])(
    '%s passes to our port, repeats nothing, and takes bodies as large as the largest we take',
    (file, once, sizes) => {
      const text = read(file);
      expect(text).toContain(`127.0.0.1:${settings.port.fallback}`);
      expect(text).toMatch(once);
      expect(settings['batches.body_bytes_max'].fallback).toBe(64 << 20);
      for (const size of sizes) expect(text).toMatch(size);
      expect(text).toContain('trusted_proxies');
    },
  );
});
