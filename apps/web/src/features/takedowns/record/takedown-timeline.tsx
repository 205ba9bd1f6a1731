import { can } from '@signet/contract/access/permissions'
import { writeOnTakedown } from '@signet/contract/takedowns/takedown-work'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { Suspense } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { oneOf } from '../../../url/search-params.ts'
import { useUser } from '../../../session/use-session.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Box, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { entryKinds, entriesOf, kindOf, type EntryKind } from './takedown-entries.ts'
import { useTakedownWork } from './use-takedown-work.ts'

const WriteBox = lazy(() =>
  import('../../../parts/cases/write-box.tsx').then(({ WriteBox: box }) => ({ default: box })),
)

const messageMax = 2000

interface TimelineSearch {
  show?: EntryKind | undefined
}
const validate = (raw: Record<string, unknown>): TimelineSearch => ({ show: oneOf(raw['show'], entryKinds) })

/**
 * All events of the case, and a field for messages to the team.
 *
 * @param missedAt when the target time passed before the removal, ISO 8601
 */
export function TakedownTimeline({ takedown, missedAt }: { takedown: TakedownDetail; missedAt: string | null }) {
  const [{ show = 'all' }, change] = usePageSearch(validate)
  const { role } = useUser()
  const work = useTakedownWork(takedown)
  const events = takedown.events.filter((event) => show === 'all' || kindOf(event) === show)
  const missed = { id: 'missed', at: missedAt ?? '', title: t('targetMissed'), tone: 'stopped' } as const
  const entries = [
    ...entriesOf({ events, attempts: takedown.attempts }),
    ...(missedAt !== null && show === 'all' ? [missed] : []),
  ]
  const send = async (text: string, onceKey: string) => {
    work.keep(await call(writeOnTakedown, { ...work.to, body: { text }, onceKey }))
    toast(t('sent'))
  }
  return (
    <CaseCard
      title={t('timeline')}
      aside={
        <Segments
          label={t('timelineFilter')}
          choices={entryKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={show}
          onChange={(kind) => change({ show: kind === 'all' ? undefined : kind }, { replace: true })}
        />
      }
    >
      {events.length > 0 ? (
        <>
          <Text as="p" size="meta" tone="quiet" below={3}>
            {t('timelineMarks')}
          </Text>
          <Timeline label={t('activity')} entries={entries} />
        </>
      ) : (
        <Text as="p" tone="quiet">
          {takedown.events.length > 0 ? t('timelineEmptyOfType') : t('timelineEmpty')}
        </Text>
      )}
      {can(role, 'takedowns:request') ? (
        <Box above={4}>
          <Suspense fallback={null}>
            <WriteBox
              kind="takedown"
              label={t(can(role, 'takedowns:move') ? 'messageClient' : 'messageTeam')}
              textMax={messageMax}
              onSend={send}
            />
          </Suspense>
        </Box>
      ) : null}
    </CaseCard>
  )
}
