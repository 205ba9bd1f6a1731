import { can } from '@signet/contract/access/permissions'
import { Suspense, useState } from 'react'
import { lazy } from '../../../../api/lazy.ts'
import { lastDay } from '../../../../format/time/last-day.ts'
import { useUser } from '../../../../session/use-session.ts'
import { Timeline, type TimelineEntry } from '../../../../ui/layout/timeline.tsx'
import { t } from '../words.ts'
import type { AnyDetail } from '../../records.ts'
import { RemarkForm } from './remark-form.tsx'
import { sentenceOf } from '../../../../words/messages.ts'
import { actorName } from '../../../../words/named/actor-name.ts'
import { valueName } from '../../../../words/named/name-of.ts'

const OlderRemarks = lazy(() => import('./older-remarks.tsx').then(({ OlderRemarks: older }) => ({ default: older })))

/** Events and remarks, newest first, and the form for a new remark. */
export function HistoryTab({ threat }: { threat: AnyDetail }) {
  const { role } = useUser()
  // A remark is listed with its own text, so its event would repeat it.
  const events = threat.history
    .filter(({ action }) => action !== 'threat.remarked')
    .map(({ id, at, by, text, remark, words, until }): TimelineEntry => ({
      id,
      at,
      title: until ? t('decisionUntil', { decision: valueName(text), day: lastDay(until) }) : valueName(text),
      text: actorName(by),
      quote: words ? sentenceOf({ ...words, message: remark ?? '' }) : remark && valueName(remark),
    }))
  const [pages, setPages] = useState<readonly AnyDetail['remarks'][]>([])
  // A remark that was saved with a decision is already part of that event.
  const inHistory = new Set(threat.history.map(({ remark }) => remark))
  const remarks = [...pages.flat(), ...threat.remarks]
    .filter(({ text, kind }) => !inHistory.has(text) && !inHistory.has(kind))
    .map(({ id, at, by, kind, text }): TimelineEntry => ({
      id,
      at,
      title: t('remark'),
      text: by,
      quote: text || valueName(kind),
      tone: 'accent',
    }))
  return (
    <>
      {can(role, 'threats:remark') && <RemarkForm threat={threat} />}
      <Timeline label={t('history')} entries={[...events, ...remarks]} />
      {threat.olderRemarks ? (
        <Suspense fallback={null}>
          <OlderRemarks threat={threat} pages={pages} onLoaded={(page) => setPages((old) => [page, ...old])} />
        </Suspense>
      ) : null}
    </>
  )
}
