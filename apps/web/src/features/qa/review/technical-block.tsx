import { getObservationsForReview } from '@signet/contract/threats/observations'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { DomainSeen } from '../../../parts/threats/domain-seen.tsx'

/** Technical observations of the domain of a threat under review. */
export function TechnicalBlock({ threatId }: { threatId: string }) {
  const company = useCompany()
  const seen = useQuery({
    queryKey: [company, 'qa', 'observations', threatId],
    queryFn: ({ signal }) => call(getObservationsForReview, { params: { threatId }, query: { company }, signal }),
  })
  return <DomainSeen query={seen} />
}
