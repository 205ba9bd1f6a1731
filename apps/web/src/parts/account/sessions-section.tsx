import { endOtherSessions, endOwnSession, type OwnSession } from '@signet/contract/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { browserName } from '../../format/browser-name.ts'
import { dateTime } from '../../format/date-time.ts'
import { refreshAccount, sessionsQuery } from './account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './sessions-section.module.css'

/** How many sessions stand in the list before the rest is asked for. */
const shownMax = 10

/** Where the user is signed in; each session can be ended, or all but this one. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [isEndingAll, setIsEndingAll] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0

  const end = async ({ id, userAgent }: OwnSession) => {
    setBusyId(id)
    try {
      await call(endOwnSession, { params: { sessionId: id } })
      snackbar(t('sessionInBrowserHasEnded', { browser: browserName(userAgent) }))
    } catch (error) {
      snackbar(errorText(error), { isFailure: true })
    }
    await refreshAccount()
    setBusyId(null)
  }
  const endAll = async () => {
    setBusyId('all')
    try {
      const { ended } = await call(endOtherSessions, {})
      snackbar(t('otherSessionsHaveEndedCount', { count: ended }))
    } catch (error) {
      snackbar(errorText(error), { isFailure: true })
    }
    await refreshAccount()
    setBusyId(null)
    setIsEndingAll(false)
  }

  return (
    <FormSection
      title={t('whereYouAreSignedIn')}
      actions={others > 0 && <Button onClick={() => setIsEndingAll(true)}>{t('endAllOthers')}</Button>}
    >
      <DataState query={sessions} what={t('yourSessions')} loading={<Skeleton lines={3} />}>
        {(list) => (
          <>
            <ul className={`${css.rows} ruled`}>
              {thisFirst(list)
                .slice(0, isWhole ? undefined : shownMax)
                .map((session) => (
                  <li key={session.id}>
                    <Stack as="span" gap={0} grow>
                      <Text as="strong" weight="medium">
                        {browserName(session.userAgent)}
                      </Text>
                      <small>
                        {t('sinceTime', { time: dateTime(session.at) })}
                        {session.ip && ` · ${session.ip}`}
                      </small>
                    </Stack>
                    {session.current ? (
                      <Chip tone="good">{t('thisSession')}</Chip>
                    ) : (
                      <Button
                        kind="quiet"
                        isBusy={busyId === session.id}
                        aria-label={t('endTheSessionInBrowser', {
                          browser: browserName(session.userAgent),
                          time: dateTime(session.at),
                        })}
                        onClick={() => void end(session)}
                      >
                        {t('end')}
                      </Button>
                    )}
                  </li>
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
          title={t('endAllOtherSessions')}
          text={t('otherSessionsEndAtOnceCount', { count: others })}
          confirmLabel={t('endAllOthers')}
          isBusy={busyId === 'all'}
          onConfirm={() => void endAll()}
          onClose={() => setIsEndingAll(false)}
        />
      )}
    </FormSection>
  )
}

const thisFirst = (sessions: readonly OwnSession[]) =>
  sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
