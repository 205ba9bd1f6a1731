import { mkdir, readFile as readLocal, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { mebibyte } from '@signet/contract/threats/file-types'
import { expect, test } from 'vitest'
import { newFolder } from '../../../test/new-folder.ts'
import { runLimited } from '../evidence/pictures/limited-child.ts'
import { readFile, readLimits, readProgram } from './read-file.ts'

/** Tries what a reader that was taken over by a hostile file could try, and says how each attempt ended. */
const attempts = `
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { Worker } from 'node:worker_threads'
const [own, secret, folder, library] = process.argv.slice(2)
const ended = (attempt) => {
  try {
    attempt()
    return 'done'
  } catch ({ code }) {
    return code
  }
}
console.log(JSON.stringify({
  readsLibrary: ended(() => fs.readdirSync(library)),
  readsFile: ended(() => fs.readFileSync(secret)),
  readsFolder: ended(() => fs.readdirSync(folder)),
  readsSystem: ended(() => fs.readFileSync('/etc/passwd')),
  readsServer: ended(() => fs.readdirSync(own)),
  writes: ended(() => fs.writeFileSync(secret, 'changed')),
  starts: ended(() => spawnSync(process.execPath, ['--version'])),
  threads: ended(() => new Worker('', { eval: true })),
  settings: Object.keys(process.env).filter((name) => /^(DATABASE|SIGNET|DATA_DIR)/.test(name)),
}))
`

test('the process that reads a file can read nothing but its own program, write nothing and start nothing', async () => {
  const folder = await newFolder()
  const secret = path.join(folder, 'secret')
  await writeFile(secret, 'unchanged')
  await mkdir(path.join(folder, 'program'))
  const program = path.join(folder, 'program/attempts.mjs')
  await writeFile(program, attempts)
  const args = [path.resolve(import.meta.dirname, '../..'), secret, folder, readProgram.library]
  const limits = { wallMs: 60_000, cpuSeconds: 30, memoryBytes: 1024 * mebibyte, answerBytes: mebibyte }
  const { code, answer } = await runLimited({ ...readProgram, program, args }, Readable.from([]), limits)
  expect(code).toBe(0)
  const denied = 'ERR_ACCESS_DENIED'
  expect(JSON.parse(answer.toString())).toEqual({
    readsLibrary: 'done',
    readsFile: denied,
    readsFolder: denied,
    readsSystem: denied,
    readsServer: denied,
    writes: denied,
    starts: denied,
    threads: denied,
    settings: [],
  })
  expect(await readLocal(secret, 'utf8')).toBe('unchanged')
})

const tooLarge = {
  answer: { state: 'unreadable', kind: '', reason: 'tooLarge', detail: 'over the limits of time or memory' },
  records: [],
}

/** Two million empty objects: 6 MB of text, more than 100 MB in memory. */
const manyObjects = () => Readable.from([Buffer.from(`[${'{},'.repeat(2_000_000)}0]`)])

test('a file that needs more memory or time than allowed ends its process only, and is refused', async () => {
  expect(await readFile(manyObjects(), 'large.json', { ...readLimits, heapBytes: 64 * mebibyte })).toEqual(tooLarge)
  expect(await readFile(manyObjects(), 'large.json', { ...readLimits, wallMs: 1 })).toEqual(tooLarge)
})

test('a report whose records are larger than an answer may be is refused', async () => {
  const line = `${JSON.stringify({ url: 'https://a.example', input: 'a.example', failed: true })}\n`
  const report = () => Readable.from([Buffer.from(line.repeat(20))])
  expect((await readFile(report(), 'report')).records).toHaveLength(20)
  expect(await readFile(report(), 'report', { ...readLimits, answerBytes: 1000 })).toEqual(tooLarge)
})
