import { listCaughtMails, type CaughtMail } from '@signet/contract/messages/mail'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { usePageSearch } from '../../url/page-search.ts'
import { validateSystemHealthSearch } from './system-health-search.ts'
import { NothingYet } from './nothing-yet.tsx'
import { t } from './words.ts'
import css from './system-health-page.module.css'

const mailsPerPage = 5

/** The emails that were stored instead of sent, because no mail server is configured. */
export function CaughtMails() {
  const [search, change] = usePageSearch(validateSystemHealthSearch)
  const pageNumber = Number(search.mails ?? 1)
  const setPageNumber = (next: number) => change({ mails: String(next) })
  const mails = useQuery({
    queryKey: ['caughtMails', pageNumber],
    queryFn: ({ signal }) => call(listCaughtMails, { query: { pageNumber, limit: mailsPerPage }, signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Card className={css.card} aria-labelledby="mails">
      <h2 id="mails">{t('keptEmails')}</h2>
      <DataState
        query={mails}
        what={t('emailsWhat')}
        isEmpty={({ total }) => total === 0}
        empty={<NothingYet title={t('noEmails')} hint={t('noEmailsText')} />}
      >
        {({ items, total }) => (
          <>
            <Text as="p" tone="quiet" below={2}>
              {t('emailsCount', { count: total })}
            </Text>
            <ul className={`${css.mails} ruled`}>
              {items.map((mail) => (
                <Mail key={mail.id} mail={mail} />
              ))}
            </ul>
            {total > mailsPerPage ? (
              <Inline as="nav" align="stretch" justify="end" above={3} aria-label={t('emailPages')}>
                <Button disabled={pageNumber === 1} onClick={() => setPageNumber(pageNumber - 1)}>
                  {t('newer')}
                </Button>
                <Button disabled={pageNumber * mailsPerPage >= total} onClick={() => setPageNumber(pageNumber + 1)}>
                  {t('older')}
                </Button>
              </Inline>
            ) : null}
          </>
        )}
      </DataState>
    </Card>
  )
}

/** One email. Its body is always shown as plain text, whatever its format. */
function Mail({ mail }: { mail: CaughtMail }) {
  return (
    <li>
      <details>
        <summary>
          <b>{mail.subject}</b>
          <span>
            {t('toAddress', { address: mail.to })} · <TimeAgo at={mail.at} />
          </span>
        </summary>
        <Text as="p" tone="quiet">
          {t('fromAddress', { address: mail.from })}
        </Text>
        <Card as="pre" kind="note" className={css.text}>
          {mail.text}
        </Card>
      </details>
    </li>
  )
}
