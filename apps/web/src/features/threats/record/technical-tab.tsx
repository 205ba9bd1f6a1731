import { getObservations } from '@signet/contract/threats/observations'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { DomainSeen } from '../../../parts/threats/domain-seen.tsx'
import type { AnyDetail } from '../records.ts'

/** Technical observations of the domain of a threat. */
export function TechnicalTab({ threat: { id, source } }: { threat: AnyDetail }) {
  const company = useCompany()
  const seen = useQuery({
    queryKey: [company, 'threats', 'observations', id],
    queryFn: ({ signal }) =>
      call(getObservations, {
        params: { source, threatId: id },
        query: { company },
        signal,
      }),
  })
  return <DomainSeen query={seen} />
}
