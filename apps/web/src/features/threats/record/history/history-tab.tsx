import { can } from '@signet/contract/access/permissions'
import { fieldOf } from '@signet/contract/threats/sources'
import type { Evidence } from '@signet/contract/threats/threats'
import { Suspense, useState } from 'react'
import { lazy } from '../../../../api/lazy.ts'
import { shownTitle } from '../../../../format/names/shown-title.ts'
import { lastDay } from '../../../../format/time/last-day.ts'
import { ownFieldsOf } from '../../../../parts/threats/own-fields.ts'
import { useUser } from '../../../../session/use-session.ts'
import { Inline } from '../../../../ui/layout/parts.tsx'
import { Timeline, type TimelineEntry } from '../../../../ui/layout/timeline.tsx'
import { t } from '../words.ts'
import { useRecords, type AnyDetail } from '../../records.ts'
import { RemarkForm } from './remark-form.tsx'
import { eventOf, takenTogether } from './taken-together.ts'
import { sentenceOf } from '../../../../words/messages.ts'
import { actorName } from '../../../../words/named/actor-name.ts'
import { valueName } from '../../../../words/named/name-of.ts'
import css from '../threat-panel.module.css'

const OlderRemarks = lazy(() => import('./older-remarks.tsx').then(({ OlderRemarks: older }) => ({ default: older })))
const EvidenceViewer = lazy(() =>
  import('../evidence/evidence-viewer.tsx').then(({ EvidenceViewer: viewer }) => ({ default: viewer })),
)

/** What is known of its life, what was done and remarked, newest first, and the form for a new remark. */
export function HistoryTab({ threat }: { threat: AnyDetail }) {
  const { role } = useUser()
  const { infoOf } = useRecords()
  const [enlarged, setEnlarged] = useState<Evidence | null>(null)
  const [pages, setPages] = useState<readonly AnyDetail['remarks'][]>([])
  const captures = takenTogether(threat.evidence).map((taken) => ({ ...taken, event: eventOf(taken, threat.history) }))
  const pictures = captures.flatMap((taken) => taken.pictures)
  const picturesOf = (shown: readonly Evidence[]) => (
    <Pictures pictures={shown} title={shownTitle(threat.source, threat.title)} onEnlarge={setEnlarged} />
  )
  // A remark is listed with its own text, so its event would repeat it.
  const events = threat.history
    .filter(({ action }) => action !== 'threat.remarked')
    .map(({ id, at, by, action, text, remark, words, until }): TimelineEntry => ({
      id,
      at,
      title: until ? t('decisionUntil', { decision: valueName(text), day: lastDay(until) }) : valueName(text),
      text: (
        <>
          {action === 'threat.detected' ? [actorName(by), foundIn(threat)].filter(Boolean).join(' · ') : actorName(by)}
          {picturesOf(captures.filter(({ event }) => event?.id === id).flatMap((taken) => taken.pictures))}
        </>
      ),
      quote: words ? sentenceOf({ ...words, message: remark ?? '' }) : remark && valueName(remark),
      tone: toneOf[action] ?? 'plain',
    }))
  const otherCaptures = captures
    .filter(({ event }) => event === undefined)
    .map(({ at, pictures: shown }): TimelineEntry => ({
      id: `captured ${at}`,
      at,
      title: valueName('Page captured'),
      text: picturesOf(shown),
    }))
  const dates = ownFieldsOf(infoOf(threat.source), threat)
    .filter(({ kind, value }) => kind === 'date' && Date.parse(value) < Date.parse(threat.lastSeen))
    .map(({ field, label, value }): TimelineEntry => ({
      id: field,
      at: value.slice(0, 10),
      title: valueName(label),
      text: field === 'registeredOn' ? fieldOf(threat, 'registrar') : null,
    }))
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
      {/* Until then, the field above the tabs takes it. */}
      {threat.status !== 'open' && can(role, 'threats:remark') && <RemarkForm threat={threat} />}
      <Timeline label={t('history')} entries={[...dates, ...events, ...otherCaptures, ...remarks]} />
      {threat.olderRemarks ? (
        <Suspense fallback={null}>
          <OlderRemarks threat={threat} pages={pages} onLoaded={(page) => setPages((old) => [page, ...old])} />
        </Suspense>
      ) : null}
      {enlarged && (
        <Suspense fallback={null}>
          <EvidenceViewer
            captures={pictures}
            proofs={threat.proofs}
            index={pictures.indexOf(enlarged)}
            title={shownTitle(threat.source, threat.title)}
            onMove={(index) => setEnlarged(pictures[index] ?? null)}
            onClose={() => setEnlarged(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What decides how it goes on stands out. */
const toneOf: Readonly<Record<string, TimelineEntry['tone']>> = {
  'qa.publish': 'accent',
  'threat.takedown': 'takedown',
}

/** The feed that reported it first, if that is still among the listed sightings. */
const foundIn = ({ sightingList, firstSeen }: AnyDetail): string | undefined =>
  sightingList.find(({ seenAt }) => seenAt === firstSeen)?.feed

function Pictures({
  pictures,
  title,
  onEnlarge,
}: {
  pictures: readonly Evidence[]
  title: string
  onEnlarge: (picture: Evidence) => void
}) {
  if (pictures.length === 0) return null
  return (
    <Inline as="span" wrap gap={2} above={1}>
      {pictures.map((picture) => (
        <button
          key={picture.id}
          type="button"
          className={`${css.taken} framed`}
          aria-label={t('enlargeCapture')}
          onClick={() => onEnlarge(picture)}
        >
          <img src={picture.href} alt={t('captureOfTitle', { title })} loading="lazy" />
        </button>
      ))}
    </Inline>
  )
}
