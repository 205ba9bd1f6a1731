import { IconPencil } from '@tabler/icons-react'
import type { DueDate, DueState } from '@signet/contract/requests/due-dates'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { dateTimeWithZone, dayName } from '../../format/time/date-time.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Fact } from '../../ui/layout/facts.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { isDueToday } from './due-steps.ts'
import { t } from './words.ts'

const DueDialog = lazy(() => import('./due-dialog.tsx').then((module) => ({ default: module.DueDialog })))

/** The states that say more than the date. */
const tones: Record<Exclude<DueState, 'pending'>, ChipTone> = {
  paused: 'medium',
  overdue: 'critical',
  met: 'good',
  missed: 'stopped',
  cancelled: 'closed',
}

interface DueFactProps {
  /** Of the request or case. */
  title: string
  due: DueDate
  /** Who gets to read the reason of a change. */
  reasonHint: string
  /** Saves a new due date; undefined for those who may not change it. */
  onChange: ((changed: { dueOn: string; reason: string }) => Promise<void>) | undefined
}

/** When a case or request is due, and whether it was done in time. */
export function DueFact({ title, due, reasonHint, onChange }: DueFactProps) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Fact label={t('due')}>
      <Stack gap={1} align="start">
        <Inline gap="1 2" wrap>
          <Inline gap={1}>
            <time dateTime={due.on} title={dateTimeWithZone(due.at)}>
              {dayName(due.on)}
            </time>
            {onChange ? (
              <IconButton label={t('changeDue')} onClick={() => setIsChanging(true)}>
                <IconPencil size={16} stroke={1.7} aria-hidden="true" />
              </IconButton>
            ) : null}
          </Inline>
          {due.state !== 'pending' ? (
            <Chip tone={tones[due.state]}>{t(`due.${due.state}`)}</Chip>
          ) : isDueToday(due) ? (
            <Chip tone="medium">{t('dueToday')}</Chip>
          ) : null}
        </Inline>
        {due.on === due.firstOn ? null : (
          <Text as="small" tone="quiet">
            {t('dueAtFirst', { date: dayName(due.firstOn) })}
          </Text>
        )}
      </Stack>
      {isChanging && onChange ? (
        <Suspense fallback={null}>
          <DueDialog
            title={title}
            due={due}
            reasonHint={reasonHint}
            onChange={onChange}
            onClose={() => setIsChanging(false)}
          />
        </Suspense>
      ) : null}
    </Fact>
  )
}
