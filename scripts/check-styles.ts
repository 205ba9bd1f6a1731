// Checks the style sheets of the portal: every class is used and every used class exists; spacing, radii, font sizes, shadows and colours
// come from tokens.css; there are only a few breakpoints. Prints every violation and exits with 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'
import { sourcesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')
const web = path.join(root, 'apps/web/src')

/** The widths up to which the layout is for phones, has one column, has a sidebar as a rail, and has no third column. */
const breakpoints = new Set(['760', '1020', '1180', '1400'])

/** Declarations that must not use literal pixels or numbers; geometry (width, height, inset) may. */
const literals: { property: RegExp; value: RegExp; token: string }[] = [
  {
    property: /^(gap|row-gap|column-gap|padding.*|margin.*)$/,
    value: /(?<![\d.-])([1-9]|[1-3]\d|40)px/,
    token: 'space',
  },
  { property: /radius$/, value: /[1-9]\d*px/, token: 'radius' },
  { property: /^(font|font-size|line-height|font-family)$/, value: /\d(px|rem)|monospace/, token: 'type' },
  { property: /^font-weight$/, value: /\d/, token: 'weight' },
  { property: /^z-index$/, value: /^[1-9]/, token: 'z' },
  { property: /^(transition|animation).*/, value: /\d+m?s\b/, token: 'fast' },
  { property: /.*/, value: /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i, token: 'a colour' },
]

const breaches: string[] = []
const used = usedClasses()
for (const file of sheetsIn(web)) {
  const name = path.relative(root, file)
  const text = fs.readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  for (const [, query = ''] of text.matchAll(/@media ([^{]+)\{/g)) {
    for (const [, width = ''] of query.matchAll(/(?<!height[^)]*)\b(\d+)px/g)) {
      if (!breakpoints.has(width))
        breaches.push(`${name}: a page changes at ${[...breakpoints].join(', ')} px, not at ${width}`)
    }
  }
  if (!file.endsWith('.module.css')) continue
  checkLiterals(name, text)
  checkClasses(file, name, text)
}
for (const breach of breaches) console.error(breach)
console.log(
  breaches.length === 0 ? 'styles: every class is used, every step is a token' : `styles: ${breaches.length} breaches`,
)
process.exitCode = breaches.length === 0 ? 0 : 1

function checkLiterals(name: string, text: string): void {
  for (const [, property = '', value = ''] of text.matchAll(/[{;]\s*([a-z-]+):\s*([^;{}]+)(?=[;}])/g)) {
    const found = literals.find((each) => each.property.test(property) && each.value.test(value))
    if (found) breaches.push(`${name}: ${property}: ${value.trim()} takes ${found.token} from tokens.css`)
  }
}

function checkClasses(file: string, name: string, text: string): void {
  const classes = new Set([...text.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, each = '']) => each))
  const own = used.get(file) ?? new Set()
  // The class is chosen by a value, so any class may be used.
  if (own.has('*')) return
  for (const each of classes) if (!own.has(each)) breaches.push(`${name}: no component uses .${each}`)
  for (const each of own)
    if (!classes.has(each)) breaches.push(`${name}: a component uses .${each}, which it does not have`)
}

/** The classes of each CSS module that components use; `*` where one is chosen at run time. */
function usedClasses(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of sourcesIn(web)) {
    const text = fs.readFileSync(file, 'utf8')
    for (const [, local = '', from = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)) {
      const sheet = path.resolve(path.dirname(file), from)
      const own = found.get(sheet) ?? new Set()
      found.set(sheet, own)
      for (const [, name] of text
        .replaceAll(/^import .*$/gm, '')
        .matchAll(new RegExp(String.raw`\b${local}(?:\.(\w+)|\[)`, 'g')))
        own.add(name ?? '*')
    }
  }
  return found
}

function sheetsIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => path.join(folder, name))
}
