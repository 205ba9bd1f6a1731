// Checks that no object type and no schema is written twice, in one file or in two: each shape has one name. Prints every shape with the
// files that have it and exits with 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { isTestFile, sourcesIn } from './source-imports.ts'

/** Shapes with fewer fields aren't worth a name. */
const fieldsMin = 3

/** A field without its comments and the space around it: the same in one line and in several. */
const plain = (text: string) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/\breadonly /g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[,;]?\s*$/, '')
    .trim()

const childrenOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The shapes in a source, each as its fields in one order. */
export function shapesIn(name: string, text: string): string[] {
  const shapes: string[] = []
  const textOfNode = (node: unknown) =>
    typeof node === 'object' && node !== null && 'start' in node && 'end' in node
      ? plain(text.slice(Number(node.start), Number(node.end)))
      : ''
  const add = (kind: string, fields: readonly unknown[]) => {
    if (fields.length >= fieldsMin) shapes.push(`${kind} ${fields.map(textOfNode).toSorted().join('; ')}`)
  }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node) {
      if (node.type === 'TSInterfaceBody' && 'body' in node) add('type', childrenOf(node.body))
      if (node.type === 'TSTypeLiteral' && 'members' in node) add('type', childrenOf(node.members))
      if (node.type === 'CallExpression' && 'callee' in node && 'arguments' in node) {
        const [fields] = childrenOf(node.arguments)
        const isSchema = /^z\.(strictO|looseO|o)bject$/.test(textOfNode(node.callee))
        if (isSchema && typeof fields === 'object' && fields !== null && 'properties' in fields)
          add('schema', childrenOf(fields.properties))
      }
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(name, text).program)
  return shapes
}

/** The shapes that stand in two or more places, each with the files of these. */
export function sharedShapes(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const [file, text] of texts)
    for (const shape of shapesIn(file, text)) places.set(shape, [...(places.get(shape) ?? []), file])
  return new Map([...places].filter(([, files]) => files.length > 1))
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const files = fs
    .globSync('{apps,packages}/*/src', { cwd: root })
    .flatMap((room) => sourcesIn(path.join(root, room)))
    .filter((file) => !isTestFile(file) && !file.endsWith('.d.ts'))
  const shared = sharedShapes(new Map(files.map((file) => [path.relative(root, file), fs.readFileSync(file, 'utf8')])))
  for (const [shape, places] of shared) console.error(`${shape}\n  ${places.join('\n  ')}`)
  console.log(shared.size === 0 ? 'shapes: each written once' : `shapes: ${shared.size} written more than once`)
  process.exitCode = shared.size === 0 ? 0 : 1
}
