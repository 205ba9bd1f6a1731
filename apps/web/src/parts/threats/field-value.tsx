import type { FieldKind } from '@signet/contract/threats/sources'
import { classWords } from '../../format/names/class-words.ts'
import { fieldText } from '../../format/names/field-text.ts'
import { AddressText } from '../../ui/text/address-text.tsx'

/**
 * The value of a source field: addresses are never clickable, codes are monospaced, times are in the viewer's time zone.
 *
 * @param currency of an amount, as stored with the record
 */
export function FieldValue({
  field,
  kind,
  value,
  currency,
}: {
  field: string
  kind?: FieldKind | undefined
  value: string
  currency?: string | null
}) {
  if (field === 'class') return classWords(value)
  const text = fieldText({ field, kind }, value, currency)
  if (kind === 'address') return <AddressText text={text} />
  return kind === 'code' || kind === 'phone' || kind === 'port' ? <span className="mono">{text}</span> : text
}
