import { can } from '@signet/contract/access/permissions'
import { listCaseMails, type CaseMail } from '@signet/contract/takedowns/replies'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { IconDownload, IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { defangWords } from '@signet/contract/threats/defang'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import css from '../record/takedown-page.module.css'
import { useTakedownWork } from '../record/use-takedown-work.ts'
import { t } from '../words.ts'

const MailDialog = lazy(() => import('./mail-dialog.tsx').then(({ MailDialog: dialog }) => ({ default: dialog })))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const tones: Record<NonNullable<CaseMail['class']>, ChipTone> = {
  acknowledged: 'takedown',
  question: 'medium',
  done: 'good',
  refused: 'stopped',
  other: 'closed',
}

/** The emails that arrived for a case: what each says, by which sentence, and whether a person has to decide. */
export function TakedownMails({ takedown }: { takedown: TakedownDetail }) {
  const { to, company } = useTakedownWork(takedown)
  const mayWork = can(useUser().role, 'takedowns:move')
  const [decided, setDecided] = useState<CaseMail | null>(null)
  const query = useQuery({
    queryKey: [company, 'takedown', takedown.id, 'mails', takedown.events.length],
    queryFn: ({ signal }) => call(listCaseMails, { ...to, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <CaseCard title={t('replies')} aside={mayWork ? <Link to="/takedown/mails">{t('unmatchedMails')}</Link> : null}>
      <DataState
        query={query}
        what={t('theReplies')}
        loading={<Skeleton lines={3} />}
        isEmpty={(mails) => mails.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('repliesEmpty')}
          </Text>
        }
      >
        {(mails) => (
          <ul className={`${css.attempts} ruled`}>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} mayWork={mayWork} onDecide={setDecided} />
            ))}
          </ul>
        )}
      </DataState>
      {decided ? (
        <Suspense fallback={null}>
          <MailDialog takedown={takedown} mail={decided} onClose={() => setDecided(null)} />
        </Suspense>
      ) : null}
    </CaseCard>
  )
}

function MailRow({
  mail,
  mayWork,
  onDecide,
}: {
  mail: CaseMail
  mayWork: boolean
  onDecide: (mail: CaseMail) => void
}) {
  const isAnswer = mail.kind !== 'bounce'
  return (
    <li>
      <Inline wrap gap="half 2" justify="between">
        <Text as="b" tone="plain">
          {mail.from ?? t('unknownSender')}
        </Text>
        <Inline as="span" wrap gap="half 2">
          {mail.kind === 'answer' ? null : <Chip tone="closed">{t(`mailKind.${mail.kind}`)}</Chip>}
          {mail.class ? <Chip tone={tones[mail.class]}>{t(`replyClass.${mail.class}`)}</Chip> : null}
          {mail.isCut ? <Chip tone="closed">{t('mailCut')}</Chip> : null}
          {mail.isOpen ? <Chip tone="medium">{t('mailOpen')}</Chip> : null}
        </Inline>
      </Inline>
      <span>{defangWords(mail.subject)}</span>
      {mail.sentence ? <blockquote>{mail.sentence}</blockquote> : null}
      {mail.isVerified ? null : <Text tone="quiet">{t(`unverified.${mail.matchedBy}`)}</Text>}
      {mail.decided ? (
        <Text tone="quiet">{t('decidedBy', { name: mail.decided.by, reason: mail.decided.reason })}</Text>
      ) : null}
      {mayWork && mail.class && !mail.isOpen ? <Text tone="quiet">{t(`nextStep.${mail.class}`)}</Text> : null}
      <details>
        <summary>{t('wholeMail')}</summary>
        <pre className={css.message}>{mail.text}</pre>
      </details>
      <Inline wrap gap="half 2" justify="between">
        <TimeAgo at={mail.receivedAt} />
        <Inline>
          {mail.href ? (
            <a href={mail.href} download className="way-link">
              <IconDownload {...icon} /> {t('originalMail')}
            </a>
          ) : null}
          {mayWork && (isAnswer || mail.isOpen) ? (
            <Button kind="quiet" icon={<IconPencil {...icon} />} onClick={() => onDecide(mail)}>
              {t(mail.isOpen ? 'decide' : 'correct')}
            </Button>
          ) : null}
        </Inline>
      </Inline>
    </li>
  )
}
