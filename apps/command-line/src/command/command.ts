import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { notInOneLine } from '@signet/contract/wire'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { readEnv } from '@signet/server/env'
import { openLog } from '@signet/server/log'
import { openProgram, type Program } from './program.ts'

/** The environment of a command: the streams and variables of the process, or replacements for them. */
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

/** Prints a line for the user on standard error. */
export function say(line: string, { stderr }: Pick<Terminal, 'stderr'> = process): void {
  stderr.write(`${line}\n`)
}

/** Prints lines of a result that may be long; waits while the reader doesn't keep up. */
export async function write(lines: string, { stdout }: Pick<Terminal, 'stdout'>): Promise<void> {
  if (lines === '' || !stdout.writable || stdout.write(lines)) return
  try {
    await once(stdout, 'drain')
  } catch (error) {
    // Nobody reads any more.
    if (causeOf(error).code !== 'EPIPE') throw error
  }
}

/** Prints a result: one JSON line, or the given text on a terminal (without `--json`). */
export function print(options: CommonOptions, value: object, words: string): void {
  const { stdout } = options.terminal
  const wantsWords = stdout.isTTY && !options.json
  stdout.write(`${wantsWords ? words : JSON.stringify(value)}\n`)
}

const lengthMax = 200

/** @throws ProgramError if the value of an option is empty or too long */
export function checkLength(option: string, text: string): void {
  if (text.trim() === '' || text.length > lengthMax) throw new ProgramError('OPTION_LENGTH', { option, max: lengthMax })
}

/** @throws ProgramError if the name of a company, brand or person is empty, too long or has several lines */
export function toName(text: string): string {
  const name = text.trim()
  checkLength('--name', name)
  if (notInOneLine.test(name)) throw new ProgramError('OPTION_NOT_ONE_LINE', { option: '--name' })
  return name
}

let openPrograms = 0

/** Whether a command has opened the program, which it closes when it ends. */
export const isProgramOpen = (): boolean => openPrograms > 0

/**
 * Opens the program for one command and always closes it, also on Ctrl-C. Only warnings are logged.
 *
 * @param work gets the stop signal; long work must observe it
 */
export async function withProgram<T>(
  { terminal }: CommonOptions,
  work: (program: Program, stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const env = readEnv(terminal.env)
  openPrograms += 1
  try {
    const program = await openProgram(env, openLog(env.logLevel ?? 'warn'), (line) => say(line, terminal))
    try {
      return await untilStopped((stop) => work(program, stop))
    } finally {
      await program.close()
    }
  } finally {
    openPrograms -= 1
  }
}

/** Runs work with a signal for Ctrl-C and SIGTERM. */
export async function untilStopped<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const onSignal = () => stop.abort(new ProgramError('STOPPED'))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}
