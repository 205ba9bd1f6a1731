import type { Company } from '@signet/contract/companies/onboarding'
import type { Setup } from '@signet/contract/collection/scans'
import { useQuery } from '@tanstack/react-query'
import { assetProposalsQuery } from '../../parts/asset-proposals/asset-proposals.api.ts'
import { connectorsQuery, sourceCoverageQuery } from '../../parts/coverage/coverage.api.ts'
import { setupChecks, type SetupCheck } from './setup-checks.ts'
import { sourceFigures, type SourceFigures } from './steps/source-state.ts'

/** The checks of a company with its own sites and sources, and the reads that those come from. */
export function useSetupChecks(company: Company, setup: Setup | null) {
  // The server refuses calls for an archived company, which has no setup.
  const enabled = setup !== null
  const proposals = useQuery({ ...assetProposalsQuery(company.key), enabled })
  const connectors = useQuery({ ...connectorsQuery(company.key), enabled })
  const coverage = useQuery({ ...sourceCoverageQuery(company.key), enabled })
  const sources: SourceFigures | undefined =
    connectors.data && coverage.data && sourceFigures(company.threatSources, connectors.data, coverage.data)
  const areSitesSearched = proposals.data && proposals.data.searchedAt !== null
  const checks: SetupCheck[] = setup ? setupChecks(company, setup, { areSitesSearched, sources }) : []
  return { checks, sources, sourceQueries: [connectors, coverage] as const }
}
