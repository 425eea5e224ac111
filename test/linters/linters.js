// What others judge our documents by. Plain JavaScript, because the types of these packages are not there before they are installed.

import { createConfig, lint } from '@redocly/openapi-core';
import core from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** By Redocly's recommended rules. */
export async function lintByRedocly(file) {
  const problems = await lint({ ref: file, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}

/** By Spectral's recommended rules. */
export async function lintBySpectral(document) {
  const spectral = new core.Spectral();
  spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
  const results = await spectral.run(document);
  return results.map(({ code, message, path }) => [code, message, path.join('/')]);
}
