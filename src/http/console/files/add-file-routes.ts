// Routes whose body is a file, taken as it comes. What is said about it is a header, because the body is the file and nothing else.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sent } from '../../../app/bulk/open-table.ts';
import type { Clock } from '../../../app/clock.ts';
import type { FoundSession } from '../../../app/operators/ports.ts';
import type { Role } from '../../../domain/access/operator.ts';
import { AppError } from '../../../errors.ts';
import { takeUpload, withDiscardedRest, withLeastRate } from '../../request/upload.ts';
import { getSignedIn } from '../access/gate.ts';
import { type BodyForm, type BodyOf, readBody } from '../body.ts';
import type { EnterConsole } from '../route.ts';
import { createUploadSlots } from './upload-slots.ts';

const uploadType = 'application/octet-stream';

export interface FileCall<Form extends BodyForm> {
  readonly form: BodyOf<Form>;
  readonly body: Sent;
  readonly signedIn: FoundSession;
}

type AddFile = <Form extends BodyForm>(
  route: { readonly name: string; readonly role: Role; readonly form: Form },
  handle: (call: FileCall<Form>) => Promise<unknown>,
) => void;

/** Adds the file routes. Routes that are added together share the places for files. */
export function addFileRoutes(
  server: FastifyInstance,
  enter: EnterConsole,
  { clock }: { readonly clock: Clock },
  addAll: (add: AddFile) => void,
): void {
  const places = createUploadSlots();
  server.register(async (scope) => {
    scope.addContentTypeParser(uploadType, (_request, payload, done) => done(null, payload));
    addAll(({ name, role, form }, handle) => {
      scope.route({
        method: 'POST',
        url: `/console/api/${name}`,
        onRequest: async (request) => enter.refuseStrangers(request, true),
        handler: (request, reply) =>
          withDiscardedRest(request, reply, async () => {
            const { body } = takeUpload(request);
            const steady = withLeastRate(body, clock);
            const signedIn = getSignedIn(await enter.admit(request, { role, isAct: true, isUse: true }));
            const said = readBody(form, readFileHeader(request));
            const leave = places.take(signedIn.operator.id);
            // A page that changes its mind asks again at once, while what it no longer waits for is still being ended.
            body.signal.addEventListener('abort', leave, { once: true });
            try {
              return await handle({ form: said, body: steady, signedIn });
            } finally {
              leave();
            }
          }),
      });
    });
  });
}

/** JSON, encoded as a part of an address is, because a header holds nothing but ASCII. */
function readFileHeader({ headers }: FastifyRequest): unknown {
  try {
    return JSON.parse(decodeURIComponent(String(headers['confere-file'] ?? '')));
  } catch {
    throw new AppError('invalid_request', { internal: 'the header Confere-File cannot be read' });
  }
}
