import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { parseDepot } from './open-depot.ts';
import { openWorkloadKeys, type WorkloadIdentity } from './workload-keys.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function startGiver(answer: Answer): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const hourMs = 3_600_000;

function writeToken(content: string): string {
  const file = join(createTemporaryFolder('identity'), 'token');
  writeFileSync(file, content);
  return file;
}

const findIdentity = (variables: Record<string, string>) => {
  const depot = parseDepot('s3://confere', (name) => variables[name]);
  if (depot.kind !== 's3' || !('kind' in depot.keys)) throw new Error('no identity was found');
  return depot.keys;
};

test('the token of a service account is sent in a body, and the role’s keys are taken from the answer', async () => {
  const seen: { url: string | undefined; form: Record<string, string> }[] = [];
  const clock = createManualClock();
  const endpoint = await startGiver(async (request, response) => {
    seen.push({ url: request.url, form: Object.fromEntries(new URLSearchParams(await text(request))) });
    const ends = new Date(clock.nowMs() + hourMs).toISOString();
    response.end(
      `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>s/e+c</SecretAccessKey><SessionToken>t==</SessionToken><Expiration>${ends}</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    );
  });
  const identity = findIdentity({
    AWS_WEB_IDENTITY_TOKEN_FILE: writeToken('header.claims.signature\n'),
    AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/confere',
    AWS_ENDPOINT_URL_STS: endpoint,
  });
  expect(await openWorkloadKeys(identity, clock)()).toEqual({
    accessKeyId: 'ASIA1',
    secretAccessKey: 's/e+c',
    sessionToken: 't==',
  });
  expect(seen).toEqual([
    {
      url: '/',
      form: {
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        RoleArn: 'arn:aws:iam::123456789012:role/confere',
        RoleSessionName: 'confere',
        WebIdentityToken: 'header.claims.signature',
      },
    },
  ]);
});

test('a refusal is told by its code and never by what was sent or answered; one of a busy service may pass', async () => {
  let status = 403;
  const endpoint = await startGiver((_, response) => {
    response.writeHead(status);
    response.end(
      '<ErrorResponse><Error><Code>AccessDenied</Code><Message>canary of the answer</Message></Error></ErrorResponse>',
    );
  });
  const identity: WorkloadIdentity = {
    kind: 'token',
    tokenFile: writeToken('canary.of.the.token'),
    roleArn: 'arn',
    sessionName: 'confere',
    endpoint,
  };
  const keys = openWorkloadKeys(identity, createManualClock());
  await expect(keys()).rejects.toMatchObject({
    message: 'the cluster gives this pod no credentials (AccessDenied)',
    mayPass: false,
  });
  status = 503;
  await expect(keys()).rejects.toMatchObject({ mayPass: true });
  const without = openWorkloadKeys({ ...identity, tokenFile: '/nowhere/token' }, createManualClock());
  await expect(without()).rejects.toMatchObject({ message: expect.stringContaining('ENOENT'), mayPass: false });
});

test('keys are asked for once by all who need them, again shortly before their end, and kept while nobody gives new ones', async () => {
  const clock = createManualClock();
  let [asked, isGone] = [0, false];
  const url = await startGiver((request, response) => {
    asked++;
    if (isGone || request.headers.authorization !== 'Basic x') return void response.writeHead(500).end('canary');
    const Expiration = new Date(clock.nowMs() + hourMs).toISOString();
    response.end(JSON.stringify({ AccessKeyId: `A${asked}`, SecretAccessKey: 's', Token: 't', Expiration }));
  });
  const keys = openWorkloadKeys(
    findIdentity({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'Basic x' }),
    clock,
  );
  const ids = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, keys))).map(({ accessKeyId }) => accessKeyId);
  expect(await ids(3)).toEqual(['A1', 'A1', 'A1']);
  clock.advance(hourMs - 6 * 60_000);
  expect(await ids(1)).toEqual(['A1']);
  clock.advance(2 * 60_000);
  expect(await ids(2)).toEqual(['A2', 'A2']);
  isGone = true;
  clock.advance(hourMs - 60_000);
  expect(await ids(1)).toEqual(['A2']);
  clock.advance(2 * 60_000);
  await expect(keys()).rejects.toMatchObject({ message: expect.stringContaining('it answered 500'), mayPass: true });
});

test.each(['', '{}', 'null', '<html>', '{"AccessKeyId":"a","SecretAccessKey":"s","Token":"t","Expiration":"soon"}'])(
  'an answer such as %j holds no keys',
  async (answer) => {
    const url = await startGiver((_, response) => void response.end(answer));
    const keys = openWorkloadKeys({ kind: 'agent', url, authorization: undefined }, createManualClock());
    await expect(keys()).rejects.toMatchObject({ message: expect.stringContaining('holds none'), mayPass: false });
  },
);

test('an agent elsewhere is refused without TLS, and a token without its role', () => {
  const refused = ['http://192.0.2.1/', 'http://127.0.0.1.example.com/', 'ftp://127.0.0.1/', 'nonsense'];
  for (const address of refused)
    expect(() => findIdentity({ AWS_CONTAINER_CREDENTIALS_FULL_URI: address }), address).toThrow('must be an https');
  const near = [
    'https://agent.example/',
    'http://169.254.170.23/v1/credentials',
    'http://[fd00:ec2::23]/v1/credentials',
  ];
  for (const address of near)
    expect(findIdentity({ AWS_CONTAINER_CREDENTIALS_FULL_URI: address })).toMatchObject({ url: address });
  expect(findIdentity({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' })).toMatchObject({
    url: 'http://169.254.170.2/v2/credentials/1',
  });
  expect(() => findIdentity({ AWS_WEB_IDENTITY_TOKEN_FILE: '/t' })).toThrow('AWS_ROLE_ARN');
  const regions = {
    'sa-east-1': 'https://sts.sa-east-1.amazonaws.com/',
    'cn-north-1': 'https://sts.cn-north-1.amazonaws.com.cn/',
  };
  for (const [region, endpoint] of Object.entries(regions)) {
    const variables = { AWS_WEB_IDENTITY_TOKEN_FILE: '/t', AWS_ROLE_ARN: 'arn', AWS_REGION: region };
    expect(findIdentity(variables)).toMatchObject({ endpoint });
  }
});
