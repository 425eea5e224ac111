// docs/settings.md and its Portuguese pair.

import { configFileVariable } from '../../src/config.ts';
import type { Language } from '../../src/http/answer/language.ts';
import { type SettingName, settings, toVariable } from '../../src/settings/settings.ts';
import { isMapping } from '../../src/yaml-file.ts';
import { settingsInPortuguese, toFormInPortuguese } from './settings-portuguese.ts';
import { toTable } from './table.ts';

export function renderSettings(language: Language): string {
  const rows = Object.entries(settings).map(([name, { about, fallback, form }]) => [
    `\`${name}\``,
    `\`${toVariable(name)}\``,
    toDefault(fallback, language),
    language === 'pt' ? toFormInPortuguese(form) : form,
    language === 'pt' ? settingsInPortuguese[name as SettingName] : about,
  ]);
  return language === 'pt' ? renderPortuguese(rows) : renderEnglish(rows);
}

function toDefault(fallback: unknown, language: Language): string {
  const [none, empty] = language === 'pt' ? ['nenhum', 'vazio'] : ['none', 'empty'];
  if (fallback === null) return none;
  if (isMapping(fallback)) {
    const pairs = Object.entries(fallback).map(([name, value]) => `${name}: ${value}`);
    return `\`{ ${pairs.join(', ')} }\``;
  }
  if (!Array.isArray(fallback)) return `\`${String(fallback)}\``;
  return fallback.length === 0 ? empty : fallback.map((item) => `\`${item}\``).join(', ');
}

type Rows = readonly (readonly string[])[];

function renderEnglish(rows: Rows): string {
  return `# Settings

Confere starts without any setting.
Set a value in the environment, or in a YAML file named by \`${configFileVariable}\`.
In the file a dot in the name is one level: \`log.level\` is \`level:\` under \`log:\`.
The environment wins over the file.
Relative paths start at the current folder in the environment, and at the file's own folder in the file.

Wrong settings stop the start with exit code 2 and one message that lists every fault.
The section \`sources\` of the file describes the outside parties and has [a page of its own](sources.md).

${toTable(['setting', 'variable', 'default', 'form', 'meaning'], rows)}
`;
}

function renderPortuguese(rows: Rows): string {
  return `# Configurações

O Confere inicia sem nenhuma configuração.
Defina um valor no ambiente ou em um arquivo YAML indicado por \`${configFileVariable}\`.
No arquivo, um ponto no nome é um nível: \`log.level\` é \`level:\` dentro de \`log:\`.
O ambiente prevalece sobre o arquivo.
Caminhos relativos partem da pasta atual no ambiente, e da pasta do próprio arquivo no arquivo.

Configurações erradas impedem o início, com código de saída 2 e uma mensagem que lista todas as falhas.
A seção \`sources\` do arquivo descreve os fornecedores externos e tem [uma página própria](sources.md).

${toTable(['configuração', 'variável', 'padrão', 'forma', 'significado'], rows)}
`;
}
