import { searchOwnSites, type AssetProposals } from '@signet/contract/companies/asset-proposals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { putAnswer } from '../../api/put-answer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { assetsQuery } from '../assets/assets.api.ts'
import { assetProposalsQuery } from './asset-proposals.api.ts'
import { ProposalList } from './proposal-list.tsx'
import { t } from './words.ts'

/** What the company's own sites mention and the company has not entered, for those who may edit its assets. */
export function AssetProposalsPart({
  company,
  hasUnsavedChanges = false,
}: {
  company: string
  /** Whether the assets are being edited: adding a proposal would replace what was typed. */
  hasUnsavedChanges?: boolean
}) {
  const client = useQueryClient()
  const { queryKey, ...options } = assetProposalsQuery(company)
  const proposals = useQuery({ queryKey, ...options })
  const assets = useQuery(assetsQuery(company))
  const place = useRef<HTMLDivElement>(null)
  const search = useAction(
    async () => putAnswer(client, queryKey, await call(searchOwnSites, { query: { company }, body: { company } })),
    { isInline: true },
  )
  const wasSearched = proposals.data?.searchedAt != null
  return (
    <FormSection
      title={t('foundOnOwnSites')}
      hint={t('hint')}
      actions={
        <Button
          isBusy={search.isBusy}
          disabled={proposals.data === undefined || proposals.data.isSearching}
          onClick={search.run}
        >
          {t(wasSearched ? 'searchAgain' : 'searchSites')}
        </Button>
      }
    >
      <FormProblem>{search.problem}</FormProblem>
      <DataState query={proposals} what={t('proposalsToLoad')} loading={<Skeleton lines={3} />}>
        {(found) => (
          // The focus comes here when the last proposal is decided on.
          <Stack ref={place} tabIndex={-1}>
            <SearchState found={found} />
            {found.proposals.length > 0 && (
              <DataState query={assets} what={t('assetsToLoad')} loading={<Skeleton lines={3} />}>
                {({ brands }) => (
                  <ProposalList
                    company={company}
                    proposals={found.proposals}
                    brands={brands}
                    hasUnsavedChanges={hasUnsavedChanges}
                    onEmpty={() => place.current?.focus()}
                  />
                )}
              </DataState>
            )}
          </Stack>
        )}
      </DataState>
    </FormSection>
  )
}

/** Whether a search runs, when the latest one ended, and the sites it could not read. */
function SearchState({ found }: { found: AssetProposals }) {
  const { isSearching, searchStartedAt, searchedAt, filesRead, problems, proposals } = found
  const isDone = searchedAt !== null && !isSearching
  return (
    <Stack gap={1}>
      <Text as="p" role="status">
        {searchStartedAt !== null && (
          <>
            {t(isSearching ? 'searchRunning' : 'searchStopped')} <TimeAgo isWithin at={searchStartedAt} />
          </>
        )}
        {searchStartedAt === null && searchedAt === null && t('neverSearched')}
        {isDone && filesRead === 0 && `${t('noneRead')} `}
        {isDone && filesRead > 0 && proposals.length === 0 && `${t('nothingFound')} `}
      </Text>
      {searchedAt !== null && (
        <small>
          {t('lastSearch')} <TimeAgo isWithin at={searchedAt} />, {t('filesRead', { count: filesRead })}
        </small>
      )}
      {isDone &&
        problems.map(({ host, ...problem }) => (
          <Text as="p" key={host} size="meta" tone="danger">
            {t('siteProblem', { host, problem: sentenceOf(problem) })}
          </Text>
        ))}
    </Stack>
  )
}
