import { sql, type RawBuilder } from 'kysely'
import { required } from '@signet/contract/narrow'
import { conditionOf, isNumeric, kindOfField, type FieldSort } from '@signet/contract/threats/field-kinds'

/*
 * Conditions on the fields of a source, and the order of a list by one. The fields are JSON. A value that doesn't fit the kind of its field
 * counts as missing in comparisons of numbers and days.
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

/** What a list is sorted by; null for records without a value. */
export function sortKeyOf(sort: FieldSort): RawBuilder<string | null> {
  const name = sort.slice('fields.'.length)
  const kind = required(kindOfField(name), 'a field')
  if (isNumeric(kind)) return numberOf(name)
  if (kind === 'date') return dayOf(name)
  return sql<string | null>`nullif(lower(${storedValue(name)}), '')`
}

/** Whether a record meets a condition in wire format, which was checked. */
export function fieldMeets(written: string): RawBuilder<boolean> {
  const { field, operator, value } = required(conditionOf(written), 'a condition')
  const kind = required(kindOfField(field), 'a field')
  if (isNumeric(kind)) {
    const comparison = { from: sql`>=`, to: sql`<=`, is: sql`=`, has: sql`=` }[operator]
    return sql<boolean>`${numberOf(field)} ${comparison} ${value}::numeric`
  }
  if (kind === 'date') {
    return operator === 'from'
      ? sql<boolean>`${dayOf(field)} >= ${value} collate "C"`
      : sql<boolean>`left(${dayOf(field)}, 10) <= ${value} collate "C"`
  }
  const text = storedValue(field)
  if (operator === 'is') return sql<boolean>`lower(${text}) = lower(${value})`
  // Numbers are written with and without spaces.
  const digits = kind === 'phone' ? value.replaceAll(/\D/g, '') : ''
  return digits === ''
    ? sql<boolean>`strpos(lower(${text}), lower(${value})) > 0`
    : sql<boolean>`strpos(regexp_replace(${text}, '[^0-9]', '', 'g'), ${digits}) > 0`
}
