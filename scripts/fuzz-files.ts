// Reads changed files and judges changed texts for a while, as strangers could send them: only the item itself may be lost.
//
//   npm run fuzz:files -- [FOLDER] [--seconds 60] [--seed TEXT] [--only N]
//
// FOLDER holds further files to change. Every item depends on the seed and its number: --only repeats one in this process, with new keys of
// the signers of apps that are made for it.
// An item is a finding if its error is none of the item, if it takes over 20 seconds, or if it ends the process that reads it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sourceFiles } from './fuzz/changed-files.ts'
import type { FuzzMessage } from './fuzz/fuzz-program.ts'
import { readItem } from './fuzz/read-item.ts'

const itemMaxMs = 20_000
const heapMegabytes = 1024
const findingsMax = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now()) },
    only: { type: 'string' },
  },
})
const [folder] = positionals
const slowest = { at: 0, ms: 0 }

if (values.only === undefined) await readMany()
else await readItem(sourceFiles(folder), `${values.seed} ${values.only}`)

async function readMany(): Promise<void> {
  const until = Date.now() + Number(values.seconds) * 1000
  const findings: string[] = []
  let next = 0
  console.log(`seed ${values.seed}`)
  while (Date.now() < until && findings.length < findingsMax) {
    const ended = await readSome(next, until, (at, problem) => {
      findings.push(`item ${at}: ${problem}`)
      console.log(findings.at(-1))
    })
    next = ended.next
    if (ended.problem !== null) {
      findings.push(`item ${next - 1}: ${ended.problem}`)
      console.log(findings.at(-1))
    }
  }
  console.log(`${next} items, ${findings.length} findings; the slowest took ${slowest.ms} ms (item ${slowest.at})`)
  process.exitCode = findings.length > 0 ? 1 : 0
}

/** Reads items in a child until the time is up, or one of them ends the child. */
async function readSome(
  from: number,
  until: number,
  report: (at: number, problem: string) => void,
): Promise<{ next: number; problem: string | null }> {
  const program = path.join(import.meta.dirname, 'fuzz/fuzz-program.ts')
  const child = fork(program, [values.seed, String(from), ...(folder === undefined ? [] : [folder])], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
  })
  let [current, since] = [from, Date.now()]
  let isOver = false
  const note = () => {
    const ms = Date.now() - since
    if (ms > slowest.ms) Object.assign(slowest, { at: current, ms })
    return ms
  }
  child.on('message', (message: FuzzMessage) => {
    if ('problem' in message) {
      report(message.at, message.problem)
      return
    }
    if (message.at > from) note()
    ;[current, since] = [message.at, Date.now()]
  })
  let isStuck = false
  const watch = setInterval(() => {
    isOver ||= Date.now() >= until
    isStuck = current > from && Date.now() - since > itemMaxMs
    if (isOver || isStuck) child.kill('SIGKILL')
  }, 200)
  await once(child, 'exit')
  clearInterval(watch)
  const problem = isStuck ? `took over ${itemMaxMs / 1000} seconds` : isOver ? null : 'ended the process'
  return { next: current + 1, problem }
}
