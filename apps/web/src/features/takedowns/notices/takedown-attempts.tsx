import { can } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { heldAttemptStatuses, type Attempt } from '@signet/contract/takedowns/attempts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { changeAttempt } from '@signet/contract/takedowns/takedown-work'
import { IconEye, IconPencil, IconPlus, IconSend, IconSettings, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { attemptTones } from './attempt-tones.ts'
import { useSending } from './use-sending.ts'
import { useTakedownWork } from '../record/use-takedown-work.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import css from '../record/takedown-page.module.css'
import { sentenceOf } from '../../../words/messages.ts'
import { channelName } from '../takedown-words.ts'

const AttemptDialog = lazy(() =>
  import('./attempt-dialog.tsx').then(({ AttemptDialog: dialog }) => ({ default: dialog })),
)

const NoticeDialog = lazy(() => import('./notice-dialog.tsx').then(({ NoticeDialog: dialog }) => ({ default: dialog })))
const SentNoticeDialog = lazy(() =>
  import('./sent-notice-dialog.tsx').then(({ SentNoticeDialog: dialog }) => ({ default: dialog })),
)
const NoticeChannelsDialog = lazy(() =>
  import('./notice-channels-dialog.tsx').then(({ NoticeChannelsDialog: dialog }) => ({ default: dialog })),
)
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Statuses of an email that may be sent, or sent again. */
const waiting: ReadonlySet<Attempt['status']> = new Set([...heldAttemptStatuses, 'bounced', 'unknown'])

type OpenDialog = { kind: 'new' | 'channels' } | { kind: 'update' | 'read' | 'release'; attempt: Attempt }

/** The notices of a case: the provider contacted, what became of the notice, the case number, and the response. */
export function TakedownAttempts({ takedown }: { takedown: TakedownDetail }) {
  const { role } = useUser()
  const mayWork = can(role, 'takedowns:move')
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const onClose = () => setOpenDialog(null)
  const { attempts, nextStep } = takedown
  return (
    <CaseCard
      title={t('notices')}
      aside={
        mayWork ? (
          <>
            {can(role, 'notices:switch') ? (
              <Button
                kind="quiet"
                icon={<IconSettings {...icon} />}
                onClick={() => setOpenDialog({ kind: 'channels' })}
              >
                {t('sendingOfNotices')}
              </Button>
            ) : null}
            <Button icon={<IconPlus {...icon} />} onClick={() => setOpenDialog({ kind: 'new' })}>
              {t('writeNotice')}
            </Button>
          </>
        ) : null
      }
    >
      {nextStep ? (
        <Text as="p" tone="quiet" below={2}>
          {t(nextStep.kind === 'reminder' ? 'nextReminder' : 'nextEscalation', {
            recipient: nextStep.recipient,
            date: dateTime(nextStep.dueAt),
          })}
        </Text>
      ) : null}
      {attempts.length > 0 ? (
        <ul className={`${css.attempts} ruled`}>
          {attempts.map((attempt) => (
            <AttemptRow
              key={attempt.id}
              takedown={takedown}
              attempt={attempt}
              mayWork={mayWork}
              onOpen={setOpenDialog}
            />
          ))}
        </ul>
      ) : (
        <Text as="p" tone="quiet">
          {t('noticesEmpty')}
        </Text>
      )}
      <Suspense fallback={null}>
        {openDialog?.kind === 'new' ? <NoticeDialog takedown={takedown} onClose={onClose} /> : null}
        {openDialog?.kind === 'channels' ? <NoticeChannelsDialog onClose={onClose} /> : null}
        {openDialog?.kind === 'update' ? (
          <AttemptDialog takedown={takedown} attempt={openDialog.attempt} onClose={onClose} />
        ) : null}
        {openDialog?.kind === 'read' || openDialog?.kind === 'release' ? (
          <SentNoticeDialog
            takedown={takedown}
            attempt={openDialog.attempt}
            maySend={openDialog.kind === 'release'}
            onClose={onClose}
          />
        ) : null}
      </Suspense>
    </CaseCard>
  )
}

/** Who wrote a notice: the author of the event that was recorded with it. */
function authorOf({ events }: TakedownDetail, { at }: Attempt): string | undefined {
  const distance = (event: { at: string }) => Math.abs(Date.parse(event.at) - Date.parse(at))
  return (
    events
      .filter(({ action, by }) => action === 'takedown.attemptAdded' && by !== null)
      .toSorted((a, b) => distance(a) - distance(b))[0]?.by ?? undefined
  )
}

function AttemptRow({
  takedown,
  attempt,
  mayWork,
  onOpen,
}: {
  takedown: TakedownDetail
  attempt: Attempt
  mayWork: boolean
  onOpen: (dialog: OpenDialog) => void
}) {
  const work = useTakedownWork(takedown)
  const isOwn = useUser().id === attempt.writtenBy
  const sending = useSending(takedown, attempt)
  const discarding = useAction(async () => {
    const { params, query } = work.to
    const body = { status: 'expired' } as const
    work.keep(await call(changeAttempt, { params: { ...params, attemptId: attempt.id }, query, body }))
    snackbar(t('noticeDiscarded'))
  }, work.refusal)
  const isForm = attempt.way === 'form'
  const isTask = isForm && attempt.status === 'queued'
  const maySend = attempt.hasNotice && !attempt.sentAt && waiting.has(attempt.status)
  const isHeld = isOneOf(heldAttemptStatuses, attempt.status)
  /** Somebody else wrote it, and the reader is the second person. */
  const isForReader = attempt.status === 'unreleased' && mayWork && maySend && !isOwn
  const author = isForReader ? authorOf(takedown, attempt) : undefined
  const isDiscarded = attempt.status === 'expired' && !attempt.sentAt
  const hasAnswerToCome = isForm || !(isHeld || isDiscarded || attempt.status === 'queued')
  return (
    <li>
      <Inline wrap gap="half 2" justify="between">
        <Text as="b" tone="plain">
          {channelName(attempt)}
          {attempt.purpose === 'request' ? null : `, ${t(`purpose.${attempt.purpose}`)}`}
        </Text>
        <Chip tone={attemptTones[attempt.status]}>
          {t(
            isTask
              ? 'formToSubmit'
              : isDiscarded
                ? 'attemptDiscarded'
                : isForReader
                  ? 'noticeWaitsForYou'
                  : `attempt.${attempt.status}`,
          )}
        </Chip>
      </Inline>
      <span>{t(isForm ? 'formOfProvider' : 'toRecipient', { recipient: attempt.recipient })}</span>
      {isOwn ? <span>{t('ownNoticeWaits')}</span> : null}
      {isForReader ? <span>{author ? t('authorsNoticeWaits', { name: author }) : t('othersNoticeWaits')}</span> : null}
      {attempt.problem ? <span>{sentenceOf(attempt.problem)}</span> : null}
      {attempt.answer ? <blockquote>{attempt.answer}</blockquote> : null}
      <Inline wrap gap="half 2" justify="between">
        <span>
          {attempt.reference ? <span className="mono">{attempt.reference} · </span> : null}
          <TimeAgo at={attempt.sentAt ?? attempt.at} />
        </span>
        <Inline as="span" wrap gap={1} className={css.steps}>
          {isForReader ? (
            <Button kind="primary" icon={<IconEye {...icon} />} onClick={() => onOpen({ kind: 'release', attempt })}>
              {t('readAndSend')}
            </Button>
          ) : mayWork && maySend && !isOwn ? (
            <Button icon={<IconSend {...icon} />} isBusy={sending.isBusy} onClick={sending.run}>
              {t(isHeld ? 'sendNow' : 'sendAgain')}
            </Button>
          ) : null}
          {attempt.hasNotice && !isForReader ? (
            <Button kind="quiet" icon={<IconEye {...icon} />} onClick={() => onOpen({ kind: 'read', attempt })}>
              {t('showNotice')}
            </Button>
          ) : null}
          {mayWork && isHeld && attempt.hasNotice ? (
            <Button
              kind="danger"
              className={css.discard}
              icon={<IconTrash {...icon} />}
              isBusy={discarding.isBusy}
              onClick={discarding.run}
            >
              {t('discard')}
            </Button>
          ) : null}
          {mayWork && hasAnswerToCome ? (
            <Button kind="quiet" icon={<IconPencil {...icon} />} onClick={() => onOpen({ kind: 'update', attempt })}>
              {t(isTask ? 'fillInForm' : 'update')}
            </Button>
          ) : null}
        </Inline>
      </Inline>
    </li>
  )
}
