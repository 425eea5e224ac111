// A file that an import found damaged: fetching it again may mend that.

import { type Bilingual, OperatorError } from '../../errors.ts';

export class DamagedFile extends OperatorError {
  readonly path: string;

  constructor(said: string | Bilingual, path: string) {
    super(said);
    this.path = path;
  }
}
