import { createRequire } from 'node:module'
import { TlBinaryReader } from '@mtcute/core/utils.js'

interface Argument {
  name: string
  type: string
  typeModifiers?: { predicate?: string; isVector?: boolean }
}
interface Entry {
  kind: string
  name: string
  id: number
  arguments: Argument[]
  typeModifiers?: { isVector?: boolean }
}

const schema = createRequire(import.meta.url)('@mtcute/core/tl/api-schema.json') as { e: Entry[] }
const methods = new Map(schema.e.filter(({ kind }) => kind === 'method').map((entry) => [entry.id, entry]))

/** A call of the API with its arguments, as the library names them. */
export interface ApiCall {
  _: string
  [name: string]: unknown
}

/** The calls whose answers are lists. */
export const answersList = (name: string) =>
  [...methods.values()].some((method) => method.name === name && method.typeModifiers?.isVector)

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Reads a call, which the library only writes. */
export function readCall(reader: TlBinaryReader): ApiCall {
  const id = reader.uint()
  const method = methods.get(id)
  if (!method) throw new Error(`no method has the number ${id.toString(16)}`)
  const call: ApiCall = { _: method.name }
  const flags = new Map<string, number>()
  for (const { name, type, typeModifiers: { predicate, isVector } = {} } of method.arguments) {
    if (type === '#') {
      flags.set(name, reader.uint())
      continue
    }
    const [field = '', bit = ''] = predicate?.split('.') ?? []
    const isThere = predicate === undefined || ((flags.get(field) ?? 0) & (1 << Number(bit))) !== 0
    if (type === 'true') call[camel(name)] = isThere
    else if (isThere) call[camel(name)] = isVector ? reader.vector(() => valueOf(reader, type)) : valueOf(reader, type)
  }
  return call
}

function valueOf(reader: TlBinaryReader, type: string): unknown {
  if (type === '!X') return readCall(reader)
  if (type === 'int') return reader.int()
  if (type === 'int53') return reader.int53()
  if (type === 'long') return reader.long()
  if (type === 'double') return reader.double()
  if (type === 'string') return reader.string()
  if (type === 'bytes') return reader.bytes()
  if (type === 'Bool') return reader.boolean()
  return reader.object()
}
