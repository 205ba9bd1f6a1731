import fs from 'node:fs'

/**
 * The memory that all processes of a group use together, bytes; 0 where /proc does not exist. Files that are only mapped, such as the
 * program itself, are left out.
 *
 * Source: proc_pid_stat(5), field 5 (pgrp); proc_pid_status(5), RssAnon and RssShmem in kB.
 */
export function groupMemory(group: number): number {
  let kilobytes = 0
  for (const pid of fs.existsSync('/proc/self') ? fs.readdirSync('/proc') : []) {
    if (!/^\d+$/.test(pid) || groupOf(pid) !== group) continue
    for (const [, count] of read(pid, 'status').matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm))
      kilobytes += Number(count)
  }
  return kilobytes * 1024
}

/** The process group of a process; NaN if the process has ended, or where /proc does not exist. */
export function groupOf(pid: number | string): number {
  // The fields after the name of the program, which may contain spaces and parentheses.
  const stat = read(pid, 'stat')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
}

function read(pid: number | string, name: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    // The process is gone.
    return ''
  }
}
