import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileKinds, SourceFile } from '../index.ts'
import type { ReadDocument } from './document.ts'
import { readPdf } from './pdf/pdf.ts'

const samples = path.resolve(import.meta.dirname, '../../../../../shared/data/formats/documents')

interface Expected extends Record<string, unknown> {
  file: string
  type: string
  words?: number
  firstWords?: string[]
  lastWords?: string[]
  textContains?: string[]
  password?: string
}

/** Fields that are compared in their own way, or describe the sample. */
const others = new Set([
  'file',
  'words',
  'firstWords',
  'lastWords',
  'textContains',
  'note',
  'optional',
  'password',
  'withoutPassword',
])
const times = new Set(['created', 'modified'])

/** Their words are in another order: Arabic, columns, a table, and lines that the program of the expected values reads bottom up. */
const otherOrder = new Set([
  'pdf/habibi.pdf',
  'pdf/multicolumn.pdf',
  'pdf/google-doc-document.pdf',
  'pdf/annotated_pdf.pdf',
])
/** The Arabic sample maps its glyphs to other characters than its expected words have. */
const otherWords = new Set(['pdf/habibi.pdf'])

const expectedOf = (list: string): Expected[] =>
  existsSync(samples) ? JSON.parse(readFileSync(path.join(samples, list), 'utf8')) : []

const all = [
  ...expectedOf('expected.json'),
  ...expectedOf('own/expected.json').map((each) => ({ ...each, file: `own/${each.file}` })),
]

describe.skipIf(!existsSync(samples))('samples', () => {
  test.each(all)('$file is read as expected', async (expected) => {
    const found = await read(expected)
    for (const [name, value] of Object.entries(expected).filter(([each]) => !others.has(each))) {
      const compared = times.has(name) && value ? [instant(found[name]), instant(value)] : [found[name], value]
      expect({ [name]: compared[0] }).toEqual({ [name]: compared[1] })
    }
    for (const part of expected.textContains ?? []) expect(found.text.normalize()).toContain(part.normalize())
    checkWords(expected, found)
  })

  test('the locked sample says that it needs a password', async () => {
    const locked = readFileSync(path.join(samples, 'pdf/libreoffice-writer-password.pdf'))
    await expect(readPdf(locked)).rejects.toMatchObject({ reason: 'locked', detail: 'it needs a password' })
    await expect(readPdf(locked, 'another')).rejects.toMatchObject({ reason: 'locked' })
  })
})

/** Reads a sample with the reader of its kind. */
async function read({ file, type, password }: Expected): Promise<ReadDocument & Record<string, unknown>> {
  const source = new SourceFile(file, readFileSync(path.join(samples, file)))
  const kind = fileKinds.find((each) => each.recognizes(source))
  expect(kind?.name).toBe(type)
  const found = password ? await readPdf(source.bytes, password) : await kind?.read(source)
  return found as ReadDocument & Record<string, unknown>
}

/** Offsets without minutes, and one after a Z, aren't ISO. */
const instant = (time: unknown) =>
  Date.parse(
    String(time)
      .replace(/Z\d\d:\d\d$/, 'Z')
      .replace(/([+-]\d\d)$/, '$1:00'),
  )

function checkWords({ file, words, firstWords = [], lastWords = [] }: Expected, found: ReadDocument): void {
  if (words === undefined) return
  expect(Math.abs(found.words - words)).toBeLessThanOrEqual(words / 10)
  const pieces = found.text.match(/\S+/g) ?? []
  if (otherWords.has(file)) return
  if (otherOrder.has(file)) {
    expect(pieces).toEqual(expect.arrayContaining([...firstWords, ...lastWords]))
    return
  }
  expect(pieces.slice(0, firstWords.length)).toEqual(firstWords)
  expect(lastWords.length ? pieces.slice(-lastWords.length) : []).toEqual(lastWords)
}
