// Checks the texts of the portal: every id exists in both languages with the same values and is used, each call passes the values of its
// text, and there are no texts on screen outside the catalogues. Prints every violation and exits with 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { parseSync } from 'vite'
import { textIn } from '@signet/contract/narrow'

const root = path.resolve(import.meta.dirname, '../apps/web/src')

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
interface Room {
  dir: string
  /** Ids, each with the names of the values in its text. */
  ids: Map<string, Set<string>>
  used: Set<string>
  /** Prefixes of composed ids: `status.` of t(`status.${status}`). */
  usedStarts: Set<string>
}

const breaches: string[] = []
/** The developer page with all components. */
const showcase = `showcase${path.sep}`
const files = fs
  .globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.') && !file.startsWith(showcase))

/** The names of the values in a compiled text, including those in its plural forms. */
function valuesIn(message: CompiledMessage | undefined): string[] {
  if (message === undefined || typeof message === 'string') return []
  return message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, , forms] = token
    const inner = typeof forms === 'object' ? Object.values(forms as Record<string, CompiledMessage>) : []
    return name === '#' ? [] : [name, ...inner.filter((form) => Array.isArray(form)).flatMap(valuesIn)]
  })
}

function textsOf(file: string): Map<string, Set<string>> {
  const texts: Record<string, string> = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
  return new Map(
    Object.entries(texts).map(([id, text]) => {
      if (text.trim() === '') breaches.push(`${file}: ${id} is empty`)
      return [id, new Set(valuesIn(compileMessageOrThrow(text)))]
    }),
  )
}

function roomIn(dir: string): Room {
  const [english, german] = [textsOf(path.join(dir, 'words.en.json')), textsOf(path.join(dir, 'words.de.json'))]
  for (const id of german.keys()) if (!english.has(id)) breaches.push(`${dir}: ${id} has no English`)
  for (const [id, values] of english) {
    const other = german.get(id)
    if (!other) breaches.push(`${dir}: ${id} has no German`)
    else if ([...values].toSorted().join() !== [...other].toSorted().join())
      breaches.push(`${dir}: ${id} has other values in German`)
  }
  return { dir, ids: english, used: new Set(), usedStarts: new Set() }
}

const rooms = new Map(
  fs.globSync('**/words.en.json', { cwd: root }).map((file) => [path.dirname(file), roomIn(path.dirname(file))]),
)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

function walk(node: Node, visit: (node: Node, isInside: boolean) => void, isInside = false): void {
  visit(node, isInside)
  const inside = isInside || /Function/.test(node.type)
  for (const value of Object.values(node)) for (const child of nodesIn(value)) walk(child, visit, inside)
}

/** The literal texts an expression may evaluate to: a literal, both sides of a choice, or a fallback. */
function literalsOf(node: unknown): Node[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node] : []
  if (node.type === 'TemplateLiteral') return [node]
  if (node.type === 'ConditionalExpression')
    return [...literalsOf(node['consequent']), ...literalsOf(node['alternate'])]
  if (node.type === 'LogicalExpression') return [...literalsOf(node['left']), ...literalsOf(node['right'])]
  return node.type === 'JSXExpressionContainer' ? literalsOf(node['expression']) : []
}

/** The fixed parts of a template. */
const partsOf = (node: Node) => nodesIn(node['quasis']).map(({ value }) => textIn(value, 'cooked') ?? '')
const startOf = (node: Node) => partsOf(node)[0] ?? ''
const nameOf = (value: unknown) => nodesIn(value).map(({ name }) => String(name))[0] ?? ''
const literalText = (node: Node) => (node.type === 'TemplateLiteral' ? partsOf(node).join(' ') : String(node['value']))
const isText = (text: string) => /\p{L}{2}/u.test(text)

const shownAttributes =
  /^(label|title|placeholder|alt|aria-label|aria-description|aria-roledescription|data-tip|what|empty|hint|text|note|summary|heading|description)$/
const speaking = /^(toast|snackbar|liveMessage)$/

for (const file of files) {
  const code = fs.readFileSync(path.join(root, file), 'utf8')
  const { program } = parseSync(file, code)
  const breach = (node: Node, why: string) =>
    breaches.push(
      `${file}:${code.slice(0, node.start).split('\n').length} ${why}: ${literalText(node).trim().slice(0, 60)}`,
    )
  const wordsFrom = nodesIn(program.body).flatMap((node) => {
    const from = node.type === 'ImportDeclaration' ? nodesIn(node['source']).map(literalText).join('') : ''
    return from.endsWith('/words.ts') ? [path.join(path.dirname(file), path.dirname(from))] : []
  })
  // A file of a room may use ids without reading the catalogue itself.
  const room = [...wordsFrom, path.dirname(file)].map((dir) => rooms.get(dir)).find((each) => each !== undefined)
  walk({ ...program }, (node, isInside) => {
    if (room && node.type === 'Literal' && typeof node['value'] === 'string') room.used.add(node['value'])
    if (room && node.type === 'TemplateLiteral') room.usedStarts.add(startOf(node))
    if (node.type === 'CallExpression') {
      const name = nameOf(node['callee'])
      const [first, second] = nodesIn(node['arguments'])
      if (room && name === 't' && first) {
        if (!isInside) breach(first, 'read before the language is known')
        checkValues(room, first, second, breach)
      }
      if (speaking.test(name))
        for (const literal of literalsOf(first)) if (isText(literalText(literal))) breach(literal, 'text')
    }
    if (node.type === 'JSXText' && isText(String(node['value']))) breach(node, 'text')
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of nodesIn(node['children']))
        for (const literal of child.type === 'JSXExpressionContainer' ? literalsOf(child) : [])
          if (isText(literalText(literal))) breach(literal, 'text')
    }
    if (node.type === 'JSXAttribute' && shownAttributes.test(nameOf(node['name'])))
      for (const literal of literalsOf(node['value'])) if (isText(literalText(literal))) breach(literal, 'text')
  })
}

/** A call must pass the values of its text, unless it passes on values that it received. */
function checkValues(room: Room, id: Node, values: Node | undefined, breach: (node: Node, why: string) => void): void {
  const properties = values?.type === 'ObjectExpression' ? nodesIn(values['properties']) : []
  if (values && (properties.length === 0 || properties.some(({ type }) => type !== 'Property'))) return
  const passed = new Set(properties.map(({ key }) => nameOf(key)))
  for (const literal of literalsOf(id)) {
    const wanted = literal.type === 'Literal' ? room.ids.get(literalText(literal)) : undefined
    for (const name of wanted ?? []) if (!passed.has(name)) breach(literal, `${name} is not given`)
  }
}

for (const { dir, ids, used, usedStarts } of rooms.values()) {
  for (const id of ids.keys()) {
    if (!used.has(id) && ![...usedStarts].some((start) => start.endsWith('.') && id.startsWith(start)))
      breaches.push(`${dir}: ${id} is not used`)
  }
}

for (const each of breaches) console.error(each)
console.log(breaches.length === 0 ? 'texts: all in both languages' : `texts: ${breaches.length} breaches`)
process.exitCode = breaches.length === 0 ? 0 : 1
