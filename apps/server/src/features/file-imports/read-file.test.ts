import { mkdir, readFile as readLocal, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { mebibyte } from '@signet/contract/threats/file-types'
import { expect, test } from 'vitest'
import { newFolder } from '../../../test/new-folder.ts'
import { runLimited } from '../../child-processes/run-limited.ts'
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
  const { bytes } = await runLimited({ ...readProgram, program, args }, Readable.from([]), limits)
  const denied = 'ERR_ACCESS_DENIED'
  expect(JSON.parse(bytes.toString())).toEqual({
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

/** A PDF of one page with a content of its own. */
function pdfOf(content: string): Readable {
  const packed = deflateSync(content)
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const objects = [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    `3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 ${font} >> >> >> endobj`,
    `4 0 obj << /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
  ]
  const start = Buffer.from(`%PDF-1.7\n${objects.join('\n')}`)
  return Readable.from([start, packed, Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n')])
}

test('a PDF is read in the process, or refused if it inflates to more than that may hold', async () => {
  const text = 'BT /F1 12 Tf 50 700 Td (Northwind) Tj ET '
  expect(await readFile(pdfOf(text), 'report.docx')).toEqual({
    answer: { state: 'read', kind: 'pdf' },
    records: [expect.objectContaining({ type: 'pdf', pages: 1, text: 'Northwind' })],
  })
  const limits = { ...readLimits, memoryBytes: 768 * mebibyte }
  const { answer } = await readFile(pdfOf(text.repeat(2_000_000)), 'bomb.pdf', limits)
  expect(answer).toMatchObject({ state: 'unreadable', reason: 'tooLarge' })
})
