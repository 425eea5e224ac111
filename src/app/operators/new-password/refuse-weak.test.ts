import { describe, expect, test } from 'vitest';
import { OperatorError } from '../../../errors.ts';
import { refuseWeakPassword } from './refuse-weak.ts';

const findRefusal = (password: string, name = 'ana.souza') =>
  refuseWeakPassword(password, name).then(
    () => undefined,
    (error: unknown) => error as OperatorError,
  );

describe('a new password is refused as too easy to guess', () => {
  test.each([
    ['digits in a row', '123456789012'],
    ['a club with a year', 'flamengo1981'],
    ['a club with a year, another one', 'Palmeiras@2020'],
    ['a nickname of a club', 'rubronegro1895'],
    ['the full name of a club', 'vascodagama1898'],
    ['a run of keys', 'qwertyuiop12'],
    ['two runs of keys', 'asdfghjklçasd'],
    ['keys in columns', '1q2w3e4r5t6y'],
    ['a name with digits', 'mariasilva12'],
    ['two names and a year', 'joaosantos1990'],
    ['a word doubled', 'brasilbrasil'],
    ['a word doubled with a year', 'Verao2026Verao2026'],
    ['one letter', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['a few letters again and again', 'abcabcabcabcabc'],
    ['a word with digits for letters', 'c0r1nth14n5!!'],
    ['faith', 'deusefiel123'],
    ['love', 'amoreterno2024'],
    ['a common word with a digit', 'cachorrinho1'],
    ['the word password', 'senhasenha12'],
    ['a day', '25/12/1990!!'],
    ['a bank with a year', 'bradesco2023!'],
    ['a bank again and again', 'itau@2024itau'],
    ['a company with a year', 'Petrobras2024'],
    ['a bureau with a year', 'Serasa2026!!'],
    ['a document with digits', 'cpf@cnpj2026'],
    ['the name of the product', 'Confere@2026!'],
    ['the name of the operator', 'ana.souza.2026'],
    ['the name of the operator without its signs', 'anasouza2026'],
  ])('%s', async (_what, password) => {
    const refusal = await findRefusal(password);
    expect(refusal?.message).toMatch(/^The password is too easy to guess: .* Use four words that do not belong/);
    expect(refusal?.portuguese).toMatch(/^A senha é fácil de adivinhar: .* Use quatro palavras sem relação/);
  });

  test('the name counts for its own operator alone', async () => {
    const password = 'xk.wolfrathausen.2026';
    expect(await findRefusal(password, 'xk.wolfrathausen')).toBeInstanceOf(OperatorError);
    expect(await findRefusal(password)).toBeUndefined();
  });
});

test.each(['correto cavalo bateria grampo', 'girafa telhado nuvem garfo', 'x7#kQ!vb29Lm', 'four plain words'])(
  '%s is good',
  async (password) => expect(await findRefusal(password)).toBeUndefined(),
);

test('both languages say how long a password may be', async () => {
  expect(await findRefusal('curta demais')).not.toMatchObject({ message: expect.stringContaining('at least 12') });
  expect(await findRefusal('curta')).toMatchObject({
    message: expect.stringContaining('at least 12 characters'),
    portuguese: expect.stringContaining('pelo menos 12 caracteres'),
  });
  expect(await findRefusal('x7#kQ'.repeat(60))).toMatchObject({
    message: expect.stringContaining('at most 256 characters'),
    portuguese: expect.stringContaining('no máximo 256 caracteres'),
  });
});

test('a password of the greatest length is judged by its beginning, whose time has a bound', async () => {
  expect(await findRefusal('a1'.repeat(128))).toBeInstanceOf(OperatorError);
  expect(await findRefusal(`girafa telhado nuvem garfo ${'nuvem '.repeat(30)}`)).toBeUndefined();
});
