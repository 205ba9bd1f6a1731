import { probeMail, probeQueue, probeStorage, type PartHealth } from '@signet/contract/operation/system-health'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../../api/call.ts'
import { lazy } from '../../api/lazy.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { liveMessage } from '../../ui/feedback/messages/toasts.ts'
import { Box, Card, Split, Stack } from '../../ui/layout/parts.tsx'
import { dateTime } from '../../format/time/date-time.ts'
import { sentenceOf } from '../../words/messages.ts'
import { idOfCheck, inOrderOfNeed, PartState } from './part-state.tsx'
import { t } from './words.ts'
import { CtLogs } from './ct-logs.tsx'
import { DiskUse } from './disk-use.tsx'
import { Jobs } from './jobs.tsx'
import { Processes } from './processes.tsx'
import { SlowCalls } from './slow-calls.tsx'
import { Feeds } from './feeds.tsx'
import { HealthSummary, partsQuery } from './health-summary.tsx'
import { IngestJobs } from './ingest-jobs.tsx'
import css from './system-health-page.module.css'
import { validateSystemHealthSearch } from './system-health-search.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { CaughtMails } from './caught-mails.tsx'

const NameBench = lazy(() =>
  import('../../parts/detector/name-bench.tsx').then(({ NameBench: bench }) => ({ default: bench })),
)

/**
 * The state of the installation's parts, its processes and jobs, the emails stored because no mail server is configured, and a form to test
 * the detector.
 */
export function SystemHealthPage() {
  const [{ part = 'installation' }, change] = usePageSearch(validateSystemHealthSearch)
  return (
    <Page title={t('systemHealth')}>
      <Box below={4} data-every-company>
        <Segments
          label={t('view')}
          choices={[
            { value: 'installation', label: t('overview') },
            { value: 'names', label: t('testNames') },
          ]}
          value={part}
          onChange={(next) => change({ part: next === 'names' ? next : undefined })}
        />
      </Box>
      {part === 'names' ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <NameBench />
        </Suspense>
      ) : (
        <>
          <HealthSummary />
          <Split align="start" tracks="minmax(0, 2fr) minmax(0, 3fr)">
            <Stack>
              <Parts />
              <Processes />
              <DiskUse />
            </Stack>
            <Stack>
              <Jobs />
              <SlowCalls />
              <Feeds />
              <CtLogs />
              <IngestJobs />
              <CaughtMails />
            </Stack>
          </Split>
        </>
      )}
    </Page>
  )
}

const probes = { queue: probeQueue, storage: probeStorage, mail: probeMail } as const
const isProbed = (name: PartHealth['name']): name is keyof typeof probes => name in probes

function Parts() {
  const parts = useQuery(partsQuery)
  return (
    <Card className={css.card} aria-labelledby="parts">
      <h2 id="parts">{t('checks')}</h2>
      <DataState query={parts} what={t('systemHealthWhat')} loading={<Skeleton lines={30} />}>
        {(all) => (
          <ul className={`${css.parts} ruled`}>
            {inOrderOfNeed(all).map((part) => (
              <Part key={part.name} part={part} />
            ))}
          </ul>
        )}
      </DataState>
    </Card>
  )
}

function Part({ part }: { part: PartHealth }) {
  return (
    <li id={idOfCheck(part.name)}>
      <span className={css.state}>
        <PartState part={part} />
      </span>
      <Stack as="span" gap={0} grow className={css.words}>
        <b>{t(`testPageNames.${part.name}`)}</b>
        <span>{sentenceOf(part.detail)}</span>
        {part.overdueInDemo && <span>{t('overdueInDemo', { count: part.overdueInDemo })}</span>}
        {part.since && <span>{t('failingSince', { at: dateTime(part.since) })}</span>}
      </Stack>
      {isProbed(part.name) && <Probe name={part.name} />}
    </li>
  )
}

/** Runs a real test: sends an email to the user, runs a job through the queue, or writes and reads a file. */
function Probe({ name }: { name: keyof typeof probes }) {
  const queryClient = useQueryClient()
  const { isBusy, run } = useAction(
    async () => {
      const failed = (await call(probes[name], {})).find(({ ok }) => !ok)
      liveMessage(
        failed
          ? `${t(`testPageNames.${name}`)}: ${sentenceOf(failed.detail)}`
          : t('partPassed', { part: t(`testPageNames.${name}`) }),
      )
      await queryClient.invalidateQueries({ queryKey: name === 'mail' ? ['caughtMails'] : ['systemHealth'] })
    },
    {
      failed: (reason) => {
        liveMessage(reason)
        return undefined
      },
    },
  )
  return (
    <Button aria-label={t('testPart', { part: t(`testPageNames.${name}`) })} isBusy={isBusy} onClick={run}>
      {t('testAction')}
    </Button>
  )
}
