/*
 * What stands for `zod/mini` in the built portal (vite.config.ts). The portal never checks a value by a schema, the server does;
 * it only writes query values in their wire form. These schemas know that and nothing else: 1 KB instead of 13 on the way to
 * every first page. Types, tests and the server use zod itself; `wire-schemas.test.ts` holds the two against each other.
 */

/** A schema as far as the portal runs it. */
interface WireSchema {
  def: { shape: Shape }
  _zod: { def: { shape: Shape } }
  /** The value as it goes out. */
  write: (value: unknown) => unknown
  check: () => WireSchema
  register: () => WireSchema
}
type Shape = Record<string, WireSchema>

function schema(write: WireSchema['write'] = (value) => value, shape: Shape = {}): WireSchema {
  const def = { shape }
  const self: WireSchema = { def, _zod: { def }, write, check: () => self, register: () => self }
  return self
}

/* @__NO_SIDE_EFFECTS__ */
const plain = (): WireSchema => schema()
/* @__NO_SIDE_EFFECTS__ */
const inner = (wrapped: WireSchema): WireSchema => schema(wrapped.write)
/* @__NO_SIDE_EFFECTS__ */
const fields = (shape: Shape): WireSchema => schema(undefined, shape)
/* @__NO_SIDE_EFFECTS__ */
const rule = (): undefined => undefined

// Every value as it is.
export {
  plain as any,
  plain as array,
  plain as boolean,
  plain as custom,
  plain as discriminatedUnion,
  plain as email,
  plain as enum,
  plain as int,
  plain as intersection,
  plain as literal,
  plain as null,
  plain as number,
  plain as record,
  plain as string,
  plain as tuple,
  plain as undefined,
  plain as union,
  plain as unknown,
  plain as url,
  plain as uuid,
}
// Around another schema.
export { inner as _default, inner as nullable, inner as optional }
// With fields.
export { fields as looseObject, fields as object, fields as strictObject }
// Checks, of which only the server keeps count.
export {
  rule as gt,
  rule as gte,
  rule as length,
  rule as lt,
  rule as lte,
  rule as maxLength,
  rule as minLength,
  rule as multipleOf,
  rule as overwrite,
  rule as positive,
  rule as refine,
  rule as regex,
  rule as superRefine,
  rule as toLowerCase,
  rule as trim,
  rule as globalRegistry,
}
export const iso = { date: plain, datetime: plain, time: plain }

/* @__NO_SIDE_EFFECTS__ */
export function extend(base: WireSchema, shape: Shape): WireSchema {
  return fields({ ...base.def.shape, ...shape })
}

/* @__NO_SIDE_EFFECTS__ */
export function codec(
  _in: WireSchema,
  _out: WireSchema,
  { encode: write }: { encode: WireSchema['write'] },
): WireSchema {
  return schema(write)
}

export const encode = ({ write }: WireSchema, value: unknown): unknown => write(value)

/** Stands only in rules that the server applies. */
export function safeParse(): never {
  throw new Error('The portal checks nothing by schemas')
}
