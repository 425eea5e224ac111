// Opens a format from its description, in the thread. What a format needs is loaded at its first answer.

import type { BodyFormat, FormatDescription } from '../body/body-format.ts';
import { jsonFormat } from '../body/json-body.ts';

export async function openFormat(description: FormatDescription): Promise<BodyFormat> {
  if (description.kind === 'json') return jsonFormat;
  if (description.kind === 'fixed') {
    const { createFixedFormat } = await import('../fixed/fixed-format.ts');
    return createFixedFormat(description.layout);
  }
  const { lists, certificates } = description;
  const { createXmlFormat } = await import('../xml/xml-body.ts');
  if (certificates.length === 0) return createXmlFormat({ lists });
  const { createXmlVerifier } = await import('../xml/xml-signature.ts');
  return createXmlFormat({ lists, verify: createXmlVerifier(certificates) });
}
