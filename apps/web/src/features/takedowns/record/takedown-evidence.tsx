import { Suspense } from 'react'
import { addTakedownFile } from '@signet/contract/threats/files'
import { can } from '@signet/contract/access/permissions'
import { everySource } from '@signet/contract/threats/sources'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useQuery } from '@tanstack/react-query'
import { lazy } from '../../../api/lazy.ts'
import { upload } from '../../../api/upload.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useUser } from '../../../session/use-session.ts'
import { CaseCard, Moment } from '../../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { FieldValue } from '../../../parts/threats/field-value.tsx'
import { ownFieldsOf } from '../../../parts/threats/own-fields.ts'
import { NoData } from '../../../ui/feedback/data-state.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './takedown-page.module.css'
import { subjectQuery } from '../takedowns.api.ts'
import { useTakedownWork } from './use-takedown-work.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { CaseFiles } from '../../../parts/cases/case-files.tsx'

const TakedownPacks = lazy(() =>
  import('./takedown-packs.tsx').then(({ TakedownPacks: packs }) => ({ default: packs })),
)
const shownFacts = 6

/** The evidence: the first capture of the threat, its main fields, and all files of the case. */
export function TakedownEvidence({ takedown }: { takedown: TakedownDetail }) {
  const work = useTakedownWork(takedown)
  const mayAdd = can(useUser().role, 'takedowns:move')
  const query = useQuery(subjectQuery(work.company, takedown))
  const subject = query.data
  const captures = subject?.evidence.filter(({ kind }) => kind === 'capture') ?? []
  const records = subject?.evidence.filter(({ kind }) => kind !== 'capture') ?? []
  const first = captures[0]
  const files = [
    ...takedown.files,
    ...[...captures, ...records].map(({ capturedAt, ...file }) => ({ ...file, createdAt: capturedAt })),
  ]

  const add = async (file: File) => {
    await upload(addTakedownFile, { ...work.to, fields: {}, files: [file] })
    work.reload()
  }
  return (
    <CaseCard title={t('evidence')} aside={t('filesCount', { count: files.length })}>
      <Stack gap={3}>
        {first ? (
          <img
            className={`${css.capture} capture`}
            src={first.href}
            alt={t('captureOfTitle', { title: shownTitle(takedown.source, takedown.title) })}
            loading="lazy"
          />
        ) : null}
        {subject ? (
          <SubjectFacts source={takedown.source} subject={subject} />
        ) : (
          <NoData query={query} what={t('theEvidence')} loading={null} />
        )}
        <CaseFiles files={files} empty={subject ? t('filesEmpty') : ''} onAdd={mayAdd ? add : undefined} />
        <Suspense fallback={null}>
          <TakedownPacks takedown={takedown} />
        </Suspense>
      </Stack>
    </CaseCard>
  )
}

/** The first known fields of the threat, and when it was first seen. */
function SubjectFacts({ source, subject }: { source: TakedownDetail['source']; subject: { firstSeen: string } }) {
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
