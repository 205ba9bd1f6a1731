import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.resolve(import.meta.dirname, '..')

/** Parts that only another part uses, which shows them on the page. */
const within: Readonly<Record<string, string>> = {
  DataGridHead: 'ui/grid/data-grid.tsx',
  DataGridRow: 'ui/grid/data-grid.tsx',
  PointCard: 'charts/column-chart.tsx',
  ReadOut: 'charts/column-chart.tsx',
  TimeAxis: 'charts/column-chart.tsx',
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => path.join(folder, name))
}
const sourceAt = (file: string) => fs.readFileSync(path.join(source, file), 'utf8')
const shows = (text: string, part: string) => new RegExp(String.raw`<${part}[\s>]`).test(text)

test('every component of the interface and every chart is on the page of parts', () => {
  const page = filesIn('showcase').map(sourceAt).join('\n')
  const parts = [...filesIn('ui'), ...filesIn('charts')].flatMap((file) =>
    [...sourceAt(file).matchAll(/^export (?:function|const|class) ([A-Z][a-z]\w*)/gm)].map(([, name = '']) => name),
  )
  expect(parts.length).toBeGreaterThan(80)
  const missing = parts.filter((part) => {
    const place = within[part]
    return !shows(place ? sourceAt(place) : page, part)
  })
  expect(missing).toEqual([])
})
