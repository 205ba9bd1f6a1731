import { discardFailedJob, listFailedJobs, retryFailedJob, type FailedJob } from '@signet/contract/operation/jobs'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCompanyNames } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PagesNav } from '../../ui/controls/pages-nav.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { usePageSearch } from '../../url/page-search.ts'
import { validateSystemHealthSearch } from './system-health-search.ts'
import { t } from './words.ts'
import css from './system-health-page.module.css'

const perPage = 10
const refreshMs = 30_000

/** The jobs that failed for good, newest first; each can be run again or discarded. */
export function FailedJobs() {
  const [{ failed = '1' }, change] = usePageSearch(validateSystemHealthSearch)
  const pageNumber = Number(failed)
  const query = useQuery({
    queryKey: ['installation', 'failedJobs', pageNumber],
    queryFn: ({ signal }) => call(listFailedJobs, { query: { pageNumber, limit: perPage }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  return (
    <Box as="section" above={4} aria-labelledby="failed-jobs">
      <Text as="h3" id="failed-jobs" below={1}>
        {t('failedJobs')}
      </Text>
      <DataState
        query={query}
        what={t('failedJobsWhat')}
        loading={<Skeleton lines={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noFailedJobs')} {t('noFailedJobsText')}
          </Text>
        }
      >
        {({ items, total }) => (
          <>
            <ul className="ruled">
              {items.map((job) => (
                <Failed key={job.id} job={job} />
              ))}
            </ul>
            <PagesNav
              label={t('failedJobPages')}
              pageNumber={pageNumber}
              limit={perPage}
              total={total}
              onChange={(next) => change({ failed: String(next) })}
            />
          </>
        )}
      </DataState>
    </Box>
  )
}

function Failed({ job }: { job: FailedJob }) {
  const nameOf = useCompanyNames()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const name = t(`jobNames.${job.name}`)
  const params = { name: job.name, jobId: job.id }
  const settled = () => queryClient.invalidateQueries({ queryKey: ['installation'] })
  const retry = useAction(
    async () => {
      await call(retryFailedJob, { params })
      snackbar(t('jobRetried', { job: name }))
    },
    { settled },
  )
  const discard = useAction(
    async () => {
      await call(discardFailedJob, { params })
      setIsConfirming(false)
      snackbar(t('jobDiscarded', { job: name }))
    },
    { settled },
  )
  return (
    <li className={css.failedJob}>
      <Stack as="span" gap={0} basis={240} className={css.words}>
        <b>{name}</b>
        <span>
          {job.company ? `${nameOf(job.company)} · ` : ''}
          <TimeAgo at={job.failedAt} /> · {t('attempts', { count: job.attempts })}
        </span>
        {job.error && <span className={css.error}>{job.error}</span>}
      </Stack>
      <Inline as="span">
        <Button aria-label={t('retryJob', { job: name })} isBusy={retry.isBusy} onClick={retry.run}>
          {t('retry')}
        </Button>
        <Button aria-label={t('discardJob', { job: name })} onClick={() => setIsConfirming(true)}>
          {t('discard')}
        </Button>
      </Inline>
      {isConfirming && (
        <ConfirmDialog
          title={t('discardQuestion')}
          text={t('discardText', { job: name })}
          confirmLabel={t('discard')}
          isDangerous
          isBusy={discard.isBusy}
          onConfirm={discard.run}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </li>
  )
}
