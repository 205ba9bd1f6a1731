import { useClientInfo } from '../../session/client-info.ts'
import { Card } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** Says that emails reach nobody, where a person is about to send some; nothing if a mail server is set up. */
export function MailKeptNote() {
  if (!useClientInfo()?.isMailKept) return null
  return (
    <Card as="p" kind="note" tone="caution">
      {t('mailKept')}
    </Card>
  )
}
