// Invented people's names, written as the registries hold them: upper case, no accents.

import { type Draw, pick } from './draw.ts';

const givenNames = {
  // biome-ignore format: a list of words reads better in rows
  male: [
    'JOSE', 'JOAO', 'ANTONIO', 'FRANCISCO', 'CARLOS', 'PAULO', 'PEDRO', 'LUCAS', 'LUIZ', 'MARCOS', 'GABRIEL', 'RAFAEL',
    'DANIEL', 'MARCELO', 'BRUNO', 'EDUARDO', 'FELIPE', 'RODRIGO', 'MANOEL', 'MATEUS', 'ANDRE', 'FERNANDO', 'FABIO',
    'LEONARDO', 'GUSTAVO', 'GUILHERME', 'LEANDRO', 'TIAGO', 'ANDERSON', 'RICARDO', 'MARCIO', 'JORGE', 'SEBASTIAO',
    'ALEXANDRE', 'ROBERTO', 'EDSON', 'DIEGO', 'VITOR', 'SERGIO', 'CLAUDIO', 'MATHEUS', 'THIAGO', 'GERALDO', 'ADRIANO',
    'LUCIANO', 'JULIO', 'RENATO', 'ALEX', 'VINICIUS', 'ROGERIO', 'WAGNER', 'WELLINGTON', 'YURI', 'KLEBER',
  ],
  // biome-ignore format: a list of words reads better in rows
  female: [
    'MARIA', 'ANA', 'FRANCISCA', 'ANTONIA', 'ADRIANA', 'JULIANA', 'MARCIA', 'FERNANDA', 'PATRICIA', 'ALINE', 'SANDRA',
    'CAMILA', 'AMANDA', 'BRUNA', 'JESSICA', 'LETICIA', 'JULIA', 'LUCIANA', 'VANESSA', 'MARIANA', 'GABRIELA', 'VERA',
    'VITORIA', 'LARISSA', 'CLAUDIA', 'BEATRIZ', 'RITA', 'LUANA', 'SONIA', 'RENATA', 'ELIANE', 'JOSEFA', 'SIMONE',
    'NATALIA', 'CRISTIANE', 'CARLA', 'DEBORA', 'ROSANGELA', 'JAQUELINE', 'ROSA', 'DANIELA', 'APARECIDA', 'MARLENE',
    'TEREZINHA', 'RAIMUNDA', 'ANDREIA', 'FABIANA', 'LUCIA', 'RAQUEL', 'ANGELA', 'RAFAELA', 'JOANA', 'LUZIA', 'HELOISA',
  ],
} as const;

/** Particles belong to the surname, as people carry them: the same surname exists with and without. */
// biome-ignore format: a list of words reads better in rows
const surnames = [
  'DA SILVA', 'SILVA', 'DOS SANTOS', 'SANTOS', 'DE OLIVEIRA', 'OLIVEIRA', 'DE SOUZA', 'SOUZA', 'SOUSA', 'RODRIGUES',
  'FERREIRA', 'ALVES', 'PEREIRA', 'DE LIMA', 'LIMA', 'GOMES', 'DA COSTA', 'COSTA', 'RIBEIRO', 'MARTINS', 'CARVALHO',
  'DE ALMEIDA', 'ALMEIDA', 'LOPES', 'SOARES', 'FERNANDES', 'VIEIRA', 'BARBOSA', 'DA ROCHA', 'ROCHA', 'DIAS', 'NASCIMENTO',
  'DO NASCIMENTO', 'DE ANDRADE', 'ANDRADE', 'MOREIRA', 'NUNES', 'MARQUES', 'MACHADO', 'MENDES', 'DE FREITAS', 'FREITAS',
  'CARDOSO', 'RAMOS', 'GONCALVES', 'SANTANA', 'TEIXEIRA', 'DE ARAUJO', 'ARAUJO', 'PINTO', 'CAVALCANTE', 'MONTEIRO',
  'MOURA', 'BATISTA', 'CAMPOS', 'MIRANDA', 'CORREIA', 'BORGES', 'DE JESUS', 'DAS NEVES', 'D AVILA', 'WERNECK', 'TANAKA',
  'SCHMIDT', 'ROSSI', 'HADDAD',
] as const;

const agnomes = ['FILHO', 'NETO', 'JUNIOR', 'SOBRINHO'] as const;

export const pickSurname = (draw: Draw): string => pick(draw, surnames);

export function pickFullName(draw: Draw): string {
  const male = draw(2) === 0;
  const given: readonly [string, ...string[]] = male ? givenNames.male : givenNames.female;
  const first = pick(draw, given);
  const second = draw(100) < 45 ? pick(draw, given) : first;
  const middle = draw(100) < 80 ? ` ${pickSurname(draw)}` : '';
  const agnome = male && draw(100) < 12 ? ` ${pick(draw, agnomes)}` : '';
  return `${first}${second === first ? '' : ` ${second}`}${middle} ${pickSurname(draw)}${agnome}`;
}
