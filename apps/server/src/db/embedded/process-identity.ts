import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Distinguishes a process from a later one with the same id, by the boot and the instant it started in.
 *
 * Linux: `/proc/<pid>/stat`, field 22 (proc(5)); elsewhere `ps -o lstart`.
 *
 * @returns e.g. `b8c1…/912345`, or `null` if no such process is running (a zombie isn't running)
 */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = readProc(`/proc/${pid}/stat`)
    if (stat === null) return null
    // The command name may contain spaces and brackets, so count from its last bracket: state is field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${bootId()}/${fields[19]}`
  }
  const line = ps(pid, 'stat=,lstart=')
  if (line === null || line.startsWith('Z')) return null
  return line.replace(/^\S+\s+/, '')
}

/** The command line of a running process, its arguments separated by spaces; `null` if there is none. */
export function processCommand(pid: number): string | null {
  if (process.platform === 'linux') return readProc(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || null
  return ps(pid, 'command=')
}

function bootId(): string {
  return readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? 'boot'
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // No such process (ENOENT), or it ended while being read (ESRCH).
    return null
  }
}

function ps(pid: number, columns: string): string | null {
  try {
    const output = execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
    })
    return output.trim() || null
  } catch {
    // ps exits with 1 if there is no such process.
    return null
  }
}
