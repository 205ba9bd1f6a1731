import { Inline, Text } from '../../../../ui/layout/parts.tsx'
import { fieldOf, type SourceField } from '@signet/contract/threats/sources'
import { FieldValue } from '../../../../parts/threats/field-value.tsx'
import { shortDay } from '../../../../format/time/short-day.ts'
import { fieldText } from '../../../../format/names/field-text.ts'
import type { AnyThreat } from '../../records.ts'

/** How many of its last characters a long code always shows: package names often have their front in common. */
const codeEnd = 12

/** How many characters of a package name fit a line of its column. */
const lineMax = 29

/** Where the first of two lines of a package name ends: after a dot. 0 if no two such lines fit. */
function lineEndOf(name: string): number {
  const end = name.lastIndexOf('.', lineMax - 1) + 1
  return name.length - end <= lineMax ? end : 0
}

/** The value of a field in a list; the whole stored value is in the title, because the cell may be too narrow. */
export function OwnCell({ own, threat }: { own: SourceField; threat: AnyThreat }) {
  const value = fieldOf(threat, own.field)
  if (!value) return null
  // The day is enough here, and the one that filters compare; the title has the time.
  if (own.kind === 'date' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value))
    return (
      <Text cut tone="quiet" num title={value}>
        {shortDay(value.slice(0, 10))}
      </Text>
    )
  if (own.kind === 'code' && /^[\da-f]{32,}$/i.test(value))
    return (
      <Text cut tone="quiet" className="mono" title={value}>
        {value.slice(0, 4)}…{value.slice(-4)}
      </Text>
    )
  const lineEnd = own.field === 'packageName' ? lineEndOf(value) : 0
  if (lineEnd > 0)
    return (
      <Text tone="quiet" className="mono clamp" title={value}>
        {value.slice(0, lineEnd)}
        <wbr />
        {value.slice(lineEnd)}
      </Text>
    )
  if (own.kind === 'code' && value.length > codeEnd + 4)
    return (
      <Inline as="span" gap={0} tone="quiet" className="mono" title={value}>
        {/* As wide as whole characters, so that there is no hole between the parts; a pixel more for what rounding takes. */}
        <Text cut style={{ maxWidth: `calc(round(down, 100% - ${codeEnd}ch, 1ch) + 1px)` }}>
          {value.slice(0, -codeEnd)}
        </Text>
        <Text fixed>{value.slice(-codeEnd)}</Text>
      </Inline>
    )
  if (own.kind === 'address') {
    const address = fieldText(own, value)
    return (
      // The front is often the same in each row, so both lines are full.
      <Text size="meta" tone="quiet" className="clamp" style={{ wordBreak: 'break-all' }} title={address}>
        {address.replace(/^hxxps?:\/\//, '')}
      </Text>
    )
  }
  const isFigure = own.kind === 'number' || own.kind === 'money'
  return (
    <Text tone="quiet" num={isFigure} className={isFigure ? 'cut' : 'clamp'} title={value}>
      <FieldValue {...own} value={value} currency={fieldOf(threat, 'currency')} />
    </Text>
  )
}
