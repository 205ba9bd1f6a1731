import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session/company.ts'
import { FailedLine } from '../../ui/feedback/data-state.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { coverageSentence } from './coverage-sentence.ts'
import { sourceCoverageQuery } from './coverage.api.ts'
import { t } from './words.ts'

/** Says on an empty list how its source is covered, so that nothing found isn't taken for nothing there. */
export function CoverageNote({ kind, source }: { kind: Kind; source: AnySource }) {
  const { data, error, refetch } = useQuery(sourceCoverageQuery(useCompany()))
  if (error && !data) return <FailedLine retry={() => void refetch()}>{t('coverageUnknown')}</FailedLine>
  const coverage = data?.find((one) => one.kind === kind && one.source === source)
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
