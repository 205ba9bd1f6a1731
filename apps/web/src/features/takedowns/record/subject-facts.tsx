import { everySource } from '@signet/contract/threats/sources'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { Moment } from '../../../parts/cases/case-layout.tsx'
import { FieldValue } from '../../../parts/threats/field-value.tsx'
import { ownFieldsOf } from '../../../parts/threats/own-fields.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { t } from '../words.ts'

const shownFacts = 6

/** The first known fields of the threat, and when it was first seen. */
export function SubjectFacts({
  source,
  subject,
}: {
  source: TakedownDetail['source']
  subject: { firstSeen: string }
}) {
  const known = ownFieldsOf(everySource[source], { ...subject, source }).slice(0, shownFacts)
  return (
    <Facts>
      {known.map((own) => (
        <Fact key={own.field} label={valueName(own.label)}>
          <FieldValue {...own} />
        </Fact>
      ))}
      <Fact label={t('firstSeen')}>
        <Moment at={subject.firstSeen} />
      </Fact>
    </Facts>
  )
}
