// The registry of errors: every code that a caller can see, with its status and title.
// `docs/errors.md` and the OpenAPI document are generated from here; nothing else may invent a code.

interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** `retryable` is set only if the same request can succeed later without a change. */
  readonly retryable?: true;
  /** `detail` tells the caller what to do. It is the default public sentence. */
  readonly detail: string;
}

const kinds = {
  invalid_json: {
    status: 400,
    title: 'The body is not one valid JSON object',
    detail: 'Send one JSON object in UTF-8, without repeated keys.',
  },
  invalid_query: {
    status: 400,
    title: 'The query string is not understood',
    detail:
      'Send only the query parameters of this operation, each once; a verification takes `explain=true` or `explain=false`.',
  },
  invalid_purpose: {
    status: 400,
    title: 'The purpose is not one that this service accepts',
    detail: 'Send no `Confere-Purpose`, or one of the purposes that the operator of this service has configured.',
  },
  malformed_http: {
    status: 400,
    title: 'The request is not well-formed HTTP',
    detail: 'Check the request line, the headers (exactly one Host) and the framing of the body.',
  },
  invalid_request: {
    status: 400,
    title: 'The request has invalid fields',
    detail: 'Correct the fields listed in `errors` and send the request again.',
  },
  invalid_batch: {
    status: 400,
    title: 'The body is not a table of CPFs or CNPJs',
    detail:
      'Send CSV with a header, or one JSON object in each line, with a column `cpf`, `cnpj` or `documento` and at least one row.',
  },
  invalid_watch: {
    status: 400,
    title: 'The body is not a list of companies or people',
    detail:
      'Send `{"cnpjs": […]}` or `{"people": […]}` as JSON, or CSV or NDJSON with a column `cnpj`, `cpf` or `documento`, with at least one valid row. A table of people needs `?kind=person`.',
  },
  purpose_required: {
    status: 400,
    title: 'Watching people needs a purpose and a legal basis',
    detail:
      'Send `Confere-Purpose`, unless the API key has a purpose of its own, and `?legal_basis=`, such as `legal_obligation`.',
  },
  missing_api_key: {
    status: 401,
    title: 'No API key was sent',
    detail: 'Send the header `Authorization: Bearer <API_KEY>`.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    detail: 'The key is mistyped, unknown, revoked or expired. Ask the operator of this service for a valid one.',
  },
  sign_in_required: {
    status: 401,
    title: 'Nobody is signed in',
    detail: 'Sign in to the console and try again. A session ends by itself after a while.',
  },
  sign_in_refused: {
    status: 401,
    title: 'Name, password or code is wrong',
    detail: 'Check all three. The service also refuses a disabled operator: ask an administrator.',
  },
  sign_in_too_old: {
    status: 403,
    title: 'Sign in anew for this',
    detail: 'The service changes how you sign in only within ten minutes of a sign-in. Sign out, and sign in again.',
  },
  code_refused: {
    status: 422,
    title: 'The code is wrong',
    detail: 'Type the code that the app shows now. If it is refused again, check that the device has the right time.',
  },
  enrolment_expired: {
    status: 409,
    title: 'This set-up is no longer valid',
    detail: 'It was begun in another session, or too long ago. Begin it again.',
  },
  factor_by_provider: {
    status: 409,
    title: 'The provider of single sign-on asks for the second factor',
    detail: 'Set it up there. This service keeps none for people who sign in by single sign-on.',
  },
  totp_exists: {
    status: 409,
    title: 'There is an authenticator app already',
    detail: 'An administrator can remove it by `confere operators totp --off`.',
  },
  passkey_refused: {
    status: 401,
    title: 'The passkey was refused',
    detail:
      'Try again. Somebody may have removed it, or disabled the operator: sign in by another way, or ask an administrator.',
  },
  passkey_required: {
    status: 403,
    title: 'Sign in with your passkey',
    detail:
      'Your role needs a second factor, and yours is a passkey. If you lost it, an administrator can remove it by `confere operators passkeys`.',
  },
  passkey_not_added: {
    status: 422,
    title: 'The passkey was not added',
    detail:
      'The answer of the browser is not valid, or the passkey is known already. Try again, or use another device.',
  },
  passkeys_full: {
    status: 409,
    title: 'There are ten passkeys already',
    detail: 'Remove one that you do not use any more, and try again.',
  },
  passkeys_elsewhere: {
    status: 409,
    title: 'The console can have no passkeys here',
    detail:
      'Browsers allow passkeys only at an HTTPS address with a name, and at `localhost`. Whoever runs the service sets `console.address`.',
  },
  role_too_low: {
    status: 403,
    title: 'Your role may not do this',
    detail: 'Ask an administrator of this service.',
  },
  cross_site_refused: {
    status: 403,
    title: 'The request did not come from the console',
    detail: 'Open the console at its own address and try again there.',
  },
  https_required: {
    status: 403,
    title: 'The console needs HTTPS',
    detail:
      'Nobody can sign in over an open network. Use an address that begins with https, or open the console on this machine.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key may not use this operation',
    detail: 'Use a key that holds the scope of this operation; the header `WWW-Authenticate` names it.',
  },
  needs_senior: {
    status: 403,
    title: 'Only a senior may do this',
    detail:
      'A senior accepts a customer in spite of a hit, and ends a freeze. That is an administrator in the console, or a key with the scope `approve:clearances`.',
  },
  network_not_allowed: {
    status: 403,
    title: 'The API key may not be used from this network',
    detail: 'Send the request from a network that this key allows, or ask the operator to add yours.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    detail:
      'The operations are POST /v1/verify/cpf and POST /v1/verify/cnpj; all others are in the reference at /docs.',
  },
  company_not_found: {
    status: 404,
    title: 'The registry has no such company',
    detail:
      'The number is well-formed, but the registry in use does not hold it. A new company appears with the next monthly files.',
  },
  key_not_found: {
    status: 404,
    title: 'There is no such key',
    detail: 'The list of keys may be out of date: load it again.',
  },
  verification_not_found: {
    status: 404,
    title: 'There is no such verification',
    detail:
      'The id is unknown, or belongs to another API key or a test key. Or the service no longer keeps the data of that answer.',
  },
  screening_not_found: {
    status: 404,
    title: 'There is no such screening',
    detail:
      'The id is unknown, or belongs to another API key or a test key. Or the service no longer keeps what the lists said, or never kept it.',
  },
  batch_not_found: {
    status: 404,
    title: 'There is no such batch',
    detail: 'The batch was deleted, has expired, or belongs to another API key.',
  },
  watch_not_found: {
    status: 404,
    title: 'There is no such watch',
    detail: 'The watch was deleted, or belongs to another API key.',
  },
  hit_not_found: {
    status: 404,
    title: 'The lists have no such hit',
    detail:
      'The row is not in the live list, or does not match what you sent. Ask `POST /v1/screen` with the same fields, and send the `row` of one of its `hits`.',
  },
  clearance_not_found: {
    status: 404,
    title: 'There is no such clearance',
    detail: 'The clearance was revoked, or is one of the other environment: test keys and live keys have their own.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This address does not accept that method',
    detail: 'Use a method listed in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    retryable: true,
    detail: 'Send the whole request, headers and body, within five seconds.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The first call with this Idempotency-Key is still running',
    retryable: true,
    detail: 'Wait for the time in `Retry-After`, then repeat the same call to receive its answer.',
  },
  idempotency_outcome_unknown: {
    status: 409,
    title: 'The first call with this Idempotency-Key was interrupted',
    detail:
      'The first call may have reached the sources, so the service does not ask them again. Use a new key to accept a second query.',
  },
  name_alone: {
    status: 409,
    title: 'A clearance of a name alone would clear every namesake',
    detail:
      'Say which customer it is: screen and clear with `cpf`, `cnpj` or `birth_date`, or with `reference`, your own name for the customer.',
  },
  same_number: {
    status: 409,
    title: 'The row has the number of this customer',
    detail:
      'The number is the same, so "it is somebody else" is not enough. To clear it all the same, such as after a court order, send `despite_number: true`.',
  },
  not_freezable: {
    status: 409,
    title: 'The list freezes nobody',
    detail:
      'A freeze is for a row of the list of the United Nations (`onu`), as Law 13.810/2019 says. Judge it as `confirmed`.',
  },
  not_acceptable: {
    status: 409,
    title: 'Nobody may accept a hit of this list',
    detail:
      'Law 13.810/2019 freezes the assets of whom the United Nations list (`onu`). Judge the hit as `frozen`, as `confirmed`, or as `cleared` if it is somebody else.',
  },
  hit_frozen: {
    status: 409,
    title: 'The assets are frozen for this row',
    detail: 'A freeze gives its place to no other judgement. Revoke it first, which a senior does.',
  },
  clearance_needs_another: {
    status: 409,
    title: 'Somebody else must confirm this clearance',
    detail:
      'In this service it takes two people to clear a hit. Confirm it with an API key, or as an operator, other than the one that proposed it.',
  },
  key_not_changeable: {
    status: 409,
    title: 'This key cannot be changed any more',
    detail:
      'Somebody revoked it for good, or changed it by other means than Confere. Or it is the key of the sandbox, which has no other secret. Create another key.',
  },
  registry_busy: {
    status: 409,
    title: 'Another change of the registry is running',
    retryable: true,
    detail: 'Only one import, update or rollback runs at a time. Follow it on the page, and try again when it ends.',
  },
  registry_changed: {
    status: 409,
    title: 'The registry is no longer as the page showed it',
    detail: 'Somebody else changed it meanwhile, so the service did nothing. Look at it again.',
  },
  lists_busy: {
    status: 409,
    title: 'Another change of the lists is running',
    retryable: true,
    detail: 'Only one update, import or rollback runs at a time. Follow it on the page, and try again when it ends.',
  },
  lists_changed: {
    status: 409,
    title: 'The list is no longer as the page showed it',
    detail: 'Somebody else changed it meanwhile, so the service did nothing. Look at it again.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    detail:
      'A body holds at most 16 KiB. A lookup of many companies and a callback may have 64 KiB, a watch 1 MiB. For a batch the operator sets the limit.',
  },
  batch_too_large: {
    status: 413,
    title: 'The batch has too many rows',
    detail: 'Send it in parts.',
  },
  watch_too_large: {
    status: 413,
    title: 'The watch has too many companies or people',
    detail: 'Divide the list.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be JSON',
    detail: 'Send the header `Content-Type: application/json` and an uncompressed body.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The results end before that byte',
    detail: 'Ask for a range that begins within the length in `Content-Range`. You may already have all of it.',
  },
  host_not_allowed: {
    status: 421,
    title: 'The service does not answer to this name',
    detail:
      'The console and the listener for operators answer only to names that they know. The operator can add this one to `console.hosts` ' +
      '(CONFERE_CONSOLE_HOSTS), or open the service by its IP address.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key belongs to another request',
    detail: 'Use a new Idempotency-Key for a different body or query.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    retryable: true,
    detail: 'Wait for the time in `Retry-After`.',
  },
  quota_exceeded: {
    status: 429,
    title: 'The quota of this API key is used up',
    retryable: true,
    detail: 'Wait for the time in `Retry-After`, or ask the operator for a larger quota.',
  },
  budget_exhausted: {
    status: 429,
    title: 'The budget for calls to sources is used up',
    retryable: true,
    detail: 'The service asked nobody. Wait for the time in `Retry-After`, or ask the operator for a larger budget.',
  },
  too_many_batches: {
    status: 429,
    title: 'Too many batches of this API key are not finished',
    retryable: true,
    detail: 'Wait until one of them is finished, or delete one.',
  },
  webhook_not_found: {
    status: 404,
    title: 'There is no such endpoint',
    detail: 'This API key has no endpoint with this id.',
  },
  invalid_webhook: {
    status: 400,
    title: 'The webhook endpoint is not valid',
    detail: 'Send JSON with `url`. To change an endpoint, send `url`, `rotate_secret` or `overlap_seconds`.',
  },
  too_many_webhooks: {
    status: 429,
    title: 'This API key has reached its limit of endpoints',
    detail: 'Delete one, or ask the operator for more.',
  },
  too_many_watches: {
    status: 429,
    title: 'This API key has reached its limit of watches',
    detail: 'Delete one, or ask the operator for more.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    detail: 'Send at most 8 KiB of request line and headers.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed to process the request',
    retryable: true,
    detail: 'The service decided nothing. Report the `request_id` to its operator.',
  },
  sources_unavailable: {
    status: 503,
    title: 'The sources did not answer',
    retryable: true,
    detail: 'Neither a bureau nor the fraud registry answered, so there is no result. Try again after `Retry-After`.',
  },
  registry_unavailable: {
    status: 503,
    title: 'The company registry is not available',
    retryable: true,
    detail: 'The registry is not loaded or is being repaired. This says nothing about the company: try again later.',
  },
  audit_unavailable: {
    status: 503,
    title: 'The verification cannot be recorded',
    retryable: true,
    detail: 'This service answers no verification without recording it. Try again after `Retry-After`.',
  },
  overloaded: {
    status: 503,
    title: 'The service is at its limit',
    retryable: true,
    detail: 'The service asked no source. Try again after `Retry-After`.',
  },
  sources_not_configured: {
    status: 503,
    title: 'No live sources are configured',
    detail: 'This service has no live bureaus yet: the operator connects them. Test keys answer from the sandbox.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof kinds;
export const errorKinds: Readonly<Record<ErrorCode, ErrorKind>> = kinds;

/** These codes occur only in the console's own routes. A caller of the API need not know them. */
export const consoleErrors: readonly ErrorCode[] = [
  'sign_in_required',
  'sign_in_refused',
  'sign_in_too_old',
  'code_refused',
  'enrolment_expired',
  'factor_by_provider',
  'totp_exists',
  'passkey_refused',
  'passkey_required',
  'passkey_not_added',
  'passkeys_full',
  'passkeys_elsewhere',
  'role_too_low',
  'cross_site_refused',
  'https_required',
  'host_not_allowed',
  'key_not_found',
  'key_not_changeable',
  'registry_busy',
  'registry_changed',
  'lists_busy',
  'lists_changed',
];

/** The table lists the possible faults of one field. They appear in `errors[]` of an `invalid_request`. */
export const fieldFaults = {
  required: 'The field is missing.',
  invalid_type: 'The field has the wrong JSON type.',
  unknown_field: 'The operation has no such field.',
  invalid_format: 'The number is not in an accepted form.',
  invalid_country:
    'No country has this code or name. Send the code of ISO 3166, two letters (VE) or three (VEN), or the name in English or Portuguese.',
  invalid_check_digits: 'The check digits do not match: the number is mistyped or does not exist.',
  invalid_date: 'The date is not a real day as YYYY-MM-DD, is in the future, or is before 1900-01-01.',
  too_many: 'The list holds more items than the operation takes.',
  invalid_name: 'The name must have 2 to 200 characters, at least two of them letters, and no control characters.',
  invalid_reference: 'The reference must have 1 to 100 characters, and no control characters.',
  invalid_choice: 'The value is none of those that the field takes.',
  invalid_end: 'The last day must be a real day as YYYY-MM-DD, today or later. Only `cleared` and `accepted` have one.',
  end_too_late: 'An acceptance lasts two years from today at most: somebody must look at the customer again by then.',
  invalid_time: 'The time must be in the form of RFC 3339, and not in the future. Only a freeze has one.',
  invalid_reason: 'The reason must have 3 to 1000 characters, and no control characters but line breaks.',
} as const;

export type FieldFaultCode = keyof typeof fieldFaults;
