import { parseSync } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { germanOfStaff } from './de-staff.ts'
import { german as germanOfAll } from './de.ts'
import { plural, t, useLanguage } from './words.ts'

const german = { ...germanOfAll, ...germanOfStaff }
const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

/** Folders whose words are not marked yet. */
const notYet: readonly string[] = []

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
interface Found {
  /** English texts that are translated where they are shown. */
  keys: Map<string, string>
  /** What is shown without a translation, or translated too early. */
  faults: string[]
}

const shownAttributes = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'data-tip',
  'what',
  'empty',
  'hint',
  'text',
  'note',
  'summary',
  'heading',
  'description',
])
const speaking = new Set(['toast', 'snackbar', 'notice'])
const isWords = (text: string) => /\p{L}{2}/u.test(text)

/** The literal texts an expression may be: a literal, both sides of a choice, or a fallback. */
function literalsOf(node: Node | null | undefined): Node[] {
  if (!node) return []
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node]
  if (node.type === 'TemplateLiteral') return [node]
  if (node.type === 'ConditionalExpression') {
    return [...literalsOf(node['consequent'] as Node), ...literalsOf(node['alternate'] as Node)]
  }
  if (node.type === 'LogicalExpression')
    return [...literalsOf(node['left'] as Node), ...literalsOf(node['right'] as Node)]
  if (node.type === 'JSXExpressionContainer') return literalsOf(node['expression'] as Node)
  return []
}

function textOf(node: Node): string {
  if (node.type === 'TemplateLiteral') {
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
  }
  return String(node['value'])
}

function readFile(file: string, code: string, found: Found): void {
  const { program, errors } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  expect(errors).toEqual([])
  const at = (node: Node) => `${file}:${code.slice(0, node.start).split('\n').length}`
  const fault = (node: Node, why: string) =>
    found.faults.push(`${at(node)} ${why}: ${textOf(node).trim().slice(0, 60)}`)
  const key = (node: Node | undefined, isRequired: boolean) => {
    for (const literal of literalsOf(node)) {
      if (literal.type === 'TemplateLiteral') fault(literal, 'a key must be a plain literal')
      else found.keys.set(textOf(literal), at(literal))
    }
    if (isRequired && node && literalsOf(node).length === 0)
      found.faults.push(`${at(node)} a form of a count is no literal`)
  }

  const visit = (node: unknown, isInside: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, isInside)
      return
    }
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const here = node as Node
    const { type } = here
    const inside = isInside || /Function/.test(type)
    if (type === 'CallExpression') {
      const callee = here['callee'] as Node
      const name = typeof callee['name'] === 'string' ? callee['name'] : ''
      const args = here['arguments'] as Node[]
      if (name === 't' || name === 'msg') key(args[0], false)
      if (name === 'plural') {
        // The form for many is the key of both.
        key(args[2], true)
        if (literalsOf(args[1]).length === 0) found.faults.push(`${at(here)} a form of a count is no literal`)
      }
      if ((name === 't' || name === 'plural') && !inside)
        fault(args[0] as Node, 'translated before the language is known')
      if (speaking.has(name))
        for (const literal of literalsOf(args[0])) if (isWords(textOf(literal))) fault(literal, 'not marked')
    }
    if (type === 'JSXText' && isWords(String(here['value']))) fault(here, 'not marked')
    if (type === 'JSXElement' || type === 'JSXFragment') {
      for (const child of here['children'] as Node[]) {
        if (child.type !== 'JSXExpressionContainer') continue
        for (const literal of literalsOf(child)) if (isWords(textOf(literal))) fault(literal, 'not marked')
      }
    }
    if (type === 'JSXAttribute') {
      const name = (here['name'] as { name?: unknown }).name
      if (typeof name === 'string' && shownAttributes.has(name)) {
        for (const literal of literalsOf(here['value'] as Node))
          if (isWords(textOf(literal))) fault(literal, 'not marked')
      }
    }
    for (const [field, child] of Object.entries(here)) if (field !== 'type') visit(child, inside)
  }
  visit(program, false)
}

const found: Found = { keys: new Map(), faults: [] }
for (const [name, code] of Object.entries(sources)) {
  const file = name.replace('../', '')
  if (file.includes('.test.') || name.startsWith('./') || file.startsWith('words/')) continue
  const part: Found = { keys: found.keys, faults: [] }
  readFile(file, code, part)
  if (!notYet.some((start) => file === start || file.startsWith(`${start}/`))) found.faults.push(...part.faults)
}

const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ')

/** Words that come from the server or the contract and are translated by `t(value)`: no literal of the portal names them. */
const isFromServer = (file: string) => file.endsWith('server.ts')

const files = import.meta.glob<{ words: Record<string, unknown> }>('./de/*.ts', { eager: true })

describe('the words of the portal', () => {
  test('are all marked for translation, and translated only when the language is known', () => {
    expect(found.faults).toEqual([])
  })

  test('are all there in German', () => {
    expect([...found.keys].filter(([text]) => !(text in german)).map(([text, at]) => `${at} ${text}`)).toEqual([])
  })

  test('are not translated where nobody says them any more', () => {
    const stale = Object.entries(files)
      .filter(([file]) => !isFromServer(file))
      .flatMap(([file, { words }]) =>
        Object.keys(words)
          .filter((text) => !found.keys.has(text))
          .map((text) => `${file} ${text}`),
      )
    expect(stale).toEqual([])
  })

  // Two translations of one text: whichever file is read last would be shown everywhere.
  test('are translated in one place', () => {
    const places = new Map<string, string[]>()
    for (const [file, { words }] of Object.entries(files))
      for (const text of Object.keys(words)) places.set(text, [...(places.get(text) ?? []), file])
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([])
  })

  test('have the same holes in German', () => {
    const wrong = Object.entries(german).filter(([english, other]) =>
      (typeof other === 'string' ? [other] : [other[1]]).some((form) => holes(form) !== holes(english)),
    )
    expect(wrong).toEqual([])
  })

  test('are filled in, counted and kept as they are when no table knows them', () => {
    expect(t('Sent to {name}', { name: 'Ada' })).toBe('Sent to Ada')
    expect(plural(1, '{n} threat', '{n} threats')).toBe('1 threat')
    expect(plural(5763, '{n} threat', '{n} threats')).toBe('5,763 threats')
    useLanguage('de', { 'Sent to {name}': 'Gesendet an {name}', '{n} threats': ['{n} Bedrohung', '{n} Bedrohungen'] })
    expect(t('Sent to {name}', { name: 'Ada' })).toBe('Gesendet an Ada')
    expect(plural(5763, '{n} threat', '{n} threats')).toBe('5.763 Bedrohungen')
    expect(t('{n} threats', { n: '5.763' })).toBe('5.763 Bedrohungen')
    expect(t('Dark web')).toBe('Dark web')
    useLanguage('en', {})
  })
})
