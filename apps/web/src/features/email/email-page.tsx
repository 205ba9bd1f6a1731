import { usePageSearch } from '../../url/page-search.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { MailKeptNote } from '../../parts/mail/mail-kept-note.tsx'
import { t } from './words.ts'
import { validateEmailSearch } from './email-search.ts'
import { Box, Stack } from '../../ui/layout/parts.tsx'
import { SentEmails } from './sent-emails.tsx'
import { WriteEmail } from './write-email.tsx'

/** Sends an email to all people of some companies or to individual people, and lists the emails sent before. */
export function EmailPage() {
  const [search, change] = usePageSearch(validateEmailSearch)
  return (
    <Page title={t('sendEmail')}>
      <Box below={4} data-every-company>
        <Segments
          label={t('viewChoice')}
          choices={[
            { value: 'write', label: t('write') },
            { value: 'sent', label: t('sent') },
          ]}
          value={search.view ?? 'write'}
          onChange={(view) => change({ view: view === 'sent' ? 'sent' : undefined, q: undefined, page: undefined })}
        />
      </Box>
      <Stack>
        <MailKeptNote />
        {search.view === 'sent' ? (
          <SentEmails search={search} onChange={change} />
        ) : (
          <WriteEmail onSent={() => change({ view: 'sent' })} />
        )}
      </Stack>
    </Page>
  )
}
