import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const roomBytes = 6 * 1024 ** 3

/**
 * Where tests keep what they write: in memory where there is room for it, since a hundred clusters and the thousands of small files of a
 * demo take a minute of a disk; otherwise where temporary files are. Goes away with this process.
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

/** Some machines run nothing from memory; the embedded PostgreSQL lies in the data directory. */
function runsPrograms(directory: string): boolean {
  const program = path.join(directory, 'program')
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}
