import { describe, expect, it } from 'vitest';
import { AppError, type FieldFault } from '../../errors.ts';
import { cnpjRequestSchema, cpfRequestSchema } from '../contract.ts';
import { createValidate, toSafePointer } from './validate.ts';

const today = '2026-11-15';
const readPerson = createValidate(cpfRequestSchema);
const readCompany = createValidate(cnpjRequestSchema);
const cpf = '12345678909';

function faultsOf(read: ReturnType<typeof createValidate>, body: Record<string, unknown>): readonly FieldFault[] {
  try {
    read(body, today);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
    return error.faults ?? [];
  }
}
const told = (faults: readonly FieldFault[]) => faults.map(({ pointer, code }) => `${pointer} ${code}`);

describe('a request about a person', () => {
  it('comes out with the bare number, trimmed names and null for what was not supplied', () => {
    expect(readPerson({ cpf: '123.456.789-09' }, today)).toEqual({ cpf, name: null, birth_date: null });
    expect(readPerson({ cpf, name: null, birth_date: null }, today)).toEqual({ cpf, name: null, birth_date: null });
    expect(readPerson({ cpf, name: '  José da Silva ', birth_date: '1985-06-20' }, today)).toEqual({
      cpf,
      name: 'José da Silva',
      birth_date: '1985-06-20',
    });
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['without its number', {}, ['/cpf required']],
    ['whose number is null', { cpf: null }, ['/cpf invalid_type']],
    ['whose number is a number', { cpf: 12_345_678_909 }, ['/cpf invalid_type']],
    ['whose number is a list', { cpf: [cpf] }, ['/cpf invalid_type']],
    ['whose number has a blank', { cpf: `${cpf} ` }, ['/cpf invalid_format']],
    ['whose number does not close', { cpf: '12345678900' }, ['/cpf invalid_check_digits']],
    ['whose name is empty', { cpf, name: '' }, ['/name invalid_name']],
    ['whose name is one letter', { cpf, name: ' A ' }, ['/name invalid_name']],
    ['whose name is a number', { cpf, name: 12 }, ['/name invalid_type']],
    ['whose birth date is no day', { cpf, birth_date: '1985-06-31' }, ['/birth_date invalid_date']],
    ['whose birth date is tomorrow', { cpf, birth_date: '2026-11-16' }, ['/birth_date invalid_date']],
    ['whose birth date is empty', { cpf, birth_date: '' }, ['/birth_date invalid_date']],
    ['whose birth date is misspelt', { cpf, birthdate: '1985-06-20' }, ['/birthdate unknown_field']],
    [
      'with every fault at once',
      { cpf: '1', name: false, birth_date: 'x', other: 1 },
      ['/cpf invalid_format', '/name invalid_type', '/birth_date invalid_date', '/other unknown_field'],
    ],
  ])('%s is told so', (_name, body, faults) => {
    expect(told(faultsOf(readPerson, body))).toEqual(faults);
  });

  it('takes a birth date of today', () => {
    expect(faultsOf(readPerson, { cpf, birth_date: today })).toEqual([]);
  });

  it('never takes a field from the prototype', () => {
    expect(told(faultsOf(readPerson, Object.create({ cpf }) as Record<string, unknown>))).toEqual(['/cpf required']);
  });

  it('is told the accepted forms where the form is wrong, and only there', () => {
    expect(faultsOf(readPerson, { cpf: '1' })[0]?.hint?.en).toContain('000.000.000-00');
    expect(faultsOf(readPerson, { cpf: '1' })[0]?.hint?.pt).toContain('11 dígitos');
    expect(faultsOf(readPerson, { cpf: '12345678900' })[0]).not.toHaveProperty('hint');
  });

  it('is told the fields that there are where one is unknown', () => {
    const [fault] = faultsOf(readPerson, { cpf, nome: 'x' });
    expect(fault?.hint).toEqual({
      en: 'Did you mean `name`? Its fields are cpf, name, birth_date.',
      pt: 'Você quis dizer `name`? Os campos dela são cpf, name, birth_date.',
    });
  });

  it('is told at most fifty faults', () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`x${'y'.repeat(index % 30)}${index}`, 1]),
    );
    expect(faultsOf(readPerson, many)).toHaveLength(50);
  });
});

describe('a request about a company', () => {
  it('comes out in capitals and without a mask', () => {
    expect(readCompany({ cnpj: '12.abc.345/01de-35', company_name: ' 3M ' }, today)).toEqual({
      cnpj: '12ABC34501DE35',
      company_name: '3M',
    });
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['without its number', { company_name: null }, ['/cnpj required']],
    ['whose number is half masked', { cnpj: '34.238.864/000168' }, ['/cnpj invalid_format']],
    ['whose number does not close', { cnpj: '34238864000169' }, ['/cnpj invalid_check_digits']],
    ['whose name says nothing', { cnpj: '34238864000168', company_name: '&&' }, ['/company_name invalid_name']],
    ['with a field of the other request', { cnpj: '34238864000168', name: 'X' }, ['/name unknown_field']],
  ])('%s is told so', (_name, body, faults) => {
    expect(told(faultsOf(readCompany, body))).toEqual(faults);
  });

  it('is told the accepted forms of its own number', () => {
    expect(faultsOf(readCompany, { cnpj: '1' })[0]?.hint?.en).toContain('00.000.000/0000-00');
    expect(faultsOf(readCompany, { cnpj: '1' })[0]?.hint?.pt).toContain('12 dígitos ou letras');
  });
});

describe('a number that came as a JSON number', () => {
  it('is to be sent as text, because it loses its zeros', () => {
    const [fault] = faultsOf(readPerson, { cpf: 1234567890 });
    expect(fault?.code).toBe('invalid_type');
    expect(fault?.hint?.en).toContain('Send it as text');
    expect(fault?.hint?.pt).toContain('como texto');
  });
});

describe('a field by another name', () => {
  it.each([
    ['birthdate', 'birth_date'],
    ['birthDate', 'birth_date'],
    ['data_nascimento', 'birth_date'],
    ['nome', 'name'],
    ['CPF', 'cpf'],
    ['nmae', 'name'],
  ])('%s is told that it may be %s', (given, meant) => {
    const hint = faultsOf(readPerson, { cpf, [given]: 'x' })[0]?.hint;
    expect(hint?.en).toContain(`Did you mean \`${meant}\`?`);
    expect(hint?.pt).toContain(`Você quis dizer \`${meant}\`?`);
  });

  it('is told nothing of the kind where it is like none', () => {
    const hint = faultsOf(readPerson, { cpf, favourite_colour: 'x' })[0]?.hint;
    expect(hint?.en).toBe('Its fields are cpf, name, birth_date.');
  });
});

describe('the name of an unknown field', () => {
  it.each(['birthdate', 'CPF', 'x', '_', 'a'.repeat(32)])('is repeated where it is a plain word: %s', (name) => {
    expect(toSafePointer(name)).toBe(`/${name}`);
  });

  it.each(['', cpf, 'cpf1', 'Maria Silva', 'cfr_live_1', 'a/b', 'é', 'a\n', 'a'.repeat(33)])(
    'is kept back where it may be something of a person or a key: %j',
    (name) => {
      expect(toSafePointer(name)).toBe('');
    },
  );
});
