import { can } from '@signet/contract/permissions'
import type { Attempt, TakedownDetail } from '@signet/contract/takedowns'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CaseCard } from '../../parts/cases/case-layout.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import css from './takedown-page.module.css'
import { valueName } from '../../words/named/name-of.ts'

const AttemptDialog = lazy(() =>
  import('./attempt-dialog.tsx').then(({ AttemptDialog: dialog }) => ({ default: dialog })),
)

const tones: Record<Attempt['status'], ChipTone> = {
  queued: 'closed',
  sent: 'new',
  bounced: 'stopped',
  acknowledged: 'takedown',
  actioned: 'good',
  refused: 'stopped',
  expired: 'stopped',
}

/** The channels tried: the provider contacted, the case number, and the response. */
export function TakedownAttempts({ takedown }: { takedown: TakedownDetail }) {
  const mayWork = can(useUser().role, 'takedowns:move')
  const [openDialog, setOpenDialog] = useState<Attempt | 'new' | null>(null)
  const { attempts } = takedown
  return (
    <CaseCard
      title={t('notices')}
      aside={
        mayWork ? (
          <Button icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />} onClick={() => setOpenDialog('new')}>
            {t('logNotice')}
          </Button>
        ) : null
      }
    >
      {attempts.length > 0 ? (
        <ul className={`${css.attempts} ruled`}>
          {attempts.map((attempt) => (
            <li key={attempt.id}>
              <div className={css.attemptHead}>
                <Text as="b" tone="plain">
                  {valueName(attempt.channel)}
                </Text>
                <Chip tone={tones[attempt.status]}>{t(`attempt.${attempt.status}`)}</Chip>
              </div>
              <span>{t('toRecipient', { recipient: attempt.recipient })}</span>
              {attempt.answer ? <blockquote>{attempt.answer}</blockquote> : null}
              <div className={css.attemptFoot}>
                <span>
                  {attempt.reference ? <span className="mono">{attempt.reference} · </span> : null}
                  <TimeAgo at={attempt.at} />
                </span>
                {mayWork ? (
                  <Button
                    kind="quiet"
                    icon={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
                    onClick={() => setOpenDialog(attempt)}
                  >
                    {t('update')}
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Text as="p" tone="quiet">
          {t('noticesEmpty')}
        </Text>
      )}
      {openDialog ? (
        <Suspense fallback={null}>
          <AttemptDialog
            takedown={takedown}
            attempt={openDialog === 'new' ? null : openDialog}
            onClose={() => setOpenDialog(null)}
          />
        </Suspense>
      ) : null}
    </CaseCard>
  )
}
