// A secret by reference, which is all that a settings file holds of it.

import { type Static, Type } from 'typebox';
import { closed } from '../shapes.ts';

const secretFromEnv = closed({ env: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }) });
export const fileSchema = (description?: string) => closed({ file: Type.String({ minLength: 1 }) }, description);
/** A secret never stands in the file itself: only the name of the variable or the path of the file that holds it. */
export const secretSchema = Type.Union([secretFromEnv, fileSchema()], {
  description: 'A secret by reference: {env: NAME} or {file: PATH}.',
});

export type SecretReference = Static<typeof secretSchema>;
