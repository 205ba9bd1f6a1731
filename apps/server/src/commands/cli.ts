import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { ConnectorError } from '@signet/connectors'
import { leakTypeKeys } from '@signet/contract/leaks'
import { roles } from '@signet/contract/permissions'
import { SecretsError } from '../app/secrets.ts'
import { DatabaseError } from '../db/database.ts'
import { EmbeddedPostgresError } from '../db/embedded-postgres.ts'
import { EnvError } from '../env.ts'
import { CommandError, type Terminal } from './command.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
const done = 0
const failed = 1
const wrongUsage = 2

/** How long a failed command may take to end by itself. */
const lingerMs = 3000

const json = () => new Option('--json', 'JSON Lines on standard output even on a terminal, and no progress bar')

/** More threads than that wait for the one that reads. */
const threadsMax = 64

/** Builds the command line; each command loads its own code when it runs. */
function commandLine(terminal: Terminal): Command {
  const program = new Command('signet')
    .description('Self-hosted brand protection and threat monitoring')
    .version('0.1.0')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // One line, whatever commander adds (a guess at what was meant comes on a line of its own).
      outputError: (text, write) =>
        write(`${text.trim().replaceAll(/\s+/g, ' ')} (run with --help for what it takes)\n`),
    })

  program
    .command('serve')
    .description('serve portal and API, and work on jobs (SIGNET_SERVICES chooses: api, worker)')
    .addOption(json())
    .action(async (options) => (await import('./serve.ts')).serve({ ...options, terminal }))
  program
    .command('worker')
    .description('only work on jobs')
    .addOption(json())
    .action(async (options) => (await import('./serve.ts')).serve({ ...options, terminal, services: ['worker'] }))
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .addOption(json())
    .action(async (options) => (await import('./migrate.ts')).migrateCommand({ ...options, terminal }))
  program
    .command('demo')
    .description('load the demo companies, users and records (once)')
    .addOption(json())
    .action(async (options) => (await import('./demo.ts')).demo({ ...options, terminal }))
  program
    .command('watch')
    .description('make a company that protects a domain, and run a first scan')
    .argument('<domain>', 'the official domain, e.g. example.com')
    .option('--name <name>', 'the brand as people write it; left out, taken from the domain')
    .option('--company <key>', 'add the brand to this company instead of making one')
    .option('--feed <location...>', 'feeds to scan first: a file, an http(s) address, -, or bundled', ['bundled'])
    .addOption(json())
    .action(async (domain, options) => (await import('./watch.ts')).watch(domain, { ...options, terminal }))
  program
    .command('scan')
    .description('read a feed through the detector and keep what it finds')
    .requiredOption('--feed <location>', 'a file, an http(s) address, - for standard input, or bundled')
    .option('--since <location>', 'an earlier reading of the feed: only what is new since is looked at')
    .option('--company <key>', 'only for this company')
    .addOption(json())
    .action(async (options) => (await import('./scan.ts')).scan({ ...options, terminal }))
  program
    .command('match')
    .description('match names on standard input, one a line, against brands; needs no database')
    .requiredOption('--brands <file>', 'a JSON array of { id, name, aliases, official }')
    .option('--threshold <score>', 'lowest score that is printed, 0 to 1', toScore, 0.5)
    .option('--threads <number>', `how many threads match, 1 to ${threadsMax}`, toThreads, 1)
    .addOption(json())
    .action(async (options) => (await import('./match.ts')).match({ ...options, terminal }))
  program
    .command('permute')
    .description('print names that may be registered to imitate a domain, the likeliest first')
    .argument('<domain>', 'the domain that is protected, e.g. example.com')
    .option('--limit <number>', 'how many at most; left out, all (some hundred thousand)', toLimit)
    .addOption(json())
    .action(async (domain, options) => (await import('./permute.ts')).permute(domain, { ...options, terminal }))

  const ct = program.command('ct').description('certificate transparency logs')
  ct.command('read')
    .description('print what is logged as JSON Lines, with its names; needs no database')
    .argument('<list>', 'a file or an http(s) address with a list of logs, version 3')
    .option('--log <text>', 'only logs with this in their description or address')
    .option('--backfill <entries>', 'entries before the present end to begin with', toCount, 0)
    .option('--once', 'end when every log is read to its present end')
    .addOption(json())
    .action(async (list, options) => (await import('./ct-read.ts')).ctRead(list, { ...options, terminal }))

  const user = program.command('user').description('people who sign in')
  user
    .command('add')
    .description('add a user; the password is read from standard input, or the person chooses one by an invitation')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .requiredOption('--company <key>')
    .addOption(new Option('--role <role>').choices([...roles]).makeOptionMandatory())
    .option('--invite', 'read no password: print a link, good once and for a week, by which the person chooses one')
    .option('--admin-companies <keys>', 'further companies, comma-joined (not for client and clientPeeker)', '')
    .addOption(json())
    .action(async (options) => (await import('./user-add.ts')).userAdd({ ...options, terminal }))
  const audit = program.command('audit').description('the record of who did what')
  audit
    .command('verify')
    .description(
      'recompute the chains of the audit; ends with 1 and names the first record that was changed, dropped or moved',
    )
    .option('--company <key>', 'only of this company')
    .option(
      '--heads <folder>',
      'compare with the ends written down in this folder; left out, audit-heads in the data directory',
    )
    .addOption(json())
    .action(async (options) => (await import('./audit-verify.ts')).auditVerify({ ...options, terminal }))
  const company = program.command('company').description('companies that are protected')
  company
    .command('add')
    .description('add a company')
    .requiredOption('--key <key>', 'lower-case letters, digits and hyphens')
    .requiredOption('--name <name>')
    .option('--sources <sources>', 'threat sources, comma-joined; left out, all')
    .addOption(json())
    .action(async (options) => (await import('./company-add.ts')).companyAdd({ ...options, terminal }))
  const leaks = program.command('leaks').description('leaked sign-ins of a company')
  leaks
    .command('import')
    .description(
      'read a file of leaked sign-ins and keep those that concern the company; run again to go on after a stop',
    )
    .argument('<file>', 'a list (url:user:password), a stealer’s password file, or CSV with a line of column names')
    .requiredOption('--company <key>')
    .addOption(new Option('--type <leakType>', 'what it is').choices(leakTypeKeys).makeOptionMandatory())
    .addOption(
      new Option('--format <format>', 'left out, found out by the beginning').choices(['list', 'blocks', 'csv']),
    )
    .option('--package <name>', 'what it came in; left out, the name of the file')
    .option('--database <name>', 'where it was found', 'Import')
    .option('--date <day>', 'when it was leaked, YYYY-MM-DD; left out, when the file was changed last')
    .option('--stealer <name>', 'the malware it was taken with')
    .addOption(json())
    .action(async (file, options) => (await import('./leaks-import.ts')).leaksImport(file, { ...options, terminal }))
  const keys = program.command('keys').description('the keys that leaked passwords are encrypted with')
  keys
    .command('rotate')
    .description('wrap every data key with a new key while the product runs; run again after it was cut off')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysRotate({ ...options, terminal }))
  keys
    .command('renew')
    .description('give a company a new data key; a worker encrypts its secrets again with it')
    .requiredOption('--company <key>')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysRenew({ ...options, terminal }))
  keys
    .command('erase')
    .description('delete the data keys of a company: its leaked passwords never open again')
    .requiredOption('--company <key>')
    .requiredOption('--confirm <key>', 'the key of the company once more')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysErase({ ...options, terminal }))
  return program
}

function toCount(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function toScore(text: string): number {
  const score = Number(text)
  if (text.trim() === '' || !(score >= 0 && score <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return score
}

function toLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return Number(text)
}

function toThreads(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > threadsMax)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${threadsMax}.`)
  return Number(text)
}

/**
 * Runs one command. Every expected failure is one line on standard error.
 *
 * @param argv the words behind the name of the program
 * @returns the exit code
 */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await commandLine(terminal).parseAsync(argv, { from: 'user' })
    return done
  } catch (error) {
    // Help and version also end this way, with code 0; the text is printed already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? done : wrongUsage
    terminal.stderr.write(`${lineOf(error)}\n`)
    return error instanceof CommandError && error.isUsage ? wrongUsage : failed
  }
}

/** The program: runs one command on the streams of this process and sets its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  process.exitCode = await runCommand(argv, process)
  // Everything was closed on the way here; a connection that was forgotten must not keep a failed program alive.
  if (process.exitCode !== done) setTimeout(() => process.exit(), lingerMs).unref()
}

function lineOf(error: unknown): string {
  const isExpected = [EnvError, DatabaseError, EmbeddedPostgresError, CommandError, ConnectorError, SecretsError].some(
    (kind) => error instanceof kind,
  )
  if (isExpected) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
