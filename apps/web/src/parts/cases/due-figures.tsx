import type { DueFigures as Figures } from '@signet/contract/requests/due-dates'
import { duration } from '../../format/time/duration.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { Explained } from '../../ui/text/explained.tsx'
import { t } from './words.ts'

/** The days back that the figures of due dates cover. */
export const dueDaysBack = 90

interface DueFiguresProps {
  /** The end of these cases is called like the status. */
  kind: 'request' | 'analysis'
  figures: Figures | undefined
  /** What the line begins with. */
  first?: string | undefined
  /** Without those that are open. */
  isDoneOnly?: boolean
}

/** How well due dates were kept; nothing until it is known. */
export function DueFigures({ kind, figures, first, isDoneOnly = false }: DueFiguresProps) {
  if (!figures) return null
  const { overdue, met, metLater, missed, medianMs } = figures
  const done = met + metLater + missed
  if (isDoneOnly && done === 0) return null
  return (
    <Text size="meta" tone="quiet">
      {isDoneOnly ? null : (
        <>
          {first === undefined ? null : `${first} · `}
          <Explained about={t('about.overdue', { kind })}>{t('overdueCount', { count: overdue })}</Explained>
        </>
      )}
      {done === 0 ? null : (
        <>
          {isDoneOnly ? null : ' · '}
          <Explained about={t('about.dueFigures')}>
            {t('dueFigures', { kind, days: dueDaysBack, met, metLater, missed })}
          </Explained>
        </>
      )}
      {/* The median of a single case says nothing. */}
      {medianMs === null || done === 1 ? null : ` ${t('halfDoneWithin', { median: duration(medianMs) })}`}
    </Text>
  )
}
