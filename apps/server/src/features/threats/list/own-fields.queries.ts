import { sql, type RawBuilder } from 'kysely'
import { required } from '@signet/contract/narrow'
import { conditionOf, isNumeric, kindOfField, type FieldSort } from '@signet/contract/threats/field-kinds'
import { ownTextMax, type FieldColumn } from './own-columns.ts'

/*
 * Conditions on the fields of a source, and the order of a list by one. The fields are JSON, of which columns have the more common ones. A
 * value that doesn't fit the kind of its field counts as missing in comparisons of numbers and days.
 */

/** The value of a field as text. Names come from the table of the contract, never from a request. */
function storedValue(name: string): RawBuilder<string | null> {
  const [head = '', ...rest] = name.split('.')
  return rest.length === 0
    ? sql<string | null>`(threats.fields ->> ${sql.lit(head)})`
    : sql<string | null>`(threats.fields #>> ${sql.lit(`{${name.replaceAll('.', ',')}}`)})`
}

function numberOf(name: string): RawBuilder<string | null> {
  const text = storedValue(name)
  return sql<string | null>`(case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,6})?$' then ${text}::numeric end)`
}

function dayOf(name: string): RawBuilder<string | null> {
  const text = storedValue(name)
  return sql<string | null>`(case when ${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then ${text} collate "C" end)`
}

/** The name of the field of a sort. */
export const sortedField = (sort: FieldSort): string => sort.slice('fields.'.length)

/** Whether a record is of a source that has the field in the column. */
export const isOfColumn = ({ sources }: FieldColumn): RawBuilder<boolean> =>
  sources ? sql<boolean>`threats.source in (${sql.join(sources)})` : sql<boolean>`true`

/** The column of a field, to be used for the sources that have the field in it. */
export const columnRef = ({ column }: FieldColumn): RawBuilder<string | null> =>
  sql<string | null>`${sql.ref(`threats.${column}`)}`

/** What a list is sorted by; null for records without a value. */
export function sortKeyOf(sort: FieldSort, own: FieldColumn | null): RawBuilder<string | null> {
  if (own) {
    return own.sources ? sql<string | null>`(case when ${isOfColumn(own)} then ${columnRef(own)} end)` : columnRef(own)
  }
  const name = sortedField(sort)
  const kind = required(kindOfField(name), 'a field')
  if (isNumeric(kind)) return numberOf(name)
  if (kind === 'date') return dayOf(name)
  return sql<string | null>`nullif(lower(${storedValue(name)}), '')`
}

/**
 * Whether a record meets a condition in wire format, which was checked.
 *
 * @param columnFor the column of a field in the list
 */
export function fieldMeets(written: string, columnFor: (field: string) => FieldColumn | null): RawBuilder<boolean> {
  const { field, operator, value } = required(conditionOf(written), 'a condition')
  const kind = required(kindOfField(field), 'a field')
  const own = columnFor(field)
  const stored = own && columnRef(own)
  const ofColumn = (meets: RawBuilder<boolean>) =>
    own?.sources ? sql<boolean>`(${isOfColumn(own)} and ${meets})` : meets
  if (isNumeric(kind)) {
    const comparison = { from: sql`>=`, to: sql`<=`, is: sql`=`, has: sql`=` }[operator]
    return stored
      ? ofColumn(sql<boolean>`${stored} ${comparison} ${value}::float8`)
      : sql<boolean>`${numberOf(field)} ${comparison} ${value}::numeric`
  }
  if (kind === 'date') {
    const day = stored ?? dayOf(field)
    return ofColumn(
      operator === 'from'
        ? sql<boolean>`${day} >= ${value} collate "C"`
        : sql<boolean>`left(${day}, 10) <= ${value} collate "C"`,
    )
  }
  const text = storedValue(field)
  if (operator === 'is') {
    return stored && value.length < ownTextMax
      ? ofColumn(sql<boolean>`${stored} = lower(${value})`)
      : sql<boolean>`lower(${text}) = lower(${value})`
  }
  // Numbers are written with and without spaces.
  const digits = kind === 'phone' ? value.replaceAll(/\D/g, '') : ''
  return digits === ''
    ? sql<boolean>`strpos(lower(${text}), lower(${value})) > 0`
    : sql<boolean>`strpos(regexp_replace(${text}, '[^0-9]', '', 'g'), ${digits}) > 0`
}
