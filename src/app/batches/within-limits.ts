// What a table that somebody sent may hold, and how a fault of it is told to who sent it.

import { AppError } from '../../errors.ts';
import { type Row, TableError } from '../bulk/table.ts';

export async function* withinBytes(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  onChunk: (bytes: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      throw new AppError('payload_too_large', {
        detail: {
          en: `The file of a batch holds at most ${bytesMax} bytes here. Send it in parts.`,
          pt: `O arquivo de um lote tem no máximo ${bytesMax.toLocaleString('pt-BR')} bytes aqui. Envie-o em partes.`,
        },
      });
    }
    onChunk(chunk);
    yield chunk;
  }
}

export async function* withinRows(
  portions: AsyncIterable<readonly Row[]>,
  rowsMax: number,
): AsyncGenerator<readonly Row[]> {
  let count = 0;
  for await (const rows of portions) {
    count += rows.length;
    if (count > rowsMax) throw toTooManyRows(rowsMax);
    yield rows;
  }
}

function toTooManyRows(rowsMax: number): AppError {
  return new AppError('batch_too_large', {
    detail: {
      en: `A batch holds at most ${rowsMax} rows here. Send it in parts.`,
      pt: `Um lote tem no máximo ${rowsMax.toLocaleString('pt-BR')} linhas aqui. Envie-o em partes.`,
    },
  });
}

export function toNoRows(): TableError {
  return new TableError('There are no rows.', {
    en: 'The table has a header and no row.',
    pt: 'A tabela tem um cabeçalho e nenhuma linha.',
  });
}

/** Converts an error about an input that is no table into a fault of the batch. Any other error stays unchanged. */
export function toBatchProblem(error: unknown): unknown {
  if (!(error instanceof TableError)) return error;
  const { detail } = error;
  return new AppError('invalid_batch', { ...(detail && { detail }), internal: 'the table cannot be read' });
}
