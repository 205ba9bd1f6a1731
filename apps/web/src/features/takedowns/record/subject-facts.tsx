import { everySource } from '@signet/contract/threats/sources'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import type { Evidence, ThreatDetail } from '@signet/contract/threats/threats'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { Moment } from '../../../parts/cases/case-layout.tsx'
import { FieldValue } from '../../../parts/threats/field-value.tsx'
import { ownFieldsOf } from '../../../parts/threats/own-fields.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { tellingFirst } from '../../../parts/threats/pictures/telling-first.ts'
import { t } from '../words.ts'
import css from './takedown-page.module.css'

const shownFacts = 6

/** The most telling capture of the threat, its first known fields, and when it was first seen. */
export function SubjectFacts({
  takedown: { source, title },
  subject,
  captures,
}: {
  takedown: TakedownDetail
  subject: { firstSeen: string } & Pick<ThreatDetail, 'proofs'>
  captures: readonly Evidence[]
}) {
  const known = ownFieldsOf(everySource[source], { ...subject, source }).slice(0, shownFacts)
  const [first] = tellingFirst(captures, subject.proofs)
  return (
    <>
      {first ? (
        <img
          className={`${css.capture} capture`}
          src={first.href}
          alt={t('captureOfTitle', { title: shownTitle(source, title) })}
          loading="lazy"
        />
      ) : null}
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
    </>
  )
}
