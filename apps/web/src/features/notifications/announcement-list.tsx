import { changeAnnouncement, deleteAnnouncement, type Announcement } from '@signet/contract/messages/announcements'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dateTime } from '../../format/time/date-time.ts'
import { useClientInfo, useCompanyNames } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { PagesNav } from '../../ui/controls/pages-nav.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { audienceWords, channelWords, isOpen, stateWords } from './announcement-words.ts'
import { announcementsKey, announcementsPerPage, announcementsQuery } from './announcements.api.ts'
import css from './notifications.module.css'
import type { NotificationsSearch } from './notifications-search.ts'
import { ItemActions } from './item-actions.tsx'

interface ListProps {
  search: NotificationsSearch
  onChange: (changes: Partial<NotificationsSearch>) => void
}

/** All announcements, newest first, with their delivery status and possible actions. */
export function AnnouncementList({ search, onChange }: ListProps) {
  const list = useQuery(announcementsQuery(search))
  const nameOf = useCompanyNames()
  return (
    <>
      <Inline wrap below={4}>
        <Inline as="search" gap={0} align="stretch" className={css.search}>
          <SearchField
            label={t('searchAnnouncements')}
            value={search.q}
            onChange={(q) => onChange({ q, page: undefined })}
          />
        </Inline>
        <Button
          kind="primary"
          className={css.new}
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => onChange({ edit: 'new' })}
        >
          {t('newAnnouncement')}
        </Button>
      </Inline>
      <DataState
        query={list}
        what={t('announcementsWhat')}
        loading={
          <Card as="div" pad="0 gutter">
            <Skeleton lines={9} />
          </Card>
        }
        isEmpty={({ total }) => total === 0}
        empty={
          search.q ? (
            <StateBlock
              title={t('noAnnouncementsMatch')}
              action={<Button onClick={() => onChange({ q: undefined })}>{t('clearSearch')}</Button>}
            >
              {t('searchText', { text: search.q })}
            </StateBlock>
          ) : (
            <StateBlock
              title={t('noAnnouncements')}
              action={<Button onClick={() => onChange({ edit: 'new' })}>{t('newAnnouncement')}</Button>}
            >
              {t('noAnnouncementsText')}
            </StateBlock>
          )
        }
      >
        {({ items, total, pageNumber }) => (
          <>
            <Card as="ul" pad="0 gutter" className="ruled" aria-label={t('announcements')}>
              {items.map((announcement) => (
                <Item
                  key={announcement.id}
                  announcement={announcement}
                  nameOf={nameOf}
                  onEdit={() => onChange({ edit: announcement.id })}
                />
              ))}
            </Card>
            <PagesNav
              label={t('announcementPages')}
              pageNumber={pageNumber}
              limit={announcementsPerPage}
              total={total}
              onChange={(page) => onChange({ page: page === 1 ? undefined : String(page) })}
            />
          </>
        )}
      </DataState>
    </>
  )
}

interface ItemProps {
  announcement: Announcement
  nameOf: (company: string) => string
  onEdit: () => void
}

function Item({ announcement, nameOf, onEdit }: ItemProps) {
  const { title, body, audience, channels, state } = announcement
  const isKept = useClientInfo()?.isMailKept === true && channels.includes('mail')
  const isUnsent = state === 'delivered' && isKept && channels.length === 1
  const { label, tone } = isUnsent ? ({ label: 'notSent', tone: 'closed' } as const) : stateWords[state]
  return (
    <li className={css.item}>
      <Stack gap="half" className={css.words}>
        <h2>{title}</h2>
        {body && (
          <Text as="p" tone="quiet" className={`${css.body} clamp`}>
            {body}
          </Text>
        )}
        <Text as="p" size="meta" tone="quiet" className={css.meta}>
          <span>{t('toNames', { names: audienceWords(audience, nameOf) })}</span>
          <span>{channels.map((channel) => t(channelWords[channel].label)).join(', ')}</span>
          <span>{t('byName', { name: announcement.by })}</span>
        </Text>
      </Stack>
      <Stack gap={1} align="start" size="meta" tone="quiet" className={css.fate}>
        <Chip tone={tone}>{t(label)}</Chip>
        <Fate announcement={announcement} isKept={isKept} />
      </Stack>
      <Actions announcement={announcement} onEdit={onEdit} />
    </li>
  )
}

/**
 * When it was or will be sent, to how many people, and the number of failed deliveries.
 *
 * @param isKept whether its emails stay on the server, as there is no mail server
 */
function Fate({ announcement, isKept }: Pick<ItemProps, 'announcement'> & { isKept: boolean }) {
  const { from, to, deliveredAt, recipients, failed, channels } = announcement
  if (isOpen(announcement)) {
    return (
      <p>
        {t('fromAt', { at: dateTime(from) })}
        {to && <>, {t('untilDate', { date: dateTime(to) })}</>}
      </p>
    )
  }
  return (
    <Stack as="p" gap={0}>
      {isKept ? (
        <>
          {channels.length > 1 && <span>{t('portalCount', { count: recipients })}</span>}
          <span>{t('mailsNotSent')}</span>
        </>
      ) : (
        <span>{t('peopleCount', { count: recipients })}</span>
      )}
      {deliveredAt && <span>{dateTime(deliveredAt)}</span>}
      {failed > 0 && (
        <Text tone="danger" weight="medium">
          {t('failedEmailsCount', { count: failed })}
        </Text>
      )}
    </Stack>
  )
}

function Actions({ announcement, onEdit }: Pick<ItemProps, 'announcement' | 'onEdit'>) {
  const { id, title, state, version } = announcement
  const isPaused = state === 'paused'
  const params = { announcementId: id }
  return (
    <ItemActions
      name={title}
      listKey={announcementsKey}
      open={
        isOpen(announcement)
          ? {
              isPaused,
              onEdit,
              pause: {
                run: () => call(changeAnnouncement, { params, body: { isPaused: !isPaused, version } }),
                done: isPaused ? t('resumed') : t('announcementPaused'),
              },
            }
          : undefined
      }
      removal={{
        run: () => call(deleteAnnouncement, { params }),
        done: t('announcementDeleted'),
        text: isOpen(announcement) ? t('deleteOpenText') : t('deleteSentText'),
      }}
    />
  )
}
