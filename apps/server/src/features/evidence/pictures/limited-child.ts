import { spawn, type ChildProcessByStdio } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A program that reads one hostile file on its standard input and answers on its standard output. */
export interface LimitedProgram {
  /** Its own file; the folder of it may be read. */
  program: string
  /** The folder of the library it uses. */
  library: string
  /** Whether that library is native code. */
  isNative: boolean
  args?: string[]
}

/** What one child may use. */
export interface ChildLimits {
  /** From its start to the last byte of its answer. */
  wallMs: number
  cpuSeconds: number
  /** Of its private memory, as the kernel promises it. */
  memoryBytes: number
  /** Of its answer. */
  answerBytes: number
}

const openFilesMax = 64
const heapMb = 96
const root = path.resolve(import.meta.dirname, '../../../../../..')

/**
 * Gives a file to a child process of its own and waits for its answer.
 *
 * @param input read once, to its end or as far as the child reads
 * @returns the answer and the exit code, null for a child that was ended at a limit
 */
export async function runLimited(
  what: LimitedProgram,
  input: Readable,
  limits: ChildLimits,
): Promise<{ code: number | null; answer: Buffer }> {
  const child = startChild(what, limits)
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.wallMs)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  try {
    // A child that has seen enough reads no further; what it says counts.
    const written = pipeline(input, child.stdin).catch(() => undefined)
    const [answer, code] = await Promise.all([readAnswer(child, limits.answerBytes), ended, written])
    return { code, answer }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

async function readAnswer(child: ChildProcessByStdio<Writable, Readable, null>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of child.stdout) {
    length += (chunk as Buffer).length
    if (length > bytesMax) child.kill('SIGKILL')
    else chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/**
 * The rights of the child: it reads its program and the library and nothing else, writes no file, starts nothing, and sees nothing of the
 * environment. Where there is a POSIX shell the kernel counts its time, memory and files too.
 */
function startChild(
  { program, library, isNative, args = [] }: LimitedProgram,
  { cpuSeconds, memoryBytes }: ChildLimits,
): ChildProcessByStdio<Writable, Readable, null> {
  const readable = [
    path.dirname(program),
    library,
    ...[root, path.join(root, 'apps'), path.join(root, 'apps/server')].map((at) => path.join(at, 'package.json')),
  ]
  const rights = ['--permission', ...(isNative ? ['--allow-addons'] : [])]
  const reads = readable.map((at) => `--allow-fs-read=${at}`)
  const command = ['--no-warnings', `--max-old-space-size=${heapMb}`, ...rights, ...reads, program, ...args]
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore']
  const options = { cwd: path.dirname(program), env: {}, stdio, windowsHide: true }
  if (process.platform === 'win32') return spawn(process.execPath, command, options)
  const bounds = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -f 0; ulimit -n ${openFilesMax}; ulimit -d ${memoryBytes / 1024}`
  return spawn('/bin/sh', ['-c', `${bounds}; exec "$0" "$@"`, process.execPath, ...command], options)
}
