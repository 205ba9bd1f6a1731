import { channelOfRole, type CaseContact, type CaseContacts } from '@signet/contract/takedowns/abuse-contacts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { duration } from '../../../format/time/duration.ts'
import { defang } from '@signet/contract/threats/defang'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { ContactAddress, ContactHealth, ContactSource } from './contact-parts.tsx'
import { attemptTones } from '../notices/attempt-tones.ts'
import { t } from '../words.ts'
import css from '../record/takedown-page.module.css'
import { contactsQuery } from '../takedowns.api.ts'

const NoticeDialog = lazy(() =>
  import('../notices/notice-dialog.tsx').then(({ NoticeDialog: dialog }) => ({ default: dialog })),
)

/** The possible recipients of a notice, in the order in which they should be tried, each with the reason for its place. For the staff. */
export function TakedownContacts({ takedown }: { takedown: TakedownDetail }) {
  const query = useQuery(contactsQuery(useCompany(), takedown))
  const [picked, setPicked] = useState<CaseContact | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const isLoaded = query.data !== undefined
  // The browser goes to the place of a link as it is then: contacts that arrive later would be below the window.
  useEffect(() => {
    if (isLoaded && window.location.hash === `#${place.current?.id}`) place.current?.scrollIntoView()
  }, [isLoaded])
  return (
    <div id="contacts" ref={place}>
      <CaseCard title={t('contacts')} aside={<Link to="/takedown/contacts">{t('allContacts')}</Link>}>
        <DataState
          query={query}
          what={t('theContacts')}
          loading={<Skeleton lines={5} />}
          isEmpty={() => false}
          empty={null}
        >
          {(found) => <Contacts found={found} attempts={takedown.attempts} onPick={setPicked} />}
        </DataState>
        {picked ? (
          <Suspense fallback={null}>
            <NoticeDialog
              takedown={takedown}
              start={{ channel: channelOfRole[picked.role], recipient: picked.recipient }}
              onClose={() => setPicked(null)}
            />
          </Suspense>
        ) : null}
      </CaseCard>
    </div>
  )
}

function Contacts({
  found,
  attempts,
  onPick,
}: {
  found: CaseContacts
  attempts: TakedownDetail['attempts']
  onPick: (contact: CaseContact) => void
}) {
  const userId = useUser().id
  /** Whether the notice to a contact is for the reader to send, as the notices of the case say. */
  const isForReader = ({ attempted, recipient }: CaseContact) =>
    attempted === 'unreleased' &&
    attempts.some((one) => one.recipient === recipient && one.status === attempted && one.writtenBy !== userId)
  const { contacts, leftOut } = found
  return (
    <Stack gap={3}>
      {contacts.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('contactsEmpty')}
        </Text>
      ) : (
        <ol className={`${css.attempts} ruled`}>
          {contacts.map((contact) => (
            <li key={contact.recipient}>
              <Inline wrap gap="half 2" justify="between">
                <span>
                  <Text as="b" tone="plain">
                    {contact.name}
                  </Text>{' '}
                  · {t(`contactRole.${contact.role}`)}
                </span>
                <Inline as="span" wrap gap={1}>
                  {/* The state of a returned notice in this case says the same. */}
                  {contact.attempted === 'bounced' ? null : <ContactHealth bouncedAt={contact.bouncedAt} />}
                  {contact.attempted ? (
                    <Chip tone={attemptTones[contact.attempted]}>
                      {t(isForReader(contact) ? 'noticeWaitsForYou' : `attempt.${contact.attempted}`)}
                    </Chip>
                  ) : null}
                </Inline>
              </Inline>
              <span>{reasonText(contact)}</span>
              {contact.outcome ? <span>{outcomeText(contact.outcome)}</span> : null}
              <Inline wrap gap="half 2" justify="between">
                <span>
                  <ContactAddress address={contact.recipient} />
                  {contact.replaces === null ? null : ` (${t('insteadOf', { address: contact.replaces })})`}
                  <br />
                  <ContactSource contact={contact} />
                </span>
                <Inline as="span" className={css.steps}>
                  <Button
                    kind="quiet"
                    icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
                    aria-label={t(isForm(contact) ? 'prepareFormFor' : 'prepareNoticeTo', { name: contact.name })}
                    onClick={() => onPick(contact)}
                  >
                    {t(isForm(contact) ? 'prepareForm' : 'prepareNotice')}
                  </Button>
                </Inline>
              </Inline>
            </li>
          ))}
        </ol>
      )}
      {contacts.some(({ outcome }) => outcome) ? (
        <Text as="p" size="meta" tone="quiet">
          {t('contactOutcomeHint')}
        </Text>
      ) : null}
      {leftOut.length > 0 ? (
        <details>
          <summary>{t('leftOutCount', { count: leftOut.length })}</summary>
          <ul className={`${css.attempts} ruled`}>
            {leftOut.map(({ name, recipient, why }) => (
              <li key={recipient}>
                {name}, {recipient}: {t(`leftOut.${why}`)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Stack>
  )
}

/** Whether it takes reports in a form of its own only. */
const isForm = ({ recipient, role }: CaseContact) => role === 'blockList' || recipient.startsWith('https://')

/** What became of earlier notices to a provider, and whether that decided about its place. */
const outcomeText = ({ medianMs, standing, ...counts }: NonNullable<CaseContact['outcome']>) =>
  t('contactOutcome', {
    ...counts,
    standing: standing ?? 'none',
    median: medianMs === null ? '' : duration(medianMs),
  })

/** Why it is a contact of the case. */
const reasonText = ({ reason, subject }: CaseContact) =>
  t(`contactReason.${reason}`, { subject: shownSubject(subject), of: subject.startsWith('.') ? 'ending' : 'server' })

/** Hosts of the case, so that they aren't opened by accident. */
const shownSubject = (subject: string) => (subject.startsWith('.') ? subject : defang(subject))
