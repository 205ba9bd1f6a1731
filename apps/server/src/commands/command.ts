import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { SingleBar } from 'cli-progress'
import { notInOneLine } from '@signet/contract/wire'
import { readEnv } from '../env.ts'
import { openLog } from '../log.ts'
import { openProgram, type Program } from './program.ts'

/** An expected failure of a command: one line for the person who ran it. `isUsage` ends it with code 2. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly isUsage: boolean

  constructor(message: string, more: { isUsage?: boolean; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.isUsage = more.isUsage ?? false
  }
}

/** Where a command is run: the streams and variables of the process, or those a caller puts in their place. */
export interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  env: NodeJS.ProcessEnv
}

export interface CommonOptions {
  json?: boolean
  terminal: Terminal
}

/** A line for the person, on standard error. */
export function say(line: string, { stderr }: Pick<Terminal, 'stderr'> = process): void {
  stderr.write(`${line}\n`)
}

/** Lines of a result that may be long: waits while the reader does not keep up. */
export async function write(lines: string, { stdout }: Pick<Terminal, 'stdout'>): Promise<void> {
  if (lines !== '' && !stdout.write(lines)) await once(stdout, 'drain')
}

/** A result: one JSON line, or on a terminal (without `--json`) the given words. */
export function print(options: CommonOptions, value: object, words: string): void {
  const { stdout } = options.terminal
  const wantsWords = stdout.isTTY && !options.json
  stdout.write(`${wantsWords ? words : JSON.stringify(value)}\n`)
}

const nameMax = 200

/** @throws CommandError when the name of a company, brand or person is empty, too long or of several lines */
export function toName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > nameMax)
    throw new CommandError(`--name must have 1 to ${nameMax} characters.`, { isUsage: true })
  if (notInOneLine.test(name))
    throw new CommandError('--name must be one line without control characters.', { isUsage: true })
  return name
}

/**
 * Opens the program for one command and closes it whatever happens, also on Ctrl-C. Only warnings are logged.
 *
 * @param work is told to stop by the signal; long work must heed it
 */
export async function withProgram<T>(
  { terminal }: CommonOptions,
  work: (program: Program, stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const env = readEnv(terminal.env)
  const program = await openProgram(env, openLog(env.logLevel ?? 'warn'), (line) => say(line, terminal))
  const stop = new AbortController()
  const onSignal = () => stop.abort(new CommandError('Stopped before the end; what was kept until then stays.'))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await work(program, stop.signal)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    await program.close()
  }
}

/** A progress line on a terminal; silent otherwise. */
export interface Progress {
  at(done: number, words: string): void
  end(): void
}

/** Shows how far long work has come, when a person looks on. */
export function openProgress(options: CommonOptions, label: string): Progress {
  const { stderr } = options.terminal
  if (!stderr.isTTY || options.json) return { at: () => {}, end: () => {} }
  const bar = new SingleBar({ format: `${label} {value} names, {words}`, hideCursor: true, stream: stderr })
  bar.start(0, 0, { words: '' })
  return {
    at: (done, words) => bar.update(done, { words }),
    end: () => bar.stop(),
  }
}
