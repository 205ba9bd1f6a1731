import {
  connectors,
  isCollecting,
  type CompanyConnector,
  type SourceCoverage,
  type SourceState,
} from '@signet/contract/collection/connectors'
import type { Kind } from '@signet/contract/threats/sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { DataState, FailedBlock, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sourceName } from '../../words/named/threats.ts'
import { ConnectorDialog } from './connector-dialog.tsx'
import { ConnectorRow } from './connector-row.tsx'
import { coverageSentence } from './coverage-sentence.ts'
import { connectorsQuery, sourceCoverageQuery } from './coverage.api.ts'
import { t, type Word } from './words.ts'

/** A test or a run takes a few seconds. */
const readAgainMs = 5_000
/** After a failed first load, the error stays until the user retries. */
const refetchInterval = ({ state }: { state: { data: unknown } }) => (state.data === undefined ? false : readAgainMs)

const states: Record<SourceState, { label: Word; tone: ChipTone }> = {
  collecting: { label: 'collecting', tone: 'good' },
  troubled: { label: 'troubled', tone: 'stopped' },
  paused: { label: 'paused', tone: 'closed' },
  off: { label: 'off', tone: 'closed' },
  importOnly: { label: 'importOnly', tone: 'closed' },
}

/** How each source of the company is covered; staff also set up its connectors. */
export function SourcesPart() {
  const company = useCompany()
  const isManaged = useCan('company:manage')
  const client = useQueryClient()
  const [edited, setEdited] = useState<CompanyConnector | null>(null)
  const coverage = useQuery({ ...sourceCoverageQuery(company), refetchInterval })
  const managed = useQuery({ ...connectorsQuery(company), refetchInterval, enabled: isManaged })
  const keep = (all: CompanyConnector[]) => {
    client.setQueryData(connectorsQuery(company).queryKey, all)
    void client.invalidateQueries({ queryKey: sourceCoverageQuery(company).queryKey })
  }
  return (
    <FormSection title={t('sources')} hint={t(isManaged ? 'sourcesHint' : 'sourcesHintClient')}>
      <DataState query={coverage} what={t('sourcesToLoad')} loading={<Skeleton lines={12} />}>
        {(sources) => (
          <>
            {managed.error && !managed.data ? (
              <FailedBlock what={t('connectorsToLoad')} error={managed.error} retry={() => void managed.refetch()} />
            ) : null}
            <ul className="ruled">
              {sources.filter(isOf('threat')).map((one) => (
                <Source key={one.source} coverage={one}>
                  {managed.isLoading && <Skeleton lines={2} />}
                  {managed.data
                    ?.filter(({ source }) => source === one.source)
                    .map((connector) => (
                      <ConnectorRow
                        key={connector.connector}
                        connector={connector}
                        onEdit={() => setEdited(connector)}
                        onChanged={keep}
                      />
                    ))}
                </Source>
              ))}
            </ul>
            <ToutSources sources={sources.filter(isOf('tout'))} />
            {managed.data && <LookUpsOnly connectors={managed.data} onEdit={setEdited} onChanged={keep} />}
          </>
        )}
      </DataState>
      {edited && (
        <ConnectorDialog
          key={edited.connector}
          connector={edited}
          info={connectors[edited.connector]}
          onSaved={keep}
          onClose={() => setEdited(null)}
        />
      )}
    </FormSection>
  )
}

const isOf = (kind: Kind) => (one: SourceCoverage) => one.kind === kind

/** What brings in touts: the connectors of threats, whose findings are judged as both. Nothing for a company without them. */
function ToutSources({ sources }: { sources: readonly SourceCoverage[] }) {
  if (sources.length === 0) return null
  return (
    <Stack gap={2}>
      <h3>{t('touts')}</h3>
      <small>{t('toutsHint')}</small>
      <ul className="ruled">
        {sources.map((one) => (
          <Source key={one.source} coverage={one} />
        ))}
      </ul>
    </Stack>
  )
}

/** The connectors that are only asked about single threats, for staff. */
function LookUpsOnly({
  connectors: all,
  onEdit,
  onChanged,
}: {
  connectors: readonly CompanyConnector[]
  onEdit: (connector: CompanyConnector) => void
  onChanged: (all: CompanyConnector[]) => void
}) {
  const asked = all.filter(({ connector }) => !isCollecting(connector))
  if (asked.length === 0) return null
  return (
    <Stack gap={2}>
      <h3>{t('lookUpsOnly')}</h3>
      <small>{t('lookUpsOnlyHint')}</small>
      {asked.map((one) => (
        <ConnectorRow key={one.connector} connector={one} onEdit={() => onEdit(one)} onChanged={onChanged} />
      ))}
    </Stack>
  )
}

function Source({ coverage, children }: { coverage: SourceCoverage; children?: React.ReactNode }) {
  const { source, state, dataAt } = coverage
  return (
    <li>
      <Stack gap={1} grow>
        <Inline gap={1} wrap>
          <Text as="strong" weight="medium">
            {sourceName(source)}
          </Text>
          <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>
        </Inline>
        <small>
          {coverageSentence(coverage)}{' '}
          {dataAt === null ? (
            t('noDataYet')
          ) : (
            <>
              {t('lastData')}: <TimeAgo isWithin at={dataAt} />
            </>
          )}
        </small>
        {children}
      </Stack>
    </li>
  )
}
