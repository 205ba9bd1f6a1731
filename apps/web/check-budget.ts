/*
 * Compares the size of the built portal with its budgets (docs/design.md; gzip). Run it after `vite build`: it prints a table and exits
 * with 1 when a budget is exceeded.
 */
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  isDynamicEntry?: boolean
}
const dist = path.join(import.meta.dirname, 'dist')
const manifest: Record<string, Chunk> = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))

const weights = new Map<string, number>()
function weightOf(file: string): number {
  const known = weights.get(file)
  if (known !== undefined) return known
  const bytes = fs.readFileSync(path.join(dist, file))
  // Font files are already compressed.
  const weight = file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length
  weights.set(file, weight)
  return weight
}

/** A chunk and all chunks that it imports statically. */
function closureOf(names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const walk = (name: string) => {
    if (found.has(name)) return
    const chunk = manifest[name]
    if (!chunk) throw new Error(`No chunk ${name} in the build`)
    found.add(name)
    for (const imported of chunk.imports ?? []) walk(imported)
  }
  for (const name of names) walk(name)
  return found
}

function sumOf(names: Iterable<string>, kind: 'js' | 'css'): number {
  const files = new Set<string>()
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) continue
    if (kind === 'css') for (const file of chunk.css ?? []) files.add(file)
    else if (chunk.file.endsWith('.js')) files.add(chunk.file)
  }
  return [...files].reduce((sum, file) => sum + weightOf(file), 0)
}

const rows: { what: string; weight: number; max: number }[] = []
const weigh = (what: string, weight: number, maxKb: number) => rows.push({ what, weight, max: maxKb * 1024 })

/** The chunk of a group of the build; see `vite.config.ts`. */
function groupOf(group: string): string {
  const found = Object.keys(manifest).find((each) => manifest[each]?.name === group)
  if (found === undefined) throw new Error(`No group ${group} in the build`)
  return found
}

const entry = 'index.html'
const signIn = 'src/features/sign-in/sign-in-page.tsx'
// The shell, and the list of pages, which is needed when a route is looked up.
const kit = groupOf('kit')
const firstList = closureOf([entry, kit, groupOf('list')])

weigh('JS, sign-in', sumOf(closureOf([entry, signIn]), 'js'), 120)
weigh('JS, first list', sumOf(firstList, 'js'), 155)
weigh('CSS, first list', sumOf(firstList, 'css'), 15)
const frame = closureOf([entry, kit])
for (const [name, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || name === signIn) continue
  const onTop = [...closureOf([name])].filter((each) => !frame.has(each))
  if (name.endsWith('-page.tsx')) weigh(`route, ${path.basename(name, '.tsx')}`, sumOf(onTop, 'js'), 25)
}
for (const [name, chunk] of Object.entries(manifest)) {
  if (chunk.isDynamicEntry) weigh(`lazy, ${path.basename(name)}`, weightOf(chunk.file), 50)
}
const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8')
const preloaded = [...html.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, file]) => file ?? '')
weigh(
  'fonts, preloaded',
  preloaded.reduce((sum, file) => sum + weightOf(file), 0),
  50,
)

const kb = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7)
let isBroken = false
for (const { what, weight, max } of rows) {
  const breach = weight > max
  isBroken ||= breach
  process.stdout.write(`${breach ? 'BREACH' : 'ok    '} ${kb(weight)} of ${kb(max)} KB  ${what}\n`)
}
process.exitCode = isBroken ? 1 : 0
