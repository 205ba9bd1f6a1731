import type { FieldKind, Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { fieldText } from '../../../format/names/field-text.ts'
import { shortDay } from '../../../format/time/short-day.ts'
import { ownFieldsOf, type OwnField } from '../../../parts/threats/own-fields.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import type { QaRecord } from '../qa-kind.ts'
import css from './review-evidence.module.css'

/** The kinds of fields a reviewer weighs, in this order: the price, the size of an account, how to reach it, and how old it is. */
const weighedKinds = {
  threat: ['number', 'phone', 'handle', 'date'],
  tout: ['money', 'number', 'phone', 'handle'],
} as const satisfies Record<Kind, readonly FieldKind[]>

/** What a reviewer weighs before the evidence: amounts and counts, and the short facts among those that the list of the source shows. */
export function WeighedFacts({ kind, threat }: { kind: Kind; threat: QaRecord }) {
  const known = ownFieldsOf(sourceInfoOf(kind, threat.source), threat).filter(
    (own) => (own.inList || own.kind === 'number') && own.value !== threat.title,
  )
  const facts = weighedKinds[kind].flatMap((each) => known.filter((own) => own.kind === each))
  return (
    <>
      {facts.map((own) => (
        <Text key={own.field} num className={css.fact}>
          {/* Phone numbers and handles say what they are. */}
          {own.kind === 'phone' || own.kind === 'handle' ? null : `${valueName(own.label)} `}
          <Text tone="plain">{shortText(own)}</Text>
        </Text>
      ))}
    </>
  )
}

/** The day is enough of a date. */
function shortText(own: OwnField): string {
  const isDay = own.kind === 'date' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(own.value)
  return isDay ? shortDay(own.value.slice(0, 10)) : fieldText(own, own.value, own.currency)
}
