import { listCaughtMails } from '@signet/contract/messages/mail'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { FailedLine } from '../../ui/feedback/data-state.tsx'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

const searchedMax = 20
const againMs = 1000

/** The link in the newest kept invitation to an address. */
async function linkTo(email: string, signal: AbortSignal): Promise<string | null> {
  const { items } = await call(listCaughtMails, { query: { limit: searchedMax }, signal })
  const links = items
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => /https?:\/\/\S+\/auth\/reset\?token=\S+/.exec(text)?.[0])
  return links.find((link) => link !== undefined) ?? null
}

/** The link of an invitation that no email brings to the person, as soon as its email is kept. */
export function InvitationLink({ user }: { user: { id: string; email: string } }) {
  const { email } = user
  const query = useQuery({
    queryKey: ['users', 'invitationLink', user.id],
    queryFn: ({ signal }) => linkTo(email, signal),
    refetchInterval: ({ state }) => (state.data ? false : againMs),
  })
  const link = query.data
  return (
    <Card as="div" kind="note" gap={2} role="status">
      <b>{t('invitationLinkOf', { email })}</b>
      {query.error ? (
        <FailedLine retry={() => void query.refetch()}>{t('invitationLinkFailed')}</FailedLine>
      ) : link ? (
        <Inline gap={2}>
          <Text as="code" grow className="mono">
            {link}
          </Text>
          <Button onClick={() => copyText(link, t('invitationLink'))}>{t('copyLink')}</Button>
        </Inline>
      ) : (
        <Text tone="quiet">{t('invitationLinkWaits')}</Text>
      )}
    </Card>
  )
}
