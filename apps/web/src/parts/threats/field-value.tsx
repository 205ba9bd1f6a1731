import type { SourceField } from '@signet/contract/sources'
import { classWords } from '../../format/class-words.ts'
import { dateOnly, dateTime } from '../../format/date-time.ts'
import { defang } from '../../format/defang.ts'

/** The value of a field of a source: addresses are never live, codes in their own type, times in the viewer's zone. */
export function FieldValue({
  field,
  show,
  value,
}: {
  field: string
  show: SourceField['show'] | undefined
  value: string
}) {
  if (field === 'class') return classWords(value)
  if (show === 'address' || field === 'unicode_name') return defang(value)
  if (show === 'code') return <span className="mono">{value}</span>
  if (show === 'time') return value.length === 10 ? dateOnly(`${value}T12:00:00Z`, 'UTC') : dateTime(value)
  return value
}
