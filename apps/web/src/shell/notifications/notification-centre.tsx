import { markNotificationsRead, type Notification } from '@signet/contract/messages/notifications'
import { can } from '@signet/contract/access/permissions'
import { dayMs } from '@signet/contract/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { companyChoicesQuery } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { subscribeLogged, loggedMessages, type LoggedMessage } from '../../ui/feedback/messages/message-log.ts'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './notification-centre.module.css'
import {
  bellKinds,
  bellRoot,
  keepDays,
  lineBody,
  lineText,
  linesMax,
  linesPerRead,
  linesQuery,
  type BellKind,
} from './notifications.api.ts'
import { useSwitchCompany } from '../../navigation/switch-company.ts'
import { useAction } from '../../ui/controls/use-action.ts'

interface Line {
  id: string
  text: string
  body: string
  at: string
  href: string | null
  /** Key of the company it is about; absent for messages of the portal itself. */
  company?: string
  isUnread: boolean
}

const ofServer = ({ id, type, title, body, words, at, href, company, read }: Notification): Line => ({
  id,
  text: lineText({ type, title, words }),
  body: lineBody({ body, words }),
  at,
  href,
  company,
  isUnread: !read,
})
const ofPortal = ({ id, text, at }: LoggedMessage): Line => ({
  id,
  text,
  body: '',
  at,
  href: null,
  isUnread: false,
})
const isRecent = ({ at }: Line) => Date.now() - Date.parse(at) < keepDays * dayMs

/** The last thirty days: notifications from the server, and messages that the portal showed in this browser. */
export function NotificationCentre({ unread, onClose }: { unread: number; onClose: () => void }) {
  const [kind, setKind] = useState<BellKind>('all')
  const [limit, setLimit] = useState(linesPerRead)
  const { role } = useUser()
  const company = useCompany()
  const navigate = useNavigate()
  const switchTo = useSwitchCompany()
  const mayChoose = can(role, 'company:choose')
  const choices = useQuery({ ...companyChoicesQuery, enabled: mayChoose })
  const query = useQuery({ ...linesQuery(kind, limit), placeholderData: keepPreviousData })
  const logged = useSyncExternalStore(subscribeLogged, loggedMessages)

  const nameOf = (key: string) => choices.data?.find((choice) => choice.company === key)?.name
  const read = query.data?.items.map(ofServer) ?? []
  const own = logged.map(ofPortal)
  // Messages of the portal that are older than the loaded notifications are hidden while older notifications are left to load.
  const oldest = read.at(-1)?.at
  const hasOlder = kind !== 'messages' && (query.data?.total ?? 0) > read.length && read.length < linesMax
  const mixed = own.filter(({ at }) => !hasOlder || oldest === undefined || at >= oldest)
  const lines = (kind === 'messages' ? own : kind === 'all' ? [...read, ...mixed] : read)
    .filter(isRecent)
    .toSorted((a, b) => b.at.localeCompare(a.at))
  const mayShowOlder = hasOlder && read.every(isRecent)

  const markRead = useAction(
    async (ids: string[] | null) => {
      await call(markNotificationsRead, { body: ids ? { ids } : { all: true } })
      await queryClient.invalidateQueries(bellRoot)
    },
    { failed: (why) => t('markAsReadFailed', { why }) },
  )
  const open = async (line: Line) => {
    onClose()
    if (line.isUnread) markRead.run([line.id])
    if (line.company && line.company !== company && mayChoose) await switchTo(line.company)
    if (line.href) await navigate({ href: line.href })
  }

  return (
    <div className={css.centre} data-tall="">
      <Inline gap={0} justify="between" className={css.head}>
        <h2>{t('notifications')}</h2>
        <Button kind="quiet" disabled={unread === 0} isBusy={markRead.isBusy} onClick={() => markRead.run(null)}>
          {t('markAllAsRead')}
        </Button>
      </Inline>
      <Inline as="fieldset" gap={1} align="stretch" wrap pad="1 2 3" line="below" className={css.kinds}>
        <legend className="visually-hidden">{t('kind')}</legend>
        {bellKinds.map(({ kind: each, label }) => (
          <button
            key={each}
            type="button"
            className="choice control"
            aria-pressed={each === kind}
            onClick={() => {
              setKind(each)
              setLimit(linesPerRead)
            }}
          >
            {t(label)}
          </button>
        ))}
      </Inline>
      <DataState
        query={{
          data: kind === 'messages' || query.data ? lines : undefined,
          error: query.error,
          refetch: query.refetch,
        }}
        what={t('notificationsWhat')}
        loading={
          <Box pad="4 3">
            <Skeleton lines={8} />
          </Box>
        }
        isEmpty={() => lines.length === 0}
        empty={
          <Text as="p" pad="6 5 8" tone="quiet" centred>
            {kind === 'all' ? t('empty') : t('emptyOfType')}
          </Text>
        }
      >
        {() => (
          // A scrolling list must be reachable by keyboard, and its lines may not be buttons.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={`${css.scroll} scroller`} tabIndex={0} role="group" aria-label={t('notifications')}>
            <Stack as="ul" gap={0} pad="1 0">
              {lines.map((line) => (
                <li key={line.id}>
                  <Row line={line} company={line.company && nameOf(line.company)} onOpen={() => void open(line)} />
                </li>
              ))}
            </Stack>
            {mayShowOlder && (
              <Button kind="quiet" className={css.more} onClick={() => setLimit(limit + linesPerRead)}>
                {t('showOlder')}
              </Button>
            )}
          </div>
        )}
      </DataState>
    </div>
  )
}

function Row({ line, company, onOpen }: { line: Line; company: string | undefined; onOpen: () => void }) {
  const content = (
    <>
      <span className={`${css.dot} dot`} data-on={line.isUnread || undefined}>
        {line.isUnread && <span className="visually-hidden">{t('unread')}: </span>}
      </span>
      <Stack as="span" gap="half">
        <Text as="b" weight="medium">
          {line.text}
        </Text>
        {line.body && (
          <Text size="meta" tone="quiet" className="clamp">
            {line.body}
          </Text>
        )}
        <Text size="meta" tone="faint">
          <TimeAgo at={line.at} />
          {company && ` · ${company}`}
        </Text>
      </Stack>
    </>
  )
  return line.href || line.isUnread ? (
    <button type="button" className={`${css.line} option`} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <div className={`${css.line} option`}>{content}</div>
  )
}
