import type { ListedContact } from '@signet/contract/takedowns/abuse-contacts'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'

/** An email address or a phone number as text; a form as a link. */
export function ContactAddress({ address }: { address: string }) {
  return address.startsWith('https://') ? (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {address}
    </a>
  ) : (
    <span className="mono">{address}</span>
  )
}

/** Whether messages to a contact are returned, and since when. */
export function ContactHealth({ bouncedAt }: Pick<ListedContact, 'bouncedAt'>) {
  return bouncedAt === null ? null : (
    <Chip tone="medium">
      <span>
        {t('contactBounced')} <TimeAgo isWithin at={bouncedAt} />
      </span>
    </Chip>
  )
}

/** The source of a contact, and when it was last found there; a curated one isn't looked up. */
export function ContactSource({
  contact: { origin, record, seenAt },
}: {
  contact: Pick<ListedContact, 'origin' | 'record' | 'seenAt'>
}) {
  return (
    <Text as="small" nowrap title={record ?? undefined}>
      {t(`contactOrigin.${origin}`)}
      {origin === 'curated' ? null : (
        <>
          , <TimeAgo at={seenAt} />
        </>
      )}
    </Text>
  )
}
