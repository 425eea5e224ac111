// `confere operators …`: those who sign in to the console. A password is asked for and never an argument, where others could read it.

import { type Command, Option } from 'commander';
import { toTime } from '../../../app/keys/show-key.ts';
import type { ManageOperators } from '../../../app/operators/manage-operators.ts';
import type { ShownPasskey } from '../../../app/operators/passkeys/passkey-row.ts';
import { hasFactor, mustHaveFactor } from '../../../app/operators/sessions.ts';
import { systemClock } from '../../../clock.ts';
import { type Config, loadConfig } from '../../../config.ts';
import { type OperatorRecord, type Role, roles } from '../../../domain/access/operator.ts';
import { OperatorError } from '../../../errors.ts';
import { openHiddenPrompt } from '../../terminal/hidden-prompt.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';

interface JsonOption {
  readonly json?: boolean;
}

export function addOperatorsCommands(program: Command): void {
  const operators = program.command('operators').description('create, list and change the operators of the console');
  const roleOption = () =>
    new Option('--role <role>', 'viewer: look · analyst: verify and search · admin: keys, registry, unmasking').choices(
      roles,
    );

  operators
    .command('create')
    .description('create an operator; the command asks for the password')
    .argument('<name>', 'the name to sign in with')
    .addOption(roleOption().makeOptionMandatory())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  confere operators create ana --role admin
  printf '%s\\n' "$PASSWORD" | confere operators create ana --role analyst   # without a terminal`,
    )
    .action((name: string, { role, json }: { role: Role } & JsonOption) =>
      withOperators(async (manage) => {
        const operator = await manage.create({ name, role, password: await askForPassword() });
        if (json) printJson(toOperatorJson(operator));
        else print(`Made ${operator.name}, ${operator.role}. They sign in at /console.`);
      }),
    );

  operators
    .command('list')
    .description('show the operators')
    .option('--json', 'print JSON')
    .action(({ json }: JsonOption) => withOperators((manage, config) => list(manage, config, json === true)));

  operators
    .command('role')
    .description('give an operator another role; their sessions end')
    .argument('<name>')
    .addOption(roleOption().makeOptionMandatory())
    .option('--json', 'print JSON')
    .action((name: string, { role, json }: { role: Role } & JsonOption) =>
      change(name, json, (manage) => manage.setRole(name, role)),
    );

  for (const [word, { description, work }] of Object.entries(changes))
    operators
      .command(word)
      .description(description)
      .argument('<name>')
      .option('--json', 'print JSON')
      .action((name: string, { json }: JsonOption) => change(name, json, (manage) => work(manage, name)));

  operators
    .command('totp')
    .description('ask an operator for the code of an authenticator app as well; shows its secret, once')
    .argument('<name>')
    .option('--off', 'ask only for the password again')
    .option('--json', 'print JSON')
    .action((name: string, { off, json }: { off?: boolean } & JsonOption) =>
      off ? change(name, json, (manage) => manage.dropTotp(name)) : enrol(name, json === true),
    );

  operators
    .command('passkeys')
    .description("list an operator's passkeys, or remove one; such as after a lost phone")
    .argument('<name>')
    .option('--remove <id>', 'remove this passkey; their sessions end')
    .option('--json', 'print JSON')
    .action((name: string, { remove, json }: { remove?: string } & JsonOption) =>
      withOperators(async (manage) => {
        if (remove !== undefined) await manage.removePasskey(name, remove);
        showPasskeys(name, await manage.listPasskeys(name), json === true);
      }),
    );
}

interface Change {
  readonly description: string;
  work(manage: ManageOperators, name: string): Promise<void>;
}

/** These changes take only the name, and are keyed by their words. */
const changes: Readonly<Record<string, Change>> = {
  password: {
    description: 'give an operator another password, which the command asks for; their sessions end',
    work: async (manage, name) => manage.setPassword(name, await askForPassword()),
  },
  'forget-devices': {
    description: "end an operator's sessions, and forget the devices they signed in on; such as after a lost laptop",
    work: (manage, name) => manage.forgetDevices(name),
  },
  disable: {
    description: 'keep an operator out, and end their sessions now',
    work: (manage, name) => manage.setDisabled(name, true),
  },
  enable: { description: 'let an operator in again', work: (manage, name) => manage.setDisabled(name, false) },
};

/** Opened for one command and closed after it. */
export async function withOperators(work: (manage: ManageOperators, config: Config) => Promise<void>): Promise<void> {
  const { openStores } = await import('../../../compose/parts/stores.ts');
  const { openManageOperators } = await import('../../../compose/commands/operators.ts');
  const config = loadConfig();
  await using stores = await openStores(config, systemClock);
  await work(openManageOperators(config, stores), config).catch(sayInBothLanguages);
}

/** Reports the error in both languages. An operator who must enter a password may not read English, unlike those who run the service. */
function sayInBothLanguages(error: unknown): never {
  if (!(error instanceof OperatorError) || error.portuguese === undefined) throw error;
  throw new OperatorError(`${error.message}\n${error.portuguese}`, error.exitCode);
}

/** Twice on a terminal, where a slip cannot be seen. */
async function askForPassword(): Promise<string> {
  using prompt = openHiddenPrompt();
  const password = await prompt.ask('Password');
  if (process.stdin.isTTY === true && (await prompt.ask('Once more')) !== password) {
    throw new OperatorError('The two are not the same. Nothing was changed.');
  }
  return password;
}

function change(
  name: string,
  json: boolean | undefined,
  work: (manage: ManageOperators) => Promise<void>,
): Promise<void> {
  return withOperators(async (manage) => {
    await work(manage);
    const changed = (await manage.list()).find((operator) => operator.name === name);
    if (json && changed !== undefined) printJson(toOperatorJson(changed));
    else print(`Changed ${name}. See: confere operators list`);
  });
}

function enrol(name: string, asJson: boolean): Promise<void> {
  return withOperators(async (manage) => {
    const { secret, address } = await manage.enrolTotp(name);
    if (asJson) printJson({ name, secret, address });
    else {
      print(secret);
      print('\nType it into the authenticator app now, it is not shown again. Or make a QR code of:');
      print(address);
    }
  });
}

function showPasskeys(name: string, passkeys: readonly ShownPasskey[], asJson: boolean): void {
  const all = passkeys.map((one) => ({
    id: one.id,
    name: one.name,
    added_at: toTime(one.createdAtMs),
    last_used_at: toTime(one.lastUsedAtMs),
  }));
  if (asJson) printJson(all);
  else if (all.length === 0) print(`${name} has no passkey.`);
  else {
    printTable(
      ['ID', 'NAME', 'ADDED', 'LAST USED'],
      all.map((one) => [one.id, one.name, one.added_at, one.last_used_at ?? 'never']),
    );
  }
}

async function list(manage: ManageOperators, config: Config, asJson: boolean): Promise<void> {
  const all = await manage.list();
  const lacksFactor = (operator: OperatorRecord) =>
    mustHaveFactor(operator, config['console.totp_required']) && !hasFactor(operator);
  if (asJson) printJson(all.map((one) => ({ ...toOperatorJson(one), second_factor_missing: lacksFactor(one) })));
  else if (all.length === 0) print('No operators yet. Make one: confere operators create NAME --role admin');
  else {
    printTable(
      ['NAME', 'ROLE', 'STATE', 'SIGNS IN BY', 'ID'],
      all.map((one) => [
        one.name,
        one.role,
        one.disabledAtMs === null ? 'active' : `disabled ${toTime(one.disabledAtMs)}`,
        `${toWay(one)}${lacksFactor(one) ? ', second factor missing' : ''}`,
        one.id,
      ]),
    );
    const lacking = all.filter(lacksFactor).length;
    if (lacking > 0) print(`\n${lacking} of them must set up a second factor at the next sign-in.`);
  }
}

function toWay({ hasTotp, hasPasskey, ssoSubject }: OperatorRecord): string {
  if (ssoSubject !== null) return 'single sign-on';
  return `${hasTotp ? 'password and code' : 'password'}${hasPasskey ? ', or passkey' : ''}`;
}

function toOperatorJson({
  id,
  name,
  role,
  hasTotp,
  hasPasskey,
  createdAtMs,
  disabledAtMs,
  ssoSubject,
}: OperatorRecord) {
  const times = { created_at: toTime(createdAtMs), disabled_at: toTime(disabledAtMs) };
  return { id, name, role, totp: hasTotp, passkey: hasPasskey, sso: ssoSubject !== null, ...times };
}
