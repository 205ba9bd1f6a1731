import { getSourceCoverage } from '@signet/contract/collection/connectors'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { coverageSentence } from './coverage-sentence.ts'
import { t } from './words.ts'

/** Says on an empty list how its source is covered, so that nothing found isn't taken for nothing there. */
export function CoverageNote({ source }: { source: ThreatSource }) {
  const company = useCompany()
  const { data, isError } = useQuery({
    queryKey: [company, 'coverage', 'sources'],
    queryFn: ({ signal }) => call(getSourceCoverage, { query: { company }, signal }),
  })
  if (isError) return <span>{t('coverageUnknown')}</span>
  const coverage = data?.find((one) => one.source === source)
  if (!coverage) return null
  return (
    <span>
      {coverageSentence(coverage)}{' '}
      {coverage.dataAt === null ? (
        t('noDataYet')
      ) : (
        <>
          {t('lastData')}: <TimeAgo isWithin at={coverage.dataAt} />
        </>
      )}
    </span>
  )
}
