import * as fc from 'fast-check'
import * as z from 'zod/mini'
import type { RouteDefinition } from '@signet/contract/route'

/*
 * Requests like those of a fuzzer, generated from the contract's own schemas: valid values, their boundaries, wrong types, huge and unusual
 * strings, keys that are duplicated or not in the contract.
 */

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  format?: string
}

/** A request in its wire form. */
export interface OddRequest {
  params: Record<string, string>
  query: [key: string, value: string][]
  body: unknown
}

const oddStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u0301\u0301\u0301',
  "'; drop table threats; --",
  "' or '1'='1",
  '%',
  '_',
  '\\',
  '%00',
  '../../etc/passwd',
  '{}',
  '[]',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e9',
  '0x10',
  '1.0',
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-11-21T00:00:00+99:99',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '=1+1',
  '\r\nSet-Cookie: a=b',
  'x'.repeat(201),
  'x'.repeat(5000),
  '00000000-0000-4000-8000-000000000000',
  '__proto__',
  'constructor',
  'a,b,,c',
  ','.repeat(150),
] as const

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddStrings, null, true, false, 0, -1, 2 ** 31, 2 ** 53, 1.5, [], {}, [[[[[[]]]]]]),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.object({ maxDepth: 2 }),
)

/** Requests of a route. Most parameters are filled from `known`. */
export function oddRequests(route: RouteDefinition, known: Record<string, string>): fc.Arbitrary<OddRequest> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const params = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof({ weight: 4, arbitrary: fc.constant(known[name] ?? 'x') }, fc.constantFrom(...oddStrings.slice(1))),
      ]),
    ),
  )
  const query = fc.array(
    fc.oneof(...Object.entries(shapeOf(route.query)).map(([key, schema]) => pairOf(key, wireOf(schema))), oddPair),
    { maxLength: 8 },
  )
  const body = route.body
    ? fc.oneof({ weight: 5, arbitrary: nearly(schemaOf(route.body)) }, odd)
    : fc.constant(undefined)
  return fc.record({ params, query, body })
}

const oddPair = pairOf('unknown', fc.constantFrom(...oddStrings))

function pairOf(key: string, value: fc.Arbitrary<string>): fc.Arbitrary<[string, string]> {
  return value.map((text): [string, string] => [key, text])
}

/** A query value as text: one that the schema accepts after decoding, or an unusual one. */
function wireOf(schema: JsonSchema): fc.Arbitrary<string> {
  const valid = valueOf(schema).map((value) => (Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)))
  return fc.oneof({ weight: 2, arbitrary: valid }, fc.constantFrom(...oddStrings))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** A body of the schema in which some values are unusual, missing or superfluous. */
function nearly(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (!schema.properties) return fc.oneof({ weight: 3, arbitrary: valueOf(schema) }, odd)
  const fields = Object.entries(schema.properties).map(([key, property]): [string, fc.Arbitrary<unknown>] => [
    key,
    fc.oneof({ weight: 4, arbitrary: valueOf(property) }, odd),
  ])
  const whole = fc.record(Object.fromEntries(fields))
  const partial = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const more = whole.chain((value) => odd.map((extra) => ({ ...value, notInTheContract: extra })))
  return fc.oneof({ weight: 4, arbitrary: whole }, partial, more)
}

/** Values of a schema, including its boundaries. */
function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(valueOf))
  if (schema.allOf?.[0]) return valueOf(schema.allOf[0])
  switch ([schema.type].flat()[0]) {
    case 'string':
      return stringOf(schema)
    case 'integer':
    case 'number': {
      const { minimum = -(2 ** 31), maximum = 2 ** 31 } = schema
      return fc.oneof(fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1), fc.integer({ min: 0, max: 50 }))
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const itemsMax = Math.min(schema.maxItems ?? 3, 3)
      return fc.array(valueOf(schema.items ?? {}), { maxLength: itemsMax })
    }
    case 'object': {
      const required = (schema.required ?? []) as never[]
      const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => [key, valueOf(property)])
      if (fields.length > 0) return fc.record(Object.fromEntries(fields) as object, { requiredKeys: required })
      return fc.dictionary(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), { maxKeys: 3 })
    }
    default:
      return fc.string({ maxLength: 20 })
  }
}

function stringOf({ minLength = 0, maxLength = 60, format }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.constantFrom('2026-11-01T10:00:00Z', '1970-01-01T00:00:00.000Z')
  if (format === 'email') return fc.constantFrom('somebody@test.example', 'a@b')
  if (format === 'uri') return fc.constantFrom('https://portal.example/x', 'ftp://x.example')
  const most = Math.min(maxLength, 400)
  return fc.oneof(
    fc.string({
      unit: 'grapheme',
      minLength: Math.min(minLength, most),
      maxLength: Math.max(minLength, Math.min(most, 30)),
    }),
    fc.constantFrom('x'.repeat(minLength), 'y'.repeat(most), 'z'.repeat(most + 1)),
    fc.constantFrom('2026-11-01', '2026-01-01,2026-11-01', 'Domain', 'High', 'Critical,Low'),
  )
}

function schemaOf(schema: unknown): JsonSchema {
  return z.toJSONSchema(schema as z.ZodMiniType, { io: 'output', unrepresentable: 'any' }) as JsonSchema
}

export const shapeOf = (schema: unknown): Record<string, JsonSchema> =>
  schema ? (schemaOf(schema).properties ?? {}) : {}
