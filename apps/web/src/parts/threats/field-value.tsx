import type { SourceField } from '@signet/contract/threats/sources'
import { classWords } from '../../format/names/class-words.ts'
import { dateTime, dayName } from '../../format/time/date-time.ts'
import { defang } from '../../format/names/defang.ts'

/** The value of a source field: addresses are never clickable, codes are monospaced, times are in the viewer's time zone. */
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
  if (show === 'time') return value.length === 10 ? dayName(value) : dateTime(value)
  return value
}
