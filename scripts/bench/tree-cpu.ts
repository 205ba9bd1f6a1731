import fs from 'node:fs'

/** Clock ticks of /proc per second; the same on every Linux that Node runs on. */
const ticksPerSecond = 100
const everyMs = 20

/** What a work took. */
export interface TreeCost {
  /** CPU seconds of this process and of every process that it started, directly or not. */
  cpuSeconds: number
  wallSeconds: number
}

/**
 * Measures a work with the processes it starts, on Linux. A killed process reports its times to nobody, so all are read every few
 * milliseconds; what a process used after the last reading is missing. The readings themselves are not counted.
 *
 * Source: proc_pid_stat(5), fields 4 (ppid), 14 (utime) and 15 (stime).
 */
export async function treeCostOf(work: () => Promise<unknown>): Promise<TreeCost> {
  const seen = new Map<number, number>()
  const parents = new Map<number, number>([[process.pid, 0]])
  let readings = 0
  const before = new Map(readTree(parents))
  const read = () => {
    const start = process.cpuUsage()
    for (const [pid, ticks] of readTree(parents)) seen.set(pid, ticks)
    const { user, system } = process.cpuUsage(start)
    readings += user + system
  }
  const own = process.cpuUsage()
  const start = performance.now()
  const timer = setInterval(read, everyMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  read()
  const wallSeconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(own)
  let ticks = 0
  for (const [pid, count] of seen) ticks += count - (before.get(pid) ?? 0)
  return { cpuSeconds: (user + system - readings) / 1e6 + ticks / ticksPerSecond, wallSeconds }
}

/**
 * The clock ticks of all descendants of this process.
 *
 * @param parents descendants that are already known with their parents, which is extended: one whose parent is gone still counts
 */
function readTree(parents: Map<number, number>): [pid: number, ticks: number][] {
  const found = new Map<number, { parent: number; ticks: number }>()
  for (const name of fs.readdirSync('/proc')) {
    const pid = Number(name)
    if (!(pid > 0)) continue
    const stat = readStat(name)
    // After the name of the program, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields.length > 13)
      found.set(pid, { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
  }
  const belongs = (pid: number): boolean => {
    if (parents.has(pid)) return true
    const parent = found.get(pid)?.parent ?? 0
    if (parent === 0 || !belongs(parent)) return false
    parents.set(pid, parent)
    return true
  }
  return [...found].flatMap(([pid, { ticks }]) => (pid !== process.pid && belongs(pid) ? [[pid, ticks]] : []))
}

function readStat(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // The process is gone.
    return ''
  }
}
