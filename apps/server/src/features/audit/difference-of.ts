/** The audited fields of a record that differ before and after a change; null if none does. */
export function differenceOf<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]) {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const pick = (record: T) => Object.fromEntries(changed.map((field) => [field, record[field]]))
  return changed.length === 0 ? null : { before: pick(before), after: pick(after) }
}
