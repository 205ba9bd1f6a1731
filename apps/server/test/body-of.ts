import * as z from 'zod/mini'

interface Json {
  type?: string
  const?: unknown
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  minimum?: number
  minItems?: number
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  $ref?: string
  $defs?: Record<string, Json>
}

/** A body with the required fields of a schema, each with its smallest value. */
export function bodyOf(schema: unknown): object {
  const json = z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }) as Json
  return valueOf(json, json) as object
}

function valueOf(json: Json, root: Json): unknown {
  if (json.$ref) return valueOf(root.$defs?.[json.$ref.split('/').at(-1) ?? ''] ?? {}, root)
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  const [first] = json.anyOf ?? json.oneOf ?? []
  if (first) return valueOf(first, root)
  switch (json.type) {
    case 'object':
      return Object.fromEntries((json.required ?? []).map((key) => [key, valueOf(json.properties?.[key] ?? {}, root)]))
    case 'array':
      return Array.from({ length: json.minItems ?? 0 }, () => valueOf(json.items ?? {}, root))
    case 'integer':
    case 'number':
      return Math.max(json.minimum ?? 1, 0)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return sampleText(json)
  }
}

function sampleText({ format, pattern = '', minLength = 1 }: Json): string {
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001'
  if (format === 'email') return 'a@b.example'
  return ['x'.repeat(minLength), '2026-10', '000000'].find((text) => new RegExp(pattern, 'u').test(text)) ?? ''
}
