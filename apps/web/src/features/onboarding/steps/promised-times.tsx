import { severities } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { valueName } from '../../../words/named/name-of.ts'
import { FailedLine } from '../../../ui/feedback/data-state.tsx'
import { reviewPolicyQuery } from '../onboarding.api.ts'
import { t } from '../words.ts'

/** Within how many hours the threats of the company are reviewed. Nothing until it is known. */
export function PromisedTimes({ company }: { company: string }) {
  const { data: policy, error, refetch } = useQuery(reviewPolicyQuery(company))
  if (!policy && !error) return null
  const hours = policy?.promisedHours ?? policy?.usualPromisedHours
  return (
    <>
      <dt>{t('reviewTimes')}</dt>
      <dd>
        {hours ? (
          severities
            .map((severity) => t('reviewHoursOf', { severity: valueName(severity), hours: hours[severity] }))
            .join(', ')
        ) : (
          <FailedLine retry={() => void refetch()}>{t('reviewTimesFailed')}</FailedLine>
        )}
      </dd>
    </>
  )
}
