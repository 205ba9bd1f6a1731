import { Link } from '@tanstack/react-router'
import { useClientInfo } from '../../session/client-info.ts'
import { Card } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { t } from './words.ts'

/** Says what happens to emails without a mail server, where a person is about to send some; nothing if one is set up. */
export function MailKeptNote({ areInvitations = false }: { areInvitations?: boolean }) {
  if (!useClientInfo()?.isMailKept) return null
  return (
    <Card as="p" kind="note" tone="caution">
      {areInvitations ? (
        <Rich
          text={(values) => t('invitationsKept', values)}
          values={{
            place: (
              <Link to="/test" hash="mails">
                {t('systemHealth')}
              </Link>
            ),
          }}
        />
      ) : (
        t('mailKept')
      )}
    </Card>
  )
}
