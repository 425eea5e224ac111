import { describe, expect, test } from 'vitest';
import { describePostgresAddress, parsePostgresAddress } from './address.ts';

describe('the address of a shared database', () => {
  test('names a user, one host or several, and a database', () => {
    expect(parsePostgresAddress('postgres://ana:p%40ss@127.0.0.1:6432/confere')).toEqual({
      hosts: [{ host: '127.0.0.1', port: 6432 }],
      user: 'ana',
      password: 'p@ss',
      database: 'confere',
      tls: false,
    });
    expect(parsePostgresAddress('postgresql://ana@db1.example,[::1]:7000/c?sslmode=disable').hosts).toEqual([
      { host: 'db1.example', port: 5432 },
      { host: '::1', port: 7000 },
    ]);
    expect(parsePostgresAddress('postgres://ana@/confere?host=/run/postgresql')).toMatchObject({
      hosts: [{ host: '/run/postgresql', port: 5432 }],
      tls: false,
    });
  });

  test('may say that it wants the server that takes writes, which is the only one that is of use', () => {
    const address = 'postgres://ana@localhost:1,localhost:2/confere';
    for (const wanted of ['read-write', 'primary']) {
      expect(parsePostgresAddress(`${address}?target_session_attrs=${wanted}`)).toEqual(parsePostgresAddress(address));
    }
    expect(() => parsePostgresAddress(`${address}?target_session_attrs=any`)).toThrow('read-write');
  });

  test('is encrypted and checked towards another machine, unless it says otherwise', () => {
    expect(() => parsePostgresAddress('postgres://ana@db.example/confere')).toThrow('unencrypted');
    expect(parsePostgresAddress('postgres://ana@db.example/confere?sslmode=verify-full').tls).toEqual({});
    expect(parsePostgresAddress('postgres://ana@db.example/confere?sslmode=require').tls).toEqual({});
    expect(parsePostgresAddress('postgres://ana@db.example/confere?sslmode=disable').tls).toBe(false);
  });

  test.each([
    'postgres://db.example/confere',
    'postgres://ana:secret@db.example',
    'postgres://ana:secret@db.example:port/confere?sslmode=require',
    'postgres://ana:secret@db.example/confere?sslmode=perhaps',
    'postgres://ana:secret@db.example/confere?pool=9',
    'postgres://ana:secret%@db.example/confere?sslmode=require',
    'postgres://ana:secret@db.example/confere?sslmode=require&sslrootcert=/nowhere.pem',
  ])('that is wrong is refused without repeating it: %s', (address) => {
    expect(() => parsePostgresAddress(address)).toThrow(expect.objectContaining({ name: 'OperatorError' }));
    try {
      parsePostgresAddress(address);
    } catch (error) {
      expect((error as Error).message).not.toContain('secret');
    }
  });

  test('is shown without who and with what password', () => {
    expect(describePostgresAddress(parsePostgresAddress('postgres://ana:secret@localhost/confere'))).toBe(
      'confere at localhost:5432',
    );
  });
});
