import fs from 'node:fs'
import path from 'node:path'
import { parseSync, type Plugin } from 'vite'

/*
 * The contract as the portal loads it. The server, the OpenAPI document and the tests of the server need complete routes, with the schemas
 * of query, body and response. The portal calls a route by its method and path and needs the rest only as types. This plugin therefore
 * removes everything that depends on zod and keeps routes with method and path, flows, labels, limits and functions.
 *
 * Development, build and tests of the portal all load the contract through this plugin. It rewrites no other modules.
 */

const contractDir = path.resolve(import.meta.dirname, '../../packages/contract/src')

/** The parts of a route that the portal keeps: the fields of `Route`, without those that `RouteDefinition` adds. */
const keptOfRoute = new Set(['method', 'path'])

/** A node of the syntax tree, with the fields that are used here. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
type Span = Pick<Node, 'start' | 'end'>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const nameOf = (value: unknown) => (isNode(value) && typeof value['name'] === 'string' ? value['name'] : undefined)
const literalText = (value: unknown) => (isNode(value) ? String(value['value']) : '')

/** Where a local name comes from: an export of another module, or all of its exports (`*`). */
interface Origin {
  module: string
  name: string
}

/** A name that a statement needs: a local name, or a member of a module imported as a namespace. */
interface Reference {
  name: string
  member?: string | undefined
}

interface Statement extends Span {
  declares: string[]
  references: Reference[]
}

interface Module {
  code: string
  origins: Map<string, Origin>
  imports: { span: Span; specifiers: { span: Span; local: string }[] }[]
  /** Modules of which every export is re-exported. */
  passesOn: string[]
  statements: Statement[]
  /** Parts of routes that are removed. */
  cuts: Span[]
}

function moduleOf(file: string, code: string): Module {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: Module = { code, origins: new Map(), imports: [], passesOn: [], statements: [], cuts: [] }
  for (const node of nodesIn(program.body)) {
    if (node.type === 'ImportDeclaration') readImport(node, found)
    else if (node.type === 'ExportAllDeclaration') found.passesOn.push(literalText(node['source']))
    else readStatement(node, found)
  }
  found.cuts.push(...summariesIn(nodesIn(program.body)))
  return found
}

/** The summaries that are passed to functions of the module which make routes. */
function summariesIn(body: readonly Node[]): Span[] {
  const placeIn = new Map(
    body.filter(isFunction).map(({ id, params }) => [nameOf(id), nodesIn(params).map(nameOf).indexOf('summary')]),
  )
  const declarations = body.map((node) => (node.type === 'ExportNamedDeclaration' ? node['declaration'] : node))
  return declarations
    .flatMap((declaration) => (isNode(declaration) ? nodesIn(declaration['declarations']) : []))
    .flatMap(({ init }) => {
      const place = isNode(init) && init.type === 'CallExpression' ? placeIn.get(nameOf(init['callee'])) : undefined
      const summary = isNode(init) && place !== undefined ? nodesIn(init['arguments'])[place] : undefined
      return summary ? [summary] : []
    })
}

function readImport(node: Node, { imports, origins }: Module): void {
  if (node['importKind'] === 'type') return
  const specifiers = nodesIn(node['specifiers']).filter(({ importKind }) => importKind !== 'type')
  const read = specifiers.map((specifier) => {
    const local = nameOf(specifier['local']) ?? ''
    const name = nameOf(specifier['imported']) ?? '*'
    origins.set(local, { module: literalText(node['source']), name })
    return { span: specifier, local }
  })
  imports.push({ span: node, specifiers: read })
}

function readStatement(node: Node, { statements, cuts }: Module): void {
  const declaration = node.type === 'ExportNamedDeclaration' ? node['declaration'] : node
  if (!isNode(declaration) || declaration.type.startsWith('TS')) return
  const declared = [declaration, ...nodesIn(declaration['declarations'])].flatMap(({ id }) => nodesIn(id))
  const references: Reference[] = []
  collect(declaration, new Set(), references, cuts)
  statements.push({
    start: node.start,
    end: node.end,
    declares: declared.flatMap(namesOfPattern),
    references,
  })
}

const isFunction = ({ type }: Node) => /Function/.test(type)
const isRoute = ({ type, callee }: Node) => type === 'CallExpression' && nameOf(callee) === 'route'

/** The names that a node needs at run time, except those declared inside it (`own`) and those in removed parts of routes. */
function collect(node: Node, own: ReadonlySet<string>, found: Reference[], cuts: Span[]): void {
  const go = (value: unknown, known = own) => {
    for (const child of nodesIn(value)) collect(child, known, found, cuts)
  }
  if (node.type === 'Identifier') {
    const name = nameOf(node)
    if (name !== undefined && !own.has(name)) found.push({ name })
  } else if (node.type === 'MemberExpression' && node['computed'] !== true) {
    const { object, property } = node
    const name = nameOf(object)
    if (name === undefined) go(object)
    else if (!own.has(name)) found.push({ name, member: nameOf(property) })
  } else if (node.type === 'Property') {
    if (node['computed'] === true) go(node['key'])
    go(node['value'])
  } else if (/^TS(As|Satisfies|NonNull)/.test(node.type)) {
    go(node['expression'])
  } else if (node.type.startsWith('TS')) {
    // Types don't exist at run time.
  } else if (isRoute(node)) {
    found.push({ name: 'route' })
    const properties = nodesIn(nodesIn(node['arguments'])[0]?.['properties'])
    const kept = properties.filter(({ key }) => keptOfRoute.has(nameOf(key) ?? ''))
    if (kept.length < keptOfRoute.size) throw new Error('a route does not say its method and path itself')
    go(kept)
    cuts.push(...properties.filter((property) => !kept.includes(property)))
  } else {
    const known = isFunction(node) ? new Set([...own, ...namesDeclaredIn(node)]) : own
    for (const [key, value] of Object.entries(node)) if (key !== 'id') go(value, known)
  }
}

/** The parameters and variables of a function and of the functions inside it. */
function namesDeclaredIn(node: Node): string[] {
  const patterns = isFunction(node)
    ? nodesIn(node['params'])
    : node.type === 'VariableDeclarator'
      ? nodesIn(node['id'])
      : []
  const inside = Object.values(node).flatMap((value) => nodesIn(value).flatMap(namesDeclaredIn))
  return [...patterns.flatMap(namesOfPattern), ...inside]
}

function namesOfPattern(node: Node): string[] {
  if (node.type === 'Identifier') return [nameOf(node) ?? '']
  const parts = [node['properties'], node['elements'], node['left'], node['argument']]
  const inner = node.type === 'Property' ? nodesIn(node['value']) : parts.flatMap(nodesIn)
  return inner.flatMap(namesOfPattern)
}

/** Reads modules of the contract and finds out which parts of them depend on zod. */
class Contract {
  #modules = new Map<string, Module>()
  #schemas = new Map<string, ReadonlySet<string>>()

  module(file: string): Module {
    const code = fs.readFileSync(file, 'utf8')
    const known = this.#modules.get(file)
    if (known?.code === code) return known
    const read = moduleOf(file, code)
    this.#modules.set(file, read)
    // Modules that depend on this one may have to be analysed again.
    this.#schemas.clear()
    return read
  }

  /** The names of a module that depend on zod. */
  schemasOf(file: string): ReadonlySet<string> {
    const { statements, passesOn } = this.module(file)
    const known = this.#schemas.get(file)
    if (known) return known
    const schemas = new Set<string>()
    this.#schemas.set(file, schemas)
    for (const specifier of passesOn) for (const name of this.schemasOf(resolveFrom(file, specifier))) schemas.add(name)
    for (let before = -1; before < schemas.size;) {
      before = schemas.size
      for (const { declares, references } of statements) {
        if (references.some((reference) => this.#isSchema(file, schemas, reference))) {
          for (const name of declares) schemas.add(name)
        }
      }
    }
    return schemas
  }

  #isSchema(file: string, own: ReadonlySet<string>, { name, member }: Reference): boolean {
    const origin = this.module(file).origins.get(name)
    if (!origin) return own.has(name)
    if (!origin.module.startsWith('.')) return true
    const wanted = origin.name === '*' ? member : origin.name
    return wanted !== undefined && this.schemasOf(resolveFrom(file, origin.module)).has(wanted)
  }
}

const resolveFrom = (file: string, specifier: string) => path.resolve(path.dirname(file), specifier)

/** The code without the given spans. All other characters keep their line and column. */
function without(code: string, spans: readonly Span[]): string {
  let kept = code
  for (const { start, end } of spans) {
    const after = /^\s*,/.exec(kept.slice(end))?.[0].length ?? 0
    const blank = kept.slice(start, end + after).replaceAll(/[^\n]/g, ' ')
    kept = kept.slice(0, start) + blank + kept.slice(end + after)
  }
  return kept
}

/** The TypeScript source of a contract module as the portal loads it. */
function portalVersionOf(file: string, contract = new Contract()): string {
  const { code, imports, statements, cuts } = contract.module(file)
  const schemas = contract.schemasOf(file)
  const dropped = statements.filter(({ declares }) => declares.some((name) => schemas.has(name)))
  const needed = new Set(
    statements
      .filter((each) => !dropped.includes(each))
      .flatMap(({ references }) => references.map(({ name }) => name)),
  )
  const unused = imports.flatMap(({ span, specifiers }) => {
    const idle = specifiers.filter(({ local }) => !needed.has(local))
    return idle.length === specifiers.length ? [span] : idle.map((each) => each.span)
  })
  return without(code, [...cuts, ...dropped, ...unused])
}

export function portalContract(): Plugin {
  const contract = new Contract()
  return {
    name: 'portal-contract',
    enforce: 'pre',
    transform: {
      filter: {
        id: new RegExp(
          `^${contractDir.replaceAll(/[\\/]/g, String.raw`[\\/]`)}[\\\\/](?:[\\w-]+[\\\\/])?[\\w-]+\\.ts$`,
        ),
      },
      handler: (_code, id) => ({ code: portalVersionOf(path.normalize(id), contract), map: null }),
    },
  }
}
