import { Command, CommanderError } from 'commander'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { productVersion } from '@signet/contract/product-version'
import { isProgramOpen, type Terminal } from './command/command.ts'
import { lineOf } from './command/line-of.ts'
import { declarations } from './commands.generated.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
const done = 0
const failed = 1
const wrongUsage = 2

/** How long a failed command may take to end by itself. */
const lingerMs = 3000

/** Builds the command line; each command loads its own code when it runs. */
function commandLine(terminal: Terminal): Command {
  const program = new Command('signet')
    .description('Self-hosted brand protection and threat monitoring')
    .version(productVersion)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // On one line: commander puts its suggestions on a line of their own.
      outputError: (text, write) => write(`${text.trim().replaceAll(/\s+/g, ' ')} (see --help)\n`),
    })

  for (const declare of declarations) declare(program, terminal)
  return program
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
    terminal.stderr.write(`${await lineOf(error, terminal.env)}\n`)
    return error instanceof ProgramError ? error.exitCode : failed
  }
}

const ifClosed = (unread: () => void) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  unread()
}

/** The program: runs one command on the streams of this process and sets its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  let isUnread = false
  // A reader that has seen enough (`| head`) is no failure. What a command has opened is closed by it.
  process.stdout.on(
    'error',
    ifClosed(() => {
      isUnread = true
      if (!isProgramOpen()) process.exit(done)
    }),
  )
  process.stderr.on(
    'error',
    ifClosed(() => {}),
  )
  const code = await runCommand(argv, process)
  process.exitCode = isUnread ? done : code
  // Everything was closed on the way here; a connection that was forgotten must not keep a failed program alive.
  if (process.exitCode !== done) setTimeout(() => process.exit(), lingerMs).unref()
}
