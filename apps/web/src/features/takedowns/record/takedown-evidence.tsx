import { Suspense } from 'react'
import { addTakedownFile } from '@signet/contract/threats/files'
import { can } from '@signet/contract/access/permissions'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useQuery } from '@tanstack/react-query'
import { lazy } from '../../../api/lazy.ts'
import { upload } from '../../../api/upload.ts'
import { useUser } from '../../../session/use-session.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { NoData } from '../../../ui/feedback/data-state.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './takedown-page.module.css'
import { subjectQuery } from '../takedowns.api.ts'
import { useTakedownWork } from './use-takedown-work.ts'
import { CaseFiles } from '../../../parts/cases/case-files.tsx'

const SubjectFacts = lazy(() => import('./subject-facts.tsx').then(({ SubjectFacts: facts }) => ({ default: facts })))
const TakedownPacks = lazy(() =>
  import('./takedown-packs.tsx').then(({ TakedownPacks: packs }) => ({ default: packs })),
)

/** The evidence: the most telling capture of the threat, its main fields, and all files of the case. */
export function TakedownEvidence({ takedown }: { takedown: TakedownDetail }) {
  const work = useTakedownWork(takedown)
  const mayAdd = can(useUser().role, 'takedowns:move')
  const query = useQuery(subjectQuery(work.company, takedown))
  const subject = query.data
  const captures = subject?.evidence.filter(({ kind }) => kind === 'capture') ?? []
  const records = subject?.evidence.filter(({ kind }) => kind !== 'capture') ?? []
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
        {subject ? (
          <Suspense fallback={null}>
            <SubjectFacts takedown={takedown} subject={subject} captures={captures} />
          </Suspense>
        ) : (
          <NoData query={query} what={t('theEvidence')} loading={null} />
        )}
        <Stack gap={3} className={css.files}>
          <CaseFiles files={files} empty={subject ? t('filesEmpty') : ''} onAdd={mayAdd ? add : undefined} />
        </Stack>
        <Suspense fallback={null}>
          <TakedownPacks takedown={takedown} />
        </Suspense>
      </Stack>
    </CaseCard>
  )
}
