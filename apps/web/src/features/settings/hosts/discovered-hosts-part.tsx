import {
  hostStates,
  putHostPolicy,
  runHostChecks,
  type HostChecks,
  type HostState,
} from '@signet/contract/collection/discovered-hosts'
import type { ConnectorState } from '@signet/contract/collection/connectors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { oneOf, pageOf } from '../../../url/search-params.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { FormProblem, FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { hostChecksQuery } from './discovered-hosts.api.ts'
import { HostList } from './host-list.tsx'
import { t } from './words.ts'

const filters = [...hostStates, 'all'] as const
type Filter = (typeof filters)[number]

/** The state of the hosts in the list, and its page. */
const validateHostsSearch = (
  raw: Record<string, unknown>,
): { hosts?: Filter | undefined; hostsPage?: string | undefined } => ({
  hosts: oneOf(raw['hosts'], filters),
  hostsPage: pageOf(raw['hostsPage']),
})

/** The hosts that were found below the company's own domains; those who may edit its assets approve or reject them. */
export function DiscoveredHostsPart() {
  const company = useCompany()
  const client = useQueryClient()
  const mayWrite = useCan('assets:write')
  const [{ hosts: filter = 'candidate', hostsPage }, setSearch] = usePageSearch(validateHostsSearch)
  const checks = useQuery(hostChecksQuery(company))
  const keep = (answer: HostChecks) => client.setQueryData(hostChecksQuery(company).queryKey, answer)
  const check = useAction(
    async () => {
      keep(await call(runHostChecks, { query: { company }, body: { company } }))
      toast(t('checkStarted'))
    },
    { isInline: true },
  )
  const policy = useAction(
    async (approvesHosts: boolean) => {
      keep(await call(putHostPolicy, { query: { company }, body: { company, approvesHosts } }))
      toast(t('policySaved'))
    },
    { isInline: true },
  )
  const state = checks.data?.work.state
  const mayRun = mayWrite && state !== undefined && state !== 'off' && state !== 'paused'
  return (
    <FormSection
      title={t('discoveredHosts')}
      hint={t('hint')}
      actions={
        mayRun && (
          <Button isBusy={check.isBusy} onClick={check.run}>
            {t('checkNow')}
          </Button>
        )
      }
    >
      <FormProblem>{check.problem ?? policy.problem}</FormProblem>
      <DataState query={checks} what={t('checksToLoad')} loading={<Skeleton lines={4} />}>
        {({ work, approvesHosts, counts }) => (
          <Stack gap={3}>
            <ChecksState state={work.state} ranAt={work.ranAt} />
            {mayWrite && (
              <Tick
                label={t('approvesHosts')}
                hint={t('approvesHostsHint')}
                isOn={approvesHosts}
                isDisabled={policy.isBusy}
                onChange={policy.run}
              />
            )}
            <Segments
              label={t('state')}
              value={filter}
              choices={filters.map((value) => ({ value, label: filterName(value), count: countOf(counts, value) }))}
              onChange={(next) =>
                setSearch({ hosts: next === 'candidate' ? undefined : next, hostsPage: undefined }, { replace: true })
              }
            />
            <HostList
              key={filter}
              state={filter}
              pageNumber={Number(hostsPage ?? 1)}
              onPage={(next) => setSearch({ hostsPage: next === 1 ? undefined : String(next) })}
              mayWrite={mayWrite}
            />
          </Stack>
        )}
      </DataState>
    </FormSection>
  )
}

const filterName = (filter: Filter) => (filter === 'all' ? t('all') : t(`state.${filter}`))
const countOf = (counts: Record<HostState, number>, filter: Filter) =>
  filter === 'all' ? hostStates.reduce((sum, state) => sum + counts[state], 0) : counts[filter]

/** Whether hosts are looked for and checked at all, and when that last happened. */
function ChecksState({ state, ranAt }: { state: ConnectorState; ranAt: string | null }) {
  const mayManage = useCan('company:manage')
  const isTroubled = state === 'failing' || state === 'throttled' || state === 'needsAccount'
  return (
    <Text as="p" role="status">
      {state === 'off' && t(mayManage ? 'offStaff' : 'off')}
      {state === 'paused' && t('paused')}
      {state === 'waiting' && t('waiting')}
      {isTroubled && t('troubled')}{' '}
      {ranAt !== null && (
        <>
          {t('lastRun')}: <TimeAgo isWithin at={ranAt} />
        </>
      )}
    </Text>
  )
}
