import { listJobKinds, type JobKind } from '@signet/contract/operation/jobs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { duration } from '../../format/time/duration.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Card, Text } from '../../ui/layout/parts.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { t } from './words.ts'
import css from './system-health-page.module.css'

const refreshMs = 10_000
const isIdle = ({ waiting, running, failed }: JobKind) => waiting + running + failed === 0

/** The background jobs that wait, run or failed, by their kind, and those that failed for good. */
export function Jobs() {
  const query = useQuery({
    queryKey: ['installation', 'jobs'],
    queryFn: ({ signal }) => call(listJobKinds, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Card as="div" className={css.card}>
      <h2>{t('jobs')}</h2>
      <DataState query={query} what={t('jobsWhat')} loading={<Skeleton lines={1} />}>
        {(kinds) => {
          const busy = kinds.filter((kind) => !isIdle(kind))
          const sumOf = (state: 'waiting' | 'running' | 'failed') => busy.reduce((sum, kind) => sum + kind[state], 0)
          return (
            <>
              <Text as="p" tone="quiet" below={busy.length > 0 ? 2 : 0}>
                {busy.length === 0
                  ? t('allIdle')
                  : t('jobsNow', { waiting: sumOf('waiting'), running: sumOf('running'), failed: sumOf('failed') })}
              </Text>
              {busy.length > 0 && <BusyJobs kinds={busy} />}
            </>
          )
        }}
      </DataState>
      <FailedJobs />
    </Card>
  )
}

function BusyJobs({ kinds }: { kinds: readonly JobKind[] }) {
  return (
    <SimpleTable
      label={t('jobs')}
      rows={kinds}
      idOf={({ name }) => name}
      columns={[
        { key: 'job', label: t('job'), wraps: true, render: ({ name }) => t(`jobNames.${name}`) },
        { key: 'waiting', label: t('waiting'), isFigure: true, render: ({ waiting }) => exactNumber(waiting) },
        {
          key: 'oldest',
          label: t('oldest'),
          isFigure: true,
          isWide: true,
          render: ({ oldestSeconds }) => (oldestSeconds === null ? t('none') : duration(oldestSeconds * 1000)),
        },
        {
          key: 'running',
          label: t('runningNow'),
          isFigure: true,
          isWide: true,
          render: ({ running }) => exactNumber(running),
        },
        { key: 'failed', label: t('failed'), isFigure: true, render: ({ failed }) => exactNumber(failed) },
      ]}
    />
  )
}
