import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { OperatorError } from './errors.ts';

const cwd = mkdtempSync(join(tmpdir(), 'confere-config-'));
const load = (env: Record<string, string>) => loadConfig({ env, cwd });
const withFile = (text: string, env: Record<string, string> = {}) => {
  writeFileSync(join(cwd, 'confere.yaml'), text);
  return load({ CONFERE_CONFIG: 'confere.yaml', ...env });
};
const faultsOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return '';
};

test('without any setting the service has a place for everything', () => {
  expect(load({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    data_dir: join(cwd, 'data'),
    secrets_dir: join(cwd, 'secrets'),
    'policy.file': null,
    file: null,
  });
});

test('the environment overrides the file, and the file the defaults', () => {
  const yaml = 'port: 9000\nlog:\n  level: warn\nserver:\n  trusted_proxies: [10.0.0.1, 10.0.0.2]\n';
  const config = withFile(yaml, { CONFERE_PORT: '9001' });
  expect(config.port).toBe(9001);
  expect(config['log.level']).toBe('warn');
  expect(config['server.trusted_proxies']).toEqual(['10.0.0.1', '10.0.0.2']);
});

test('relative paths start at the file that names them', () => {
  expect(withFile('policy:\n  file: ./policy.yaml\n')['policy.file']).toBe(join(cwd, 'policy.yaml'));
});

test('the section of the sources is left to the part that owns it', () => {
  expect(withFile('sources:\n  anything: [1, 2]\n').file?.text).toContain('anything');
});

test('a configuration cannot be changed', () => {
  expect(Object.isFrozen(load({}))).toBe(true);
});

describe('every fault is listed in one message', () => {
  test('with the variable, or the file and line, and what would be right', () => {
    const message = faultsOf(() =>
      withFile('port: many\nprot: 1\nlog:\n  level: loud\n  colour: red\n', {
        CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: '0',
      }),
    );
    expect(message).toContain(`${join(cwd, 'confere.yaml')}:1: port: must be a whole number from 0 to 65535`);
    expect(message).toContain(':2: prot: unknown setting; did you mean port?');
    expect(message).toContain(':4: log.level: must be one of');
    expect(message).toContain(':5: log.colour: unknown setting');
    expect(message).toContain('CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: must be a whole number from 1');
    expect(message.match(/^ {2}- /gm)).toHaveLength(5);
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'a misspelt variable',
      () => load({ CONFERE_PROT: '1' }),
      /CONFERE_PROT: unknown setting; did you mean CONFERE_PORT\?/,
    ],
    ['a file that is not there', () => load({ CONFERE_CONFIG: 'nowhere.yaml' }), /there is no file .*nowhere\.yaml/],
    ['a folder for a file', () => load({ CONFERE_CONFIG: '.' }), /cannot be read/],
    ['broken YAML', () => withFile('port: [1\n'), /confere\.yaml:\d+: this is not valid YAML/],
    ['a repeated key', () => withFile('port: 1\nport: 2\n'), /confere\.yaml:2: this is not valid YAML/],
    ['a list at the top', () => withFile('- port\n'), /must be a mapping of settings/],
    ['shared answers without a place', () => load({ CONFERE_ANSWER_CACHE: 'shared' }), /shared needs counters/],
    ['secrets under the data', () => load({ CONFERE_SECRETS_DIR: './data/secrets' }), /must not lie inside data_dir/],
    ['secrets under a name with dots', () => load({ CONFERE_SECRETS_DIR: './data/..secrets' }), /must not lie inside/],
    ['a name that every object has', () => withFile('toString: 1\n'), /:1: toString: unknown setting/],
    ['another such name in a section', () => withFile('log:\n  constructor: 1\n'), /:2: log\.constructor: unknown/],
    ['a fraction for a port', () => load({ CONFERE_PORT: '80.5' }), /CONFERE_PORT: must be a whole number/],
    ['a port as Kubernetes would set it', () => load({ CONFERE_PORT: 'tcp://10.0.0.1:80' }), /CONFERE_PORT: must be/],
  ])('for %s', (_name, work, expected) => {
    expect(faultsOf(work)).toMatch(expected);
  });

  test('variables that merely share the prefix are not ours', () => {
    expect(load({ CONFERE_SERVICE_HOST: '10.0.0.1', CONFERE_PORT_8080_TCP_PROTO: 'tcp' }).port).toBe(8080);
  });
});

test.each(['loopback', '10.0.0.0/33', '10.0.0.1, proxy.example', '10.0.0'])(
  'trusted proxies that are no networks (%s) are a wrong setting',
  (proxies) => {
    expect(faultsOf(() => load({ CONFERE_SERVER_TRUSTED_PROXIES: proxies }))).toContain(
      'CONFERE_SERVER_TRUSTED_PROXIES: must be a list of addresses or CIDR ranges',
    );
  },
);

describe('single sign-on', () => {
  const oidc = (more = '') =>
    `console:\n  address: https://confere.bank.example\n  oidc:\n    issuer: https://login.bank.example/realms/staff\n    client_id: confere\n    roles: { admin: [a, b], viewer: staff }\n${more}`;

  test('is read from the file, its secret only when it is needed', () => {
    const config = withFile(oidc('    client_secret: { env: NOT_SET }\n'));
    expect(config['console.oidc.issuer']).toBe('https://login.bank.example/realms/staff');
    expect(config['console.oidc.roles']).toEqual({ admin: ['a', 'b'], analyst: [], viewer: ['staff'] });
    expect(config['console.oidc.client_secret']).toEqual({ kind: 'env', name: 'NOT_SET' });
    const written = withFile(oidc(), { CONFERE_CONSOLE_OIDC_ROLES: 'admin=x,admin=y=z' });
    expect(written['console.oidc.roles']).toMatchObject({ admin: ['x', 'y=z'] });
  });

  test('says what is missing, and never leaves a console that nobody can enter', () => {
    const alone = faultsOf(() => load({ CONFERE_CONSOLE_OIDC_ISSUER: 'https://login.bank.example' }));
    for (const name of ['console.address', 'console.oidc.client_id', 'console.oidc.roles'])
      expect(alone).toContain(name);
    expect(faultsOf(() => load({ CONFERE_CONSOLE_LOCAL_OPERATORS: 'false' }))).toContain('nobody could sign in');
    expect(withFile(oidc(), { CONFERE_CONSOLE_LOCAL_OPERATORS: 'false' })['console.local_operators']).toBe(false);
  });

  test.each([
    ['CONFERE_CONSOLE_OIDC_ISSUER', 'http://login.bank.example'],
    ['CONFERE_CONSOLE_OIDC_ISSUER', 'https://login.bank.example/?x=1'],
    ['CONFERE_CONSOLE_OIDC_ROLES', 'root=everybody'],
    ['CONFERE_CONSOLE_OIDC_ROLES', 'admin='],
    ['CONFERE_CONSOLE_ADDRESS', 'https://confere.bank.example/console'],
    ['CONFERE_CONSOLE_HOSTS', 'confere.bank.example:8443'],
  ])('%s refuses %s', (name, value) => {
    expect(faultsOf(() => load({ [name]: value }))).toContain(`${name}: must be`);
  });
});

describe('the sensitivity of lists', () => {
  const withLevels = (levels: string) => withFile(`screening:\n  sensitivity: ${levels}\n`);

  test('is high for the lists of the world, and each list can have its own', () => {
    expect(load({})['screening.sensitivity']).toEqual({ onu: 'high', ofac: 'high', ue: 'high' });
    const set = { onu: 'high', ofac: 'balanced', ue: 'high', 'own-vip': 'low' };
    expect(withLevels('{ ofac: balanced, own-vip: low }')['screening.sensitivity']).toEqual(set);
    const written = load({ CONFERE_SCREENING_SENSITIVITY: 'ofac=balanced, own-vip=low' });
    expect(written['screening.sensitivity']).toEqual(set);
  });

  test.each([
    ['{ ofca: high }', 'screening.sensitivity: there is no list "ofca"; did you mean ofac?; known are ceis, '],
    ['{ own-: high }', 'there is no list "own-"'],
    ['{ toString: high }', 'there is no list "toString"'],
    ['{ ofac: hihg }', 'ofac must be one of `high`, `balanced`, `low`, and is "hihg"'],
    ['{ ofac: null }', 'ofac must be one of `high`, `balanced`, `low`, and is null'],
    ['high', 'there is no list "high"'],
    ['[ofac]', 'screening.sensitivity: must be a mapping of lists to one of'],
  ])('refuses %s, and says why', (levels, fault) => {
    expect(faultsOf(() => withLevels(levels))).toContain(fault);
  });

  test('names every fault at once', () => {
    const faults = faultsOf(() => withLevels('{ ofca: high, ue: lo }'));
    expect(faults).toContain('"ofca"');
    expect(faults).toContain('ue must be');
  });
});
