import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { ConnectorError } from '@signet/connectors'
import { leakTypeKeys } from '@signet/contract/leaks'
import { roles } from '@signet/contract/permissions'
import { ProgramError } from '@signet/contract/program-errors'
import { sentenceOf } from '../errors/sentences.ts'
import type { Terminal } from './command.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
const done = 0
const failed = 1
const wrongUsage = 2

/** How long a failed command may take to end by itself. */
const lingerMs = 3000

const json = () => new Option('--json', 'print JSON Lines on a terminal too, without a progress bar')

const countMax = 999_999_999

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
      // On one line: commander puts its suggestions on a line of their own.
      outputError: (text, write) => write(`${text.trim().replaceAll(/\s+/g, ' ')} (see --help)\n`),
    })

  program
    .command('serve')
    .description('serve the portal and API and run jobs (choose with SIGNET_SERVICES: api, worker)')
    .addOption(json())
    .action(async (options) => (await import('./serve.ts')).serve({ ...options, terminal }))
  program
    .command('worker')
    .description('only run jobs')
    .addOption(json())
    .action(async (options) => (await import('./serve.ts')).serve({ ...options, terminal, services: ['worker'] }))
  program
    .command('migrate')
    .description('update the database schema')
    .addOption(json())
    .action(async (options) => (await import('./migrate.ts')).migrateCommand({ ...options, terminal }))
  program
    .command('demo')
    .description('load the demo companies, users and records once')
    .addOption(json())
    .action(async (options) => (await import('./demo.ts')).demo({ ...options, terminal }))
  program
    .command('watch')
    .description('create a company that protects a domain, and run a first scan')
    .argument('<domain>', 'the official domain, e.g. example.com')
    .option('--name <name>', 'the brand as people write it (default: taken from the domain)')
    .option('--company <key>', 'add the brand to this company instead of creating one')
    .option('--feed <location...>', 'feeds to scan: a file, an http(s) address, - for standard input, or bundled', [
      'bundled',
    ])
    .addOption(json())
    .action(async (domain, options) => (await import('./watch.ts')).watch(domain, { ...options, terminal }))
  program
    .command('scan')
    .description('run a feed through the detector and store the findings')
    .requiredOption('--feed <location>', 'a file, an http(s) address, - for standard input, or bundled')
    .option('--since <location>', 'an earlier copy of the feed; only names added since are scanned')
    .option('--company <key>', 'only scan for this company')
    .addOption(json())
    .action(async (options) => (await import('./scan.ts')).scan({ ...options, terminal }))
  program
    .command('match')
    .description('match names from standard input, one per line, against brands; needs no database')
    .requiredOption('--brands <file>', 'a JSON array of { id, name, aliases, official }')
    .option('--threshold <score>', 'lowest score to print, 0 to 1', numberFrom(0, 1, 'any'), 0.5)
    .option('--threads <number>', `number of threads, 1 to ${threadsMax}`, numberFrom(1, threadsMax), 1)
    .addOption(json())
    .action(async (options) => (await import('./match.ts')).match({ ...options, terminal }))
  program
    .command('permute')
    .description('print names that could be registered to imitate a domain, most likely first; needs no database')
    .argument('<domain>', 'the protected domain, e.g. example.com')
    .option(
      '--limit <number>',
      'maximum number of names (default: all, several hundred thousand)',
      numberFrom(1, countMax),
    )
    .addOption(json())
    .action(async (domain, options) => (await import('./permute.ts')).permute(domain, { ...options, terminal }))

  const ct = program.command('ct').description('certificate transparency logs')
  ct.command('read')
    .description('print log entries with their names as JSON Lines; needs no database')
    .argument('<list>', 'a file or an http(s) address with a version 3 log list')
    .option('--log <text>', 'only logs whose description or address contains this')
    .option('--backfill <entries>', 'how many of the last entries to start with', numberFrom(0, countMax), 0)
    .option('--once', 'stop when the current end of every log is reached')
    .addOption(json())
    .action(async (list, options) => (await import('./ct-read.ts')).ctRead(list, { ...options, terminal }))

  const user = program.command('user').description('users of the portal')
  user
    .command('add')
    .description('add a user; reads the password from standard input unless --invite is set')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .requiredOption('--company <key>')
    .addOption(new Option('--role <role>').choices([...roles]).makeOptionMandatory())
    .option('--invite', 'print a link to choose a password; it can be used once and expires after a week')
    .option('--admin-companies <keys>', 'further companies, separated by commas (not for client and clientPeeker)', '')
    .addOption(json())
    .action(async (options) => (await import('./user-add.ts')).userAdd({ ...options, terminal }))
  const audit = program.command('audit').description('the audit log')
  audit
    .command('verify')
    .description('verify the hash chains; exits with 1 and prints the first record that was changed, deleted or moved')
    .option('--company <key>', 'only verify this company')
    .option('--heads <folder>', 'folder with the recorded chain ends (default: audit-heads in the data directory)')
    .addOption(json())
    .action(async (options) => (await import('./audit-verify.ts')).auditVerify({ ...options, terminal }))
  const company = program.command('company').description('protected companies')
  company
    .command('add')
    .description('add a company')
    .requiredOption('--key <key>', 'lower-case letters, digits and hyphens')
    .requiredOption('--name <name>')
    .option('--sources <sources>', 'threat sources, separated by commas (default: all)')
    .addOption(json())
    .action(async (options) => (await import('./company-add.ts')).companyAdd({ ...options, terminal }))
  const leaks = program.command('leaks').description('leaked credentials of a company')
  leaks
    .command('import')
    .description('import the leaked credentials in a file that concern the company; run again to resume')
    .argument('<file>', 'a list (url:user:password), a stealer’s password file, or CSV with a header line')
    .requiredOption('--company <key>')
    .addOption(new Option('--type <leakType>', 'type of leak').choices(leakTypeKeys).makeOptionMandatory())
    .addOption(
      new Option('--format <format>', 'format of the file (default: detected)').choices(['list', 'blocks', 'csv']),
    )
    .option('--package <name>', 'name of the package (default: the file name)')
    .option('--database <name>', 'where the file was found', 'Import')
    .option('--date <day>', 'when it was leaked, YYYY-MM-DD (default: when the file was last modified)')
    .option('--stealer <name>', 'the malware that collected the data')
    .addOption(json())
    .action(async (file, options) => (await import('./leaks-import.ts')).leaksImport(file, { ...options, terminal }))
  const keys = program.command('keys').description('the encryption keys of leaked passwords')
  keys
    .command('rotate')
    .description('wrap every data key with a new key while Signet runs; run again if it was interrupted')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysRotate({ ...options, terminal }))
  keys
    .command('renew')
    .description('give a company a new data key; a worker re-encrypts its secrets')
    .requiredOption('--company <key>')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysRenew({ ...options, terminal }))
  keys
    .command('erase')
    .description('delete the data keys of a company; its leaked passwords become permanently unreadable')
    .requiredOption('--company <key>')
    .requiredOption('--confirm <key>', 'repeat the key of the company')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysErase({ ...options, terminal }))
  return program
}

/** Reads the value of an option as a number within limits. */
const numberFrom =
  (min: number, max: number, kind: 'whole' | 'any' = 'whole') =>
  (text: string) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!(value >= min && value <= max) || (kind === 'whole' && !Number.isInteger(value)))
      throw new InvalidArgumentError(sentenceOf('OPTION_NOT_A_NUMBER', { kind, min, max }))
    return value
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
    return error instanceof ProgramError ? error.exitCode : failed
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
  if (error instanceof ProgramError) return sentenceOf(error.reason, error.parameters)
  if (error instanceof ConnectorError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
