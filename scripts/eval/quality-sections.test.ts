import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptSections, writeSection } from './quality-sections.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signet-quality-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a section is written in place of the earlier one, and the others stay', () => {
  const file = path.join(folder, 'quality.md')
  writeFileSync(file, '# Quality\n\nText.\n')
  expect(keptSections(file)).toBe('')
  const pages = '## Look-alike pages\n\nold\n'
  const formats = '## Formats of files\n\nfigures\n'
  writeSection(file, pages)
  writeSection(file, formats)
  writeSection(file, pages.replace('old', 'new'))
  expect(readFileSync(file, 'utf8')).toBe(`# Quality\n\nText.\n\n${pages.replace('old', 'new')}\n${formats}`)
  expect(keptSections(file)).toBe(`\n${pages.replace('old', 'new')}\n${formats}`)
})
