import { dismissMail, listUnmatchedMails, type InboundMail } from '@signet/contract/takedowns/replies'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { CaseCrumbs } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Pager } from '../../../ui/grid/pager.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { textOf } from '../../../url/search-params.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import css from '../record/takedown-page.module.css'
import { t } from '../words.ts'

const AssignMailDialog = lazy(() =>
  import('./assign-mail-dialog.tsx').then(({ AssignMailDialog: dialog }) => ({ default: dialog })),
)

const pageSize = 20

const validateUnmatchedSearch = (raw: Record<string, unknown>): { page?: string | undefined } => ({
  page: textOf(raw['page']),
})

/** The emails that match no takedown, until the staff assigns or removes them. */
export function UnmatchedPage() {
  const mayRead = useCan('takedowns:move')
  return (
    <Page title={t('unmatchedMails')}>
      <CaseCrumbs to="/takedown" list={t('takedowns')} name={t('unmatchedMails')} />
      {mayRead ? (
        <Stack gap={3}>
          <Inline gap={3}>
            <Link to="/takedown/replyRules">{t('replyRules')}</Link>
            <Link to="/takedown/letters">{t('noticeLetters')}</Link>
          </Inline>
          <MailList />
        </Stack>
      ) : (
        <StateBlock title={t('staffOnly')}>{t('staffOnlyHint')}</StateBlock>
      )}
    </Page>
  )
}

function MailList() {
  const company = useCompany()
  const client = useQueryClient()
  const [{ page }, setSearch] = usePageSearch(validateUnmatchedSearch)
  const pageNumber = Math.max(1, Number(page) || 1)
  const [assigned, setAssigned] = useState<InboundMail | null>(null)
  const queryKey = [company, 'unmatched-mails']
  const mails = useQuery({
    queryKey: [...queryKey, pageNumber],
    queryFn: ({ signal }) => call(listUnmatchedMails, { query: { company, pageNumber, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  const readAgain = () => client.invalidateQueries({ queryKey })
  return (
    <Card>
      <DataState
        query={mails}
        what={t('theReplies')}
        loading={<Skeleton lines={8} />}
        isEmpty={({ total }) => total === 0}
        empty={<StateBlock title={t('unmatchedEmpty')}>{t('unmatchedEmptyHint')}</StateBlock>}
      >
        {({ items, total }) => (
          <Stack gap={3}>
            <ul className={`${css.attempts} ruled`}>
              {items.map((mail) => (
                <WaitingMail key={mail.id} mail={mail} onAssign={setAssigned} onRemoved={readAgain} />
              ))}
            </ul>
            <Pager
              pageNumber={pageNumber}
              pages={Math.ceil(total / pageSize)}
              onPage={(next) => setSearch({ page: next === 1 ? undefined : String(next) })}
            />
          </Stack>
        )}
      </DataState>
      {assigned ? (
        <Suspense fallback={null}>
          <AssignMailDialog mail={assigned} onAssigned={readAgain} onClose={() => setAssigned(null)} />
        </Suspense>
      ) : null}
    </Card>
  )
}

function WaitingMail({
  mail,
  onAssign,
  onRemoved,
}: {
  mail: InboundMail
  onAssign: (mail: InboundMail) => void
  onRemoved: () => Promise<void>
}) {
  const company = useCompany()
  const [isConfirming, setIsConfirming] = useState(false)
  const removal = useAction(async () => {
    await call(dismissMail, { params: { inboundMailId: mail.id }, query: { company } })
    await onRemoved()
    toast(t('mailRemoved'))
  })
  return (
    <li>
      <Text as="b" tone="plain">
        {mail.subject || t('noSubject')}
      </Text>
      <span>{mail.from ?? t('unknownSender')}</span>
      <details>
        <summary>{t('wholeMail')}</summary>
        <pre className={css.message}>{mail.text}</pre>
      </details>
      <Inline wrap gap="half 2" justify="between">
        <TimeAgo at={mail.receivedAt} />
        <Inline>
          <Button kind="quiet" onClick={() => setIsConfirming(true)}>
            {t('removeFromList')}
          </Button>
          <Button onClick={() => onAssign(mail)}>{t('assignToTakedown')}</Button>
        </Inline>
      </Inline>
      {isConfirming ? (
        <ConfirmDialog
          title={t('removeMailTitle', { subject: mail.subject || t('noSubject') })}
          text={t('removeMailText')}
          confirmLabel={t('removeFromList')}
          isDangerous
          isBusy={removal.isBusy}
          onConfirm={removal.run}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </li>
  )
}
