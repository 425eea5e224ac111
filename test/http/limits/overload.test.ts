// More at once than the processor can begin in time. How much is refused depends on the machine; that nothing is lost, and
// that it is over when the flood is, does not.

import { expect, test } from 'vitest';
import { openRaw, toCpfRequest } from '../../support/http/raw-client.ts';
import { openTestService, post } from '../../support/service/service.ts';

const patient = { timeout: 120_000, interval: 5 };

test('what waits too long for its turn is refused with `overloaded`, the rest is answered, and afterwards all is well', async () => {
  const service = await openTestService({ CONFERE_LIMITS_WAIT_MS_MAX: '10' });
  const admin = await service.listenForOperators();
  const key = await service.createKey({ rate: null });
  const clients = await Promise.all(Array.from({ length: 500 }, () => openRaw(service.port)));
  await expect.poll(() => service.clientPorts().length, patient).toBe(500);
  const whole = new Map<number, string>();
  for (const { socket, port } of clients)
    socket.on('data', (bytes) => whole.set(port, `${whole.get(port) ?? ''}${bytes}`));
  const ofPortuguese = ['Accept-Language: pt-BR'];
  for (const { socket } of clients) socket.write(toCpfRequest(key, undefined, ofPortuguese));
  await expect.poll(() => whole.size, patient).toBe(500);

  const answers = [...whole.values()];
  const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200')).length + refused.length).toBe(500);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.toLowerCase()).toContain('retry-after: 1');
    expect(answer).toContain('"code":"overloaded"');
    expect(answer).toContain('"title":"O serviço está sobrecarregado"');
  }
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  expect(metrics).toContain(`confere_shed_requests_total{route="/v1/verify/cpf"} ${refused.length}`);
  expect((await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key })).status).toBe(200);
  for (const { socket } of clients) socket.destroy();
});
