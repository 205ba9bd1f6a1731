import { listProcesses } from '@signet/contract/operation/jobs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { t } from './words.ts'
import css from './system-health-page.module.css'

const refreshMs = 10_000

/** The processes of the installation with their last sign of life. */
export function Processes() {
  const query = useQuery({
    queryKey: ['installation', 'processes'],
    queryFn: ({ signal }) => call(listProcesses, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Card as="section" className={css.card} aria-labelledby="processes">
      <h2 id="processes">{t('processes')}</h2>
      <DataState
        query={query}
        what={t('processesWhat')}
        loading={<Skeleton lines={2} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<NothingYet title={t('noProcesses')} hint={t('noProcessesText')} />}
      >
        {(rows) => (
          <ul className={`${css.parts} ruled`}>
            {rows.map(({ id, host, pid, services, version, startedAt, beatAt, isSilent }) => (
              <li key={id}>
                <span className={css.state}>
                  <Chip tone={isSilent ? 'stopped' : 'good'}>{isSilent ? t('silent') : t('ok')}</Chip>
                </span>
                <Stack as="span" gap={0} grow className={css.words}>
                  <b>{services.map((service) => t(`services.${service}`)).join(', ')}</b>
                  <span>{t('processOnHost', { host, pid: String(pid), version })}</span>
                  <span>
                    <Rich
                      text={(values) => t('processTimes', values)}
                      values={{ last: <TimeAgo isWithin at={beatAt} />, start: <TimeAgo isWithin at={startedAt} /> }}
                    />
                  </span>
                </Stack>
              </li>
            ))}
          </ul>
        )}
      </DataState>
    </Card>
  )
}
