import type { SentEmail } from '@signet/contract/messages/email'
import { useQuery } from '@tanstack/react-query'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { PagesNav } from '../../ui/controls/pages-nav.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { useClientInfo } from '../../session/client-info.ts'
import { t } from './words.ts'
import { sentPerPage, sentQuery } from './email.api.ts'
import css from './email.module.css'
import type { EmailSearch } from './email-search.ts'

/** Emails sent to many people, and their delivery status. */
export function SentEmails({
  search,
  onChange,
}: {
  search: EmailSearch
  onChange: (changes: Partial<EmailSearch>) => void
}) {
  const sent = useQuery(sentQuery(search))
  const isKept = useClientInfo()?.isMailKept === true
  return (
    <>
      <Inline as="search" gap={0} align="stretch" below={3} className={css.search}>
        <SearchField
          label={t('searchSentEmails')}
          value={search.q}
          onChange={(q) => onChange({ q, page: undefined })}
        />
      </Inline>
      <DataState
        query={sent}
        what={t('sentEmailsToLoad')}
        loading={
          <Card as="div" kind="list">
            <Skeleton lines={9} />
          </Card>
        }
        isEmpty={({ total }) => total === 0}
        empty={
          search.q ? (
            <StateBlock
              title={t('noEmailsMatch')}
              action={<Button onClick={() => onChange({ q: undefined })}>{t('clearSearch')}</Button>}
            >
              {t('noEmailsMatchHint', { text: search.q })}
            </StateBlock>
          ) : (
            <StateBlock title={t('noSentEmails')}>{t('noSentEmailsHint')}</StateBlock>
          )
        }
      >
        {({ items, total, pageNumber }) => (
          <>
            <Card as="div" kind="list">
              <SimpleTable label={t('sentEmails')} columns={columns(isKept)} rows={items} idOf={({ id }) => id} />
            </Card>
            <PagesNav
              label={t('sentEmailsPages')}
              pageNumber={pageNumber}
              limit={sentPerPage}
              total={total}
              onChange={(page) => onChange({ page: page === 1 ? undefined : String(page) })}
            />
          </>
        )}
      </DataState>
    </>
  )
}

/** @param isKept whether emails stay on the server, as there is no mail server */
function columns(isKept: boolean): SimpleColumn<SentEmail>[] {
  return [
    {
      key: 'subject',
      label: t('subject'),
      render: ({ subject }) => (
        <Text as="b" tone="plain" kept>
          {subject}
        </Text>
      ),
    },
    { key: 'state', label: t('state'), render: (mail) => <State mail={mail} isKept={isKept} /> },
    { key: 'at', label: t('date'), isWide: true, render: ({ at }) => <TimeAgo at={at} /> },
    {
      key: 'recipients',
      label: t('recipients'),
      isFigure: true,
      isWide: true,
      render: ({ recipients }) => exactNumber(recipients),
    },
    {
      key: 'delivered',
      label: t('delivered'),
      isFigure: true,
      isWide: true,
      render: ({ delivered }) => exactNumber(isKept ? 0 : delivered),
    },
    {
      key: 'failed',
      label: t('failed'),
      isFigure: true,
      isWide: true,
      render: ({ failed }) => <span data-tone={failed > 0 ? 'worse' : undefined}>{exactNumber(failed)}</span>,
    },
  ]
}

function State({ mail: { waiting, failed, unknown }, isKept }: { mail: SentEmail; isKept: boolean }) {
  if (waiting > 0) return <Chip tone="new">{t('queuedCount', { count: waiting })}</Chip>
  if (failed > 0) return <Chip tone="stopped">{t('failedCount', { count: failed })}</Chip>
  if (unknown > 0) return <Chip tone="medium">{t('unknownCount', { count: unknown })}</Chip>
  return isKept ? <Chip tone="closed">{t('kept')}</Chip> : <Chip tone="good">{t('delivered')}</Chip>
}
