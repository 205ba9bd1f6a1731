import type { FieldKind } from '@signet/contract/threats/sources'
import { countInWords, locale } from '../../words/words.ts'
import { dateTime, dayName } from '../time/date-time.ts'
import { t } from '../words.ts'
import { defang } from '@signet/contract/threats/defang'

/**
 * The value of a source field in words of the current language. A value that doesn't fit its kind is shown as it is.
 *
 * @param currency of an amount, e.g. `EUR`
 */
export function fieldText(
  { field, kind }: { field: string; kind?: FieldKind | undefined },
  value: string,
  currency?: string | null,
): string {
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
  const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null
  if (kind === 'address' || field === 'unicode_name') return defang(value)
  if (kind === 'number' && number !== null) return countInWords(number)
  if (kind === 'money' && number !== null) return amount(number, currency)
  if (kind === 'country' && /^[A-Z]{2}$/.test(value))
    return new Intl.DisplayNames([locale()], { type: 'region' }).of(value) ?? value
  if (kind === 'date' && !Number.isNaN(Date.parse(value)))
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayName(value) : dateTime(value)
  return value
}

/** `€49.90`, in German `49,90 €`; without a known currency only the number. */
function amount(value: number, currency: string | null | undefined): string {
  const form = /^[A-Z]{3}$/.test(currency ?? '')
    ? ({ style: 'currency', currency: currency ?? '' } as const)
    : ({ minimumFractionDigits: Number.isInteger(value) ? 0 : 2 } as const)
  return new Intl.NumberFormat(locale(), form).format(value)
}
