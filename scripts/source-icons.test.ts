import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceIcons } from './source-icons.ts'

test('the file of all source icons has each of them, in the text colour, by the name of its source', () => {
  const icons = sourceIcons()
  const files = fs.readdirSync(path.resolve(import.meta.dirname, '../apps/web/public/icons/threatSource'))
  expect(files.length).toBeGreaterThan(20)
  const ids = [...icons.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"/g)].map(([, id]) => id)
  expect(ids).toEqual(files.map((file) => path.basename(file, '.svg').replaceAll(' ', '-')).toSorted())
  expect(icons).not.toContain('#000')
})
