import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const roomBytes = 6 * 1024 ** 3

/**
 * The directory for files of tests: in memory if there is room, because writing a hundred clusters and the thousands of small files of a
 * demo to disk takes a minute; otherwise in the default temporary directory. It is deleted with this process.
 */
export function temporaryDirectory(): string {
  made ??= make()
  return made
}

let made: string | null = null

function make(): string {
  if (!fs.existsSync(memory) || !hasRoom()) return os.tmpdir()
  const directory = fs.mkdtempSync(path.join(memory, 'signet-'))
  // The embedded PostgreSQL runs as another user when the tests run as root.
  fs.chmodSync(directory, 0o711)
  process.once('exit', () => fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return runsPrograms(directory) ? directory : os.tmpdir()
}

function hasRoom(): boolean {
  const { bavail, bsize } = fs.statfsSync(memory)
  return Math.min(bavail * bsize, os.freemem()) >= roomBytes
}

/** Some machines don't execute programs from memory, and the embedded PostgreSQL is in the data directory. */
function runsPrograms(directory: string): boolean {
  const program = path.join(directory, 'program')
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}
