import { endOtherSessions, endOwnSession, type OwnSession } from '@signet/contract/access/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { browserName } from '../../format/names/browser-name.ts'
import { dateTime } from '../../format/time/date-time.ts'
import { refreshAccount, sessionsQuery } from './account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useAction } from '../../ui/controls/use-action.ts'

/** Number of sessions shown before the rest is requested. */
const shownMax = 10

/** The user's active sessions. Each one can be revoked, or all except the current one. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  const [isEndingAll, setIsEndingAll] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0

  const endingAll = useAction(
    async () => {
      const { ended } = await call(endOtherSessions, {})
      snackbar(t('othersSignedOut', { count: ended }))
    },
    {
      settled: async () => {
        await refreshAccount()
        setIsEndingAll(false)
      },
    },
  )

  return (
    <FormSection
      title={t('activeSessions')}
      actions={others > 0 && <Button onClick={() => setIsEndingAll(true)}>{t('signOutOthers')}</Button>}
    >
      <DataState query={sessions} what={t('sessionsToLoad')} loading={<Skeleton lines={3} />}>
        {(list) => (
          <>
            <ul className="ruled flush">
              {thisFirst(list)
                .slice(0, isWhole ? undefined : shownMax)
                .map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
            </ul>
            {!isWhole && list.length > shownMax && (
              <div>
                <Button kind="quiet" onClick={() => setIsWhole(true)}>
                  {t('showAllCount', { count: list.length })}
                </Button>
              </div>
            )}
          </>
        )}
      </DataState>
      {isEndingAll && (
        <ConfirmDialog
          title={t('signOutOthersTitle')}
          text={t('signOutOthersConsequence', { count: others })}
          confirmLabel={t('signOutOthers')}
          isBusy={endingAll.isBusy}
          onConfirm={endingAll.run}
          onClose={() => setIsEndingAll(false)}
        />
      )}
    </FormSection>
  )
}

function SessionRow({ session: { id, userAgent, at, ip, current } }: { session: OwnSession }) {
  const browser = browserName(userAgent)
  const { isBusy, run } = useAction(
    async () => {
      await call(endOwnSession, { params: { sessionId: id } })
      snackbar(t('sessionSignedOut', { browser }))
    },
    { settled: refreshAccount },
  )
  return (
    <li>
      <Stack as="span" gap={0} grow>
        <Text as="strong" weight="medium">
          {browser}
        </Text>
        <small>
          {t('signedInAt', { time: dateTime(at) })}
          {ip && ` · ${ip}`}
        </small>
      </Stack>
      {current ? (
        <Chip tone="good">{t('thisSession')}</Chip>
      ) : (
        <Button
          kind="quiet"
          isBusy={isBusy}
          aria-label={t('signOutBrowser', { browser, time: dateTime(at) })}
          onClick={run}
        >
          {t('signOutSession')}
        </Button>
      )}
    </li>
  )
}

const thisFirst = (sessions: readonly OwnSession[]) =>
  sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
