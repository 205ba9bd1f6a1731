import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { CasePage } from '../../parts/cases/case-page.tsx'
import { t } from './words.ts'
import { requestQuery } from './requests.api.ts'
import { RequestCase } from './request-case.tsx'

/** One request: its description, messages and status. */
export function RequestPage() {
  const { requestId = '' } = useParams({ strict: false })
  const mayRead = useCan('requests:read')
  const isStaff = useCan('requests:move')
  const config = useClientInfo()?.config
  const query = useQuery({ ...requestQuery(useCompany(), requestId), enabled: mayRead })
  // Clients report threats on a page of its own, which lists their reports.
  const isReport = query.data?.kind === 'threat' && !isStaff && config?.addThreats === true
  return (
    <CasePage
      title={isReport ? t('oneReport') : t('request')}
      list={
        isReport
          ? { path: '/addThreats', title: t('reportedThreats'), all: t('reportedThreats') }
          : { path: '/addRequest', title: t('requests'), all: t('allRequests') }
      }
      id={requestId}
      query={query}
      isHidden={!mayRead}
      notFound={{ title: t('requestNotFound'), hint: t('notFoundHint') }}
      what={t('thisRequest')}
    >
      {(request) => <RequestCase request={request} />}
    </CasePage>
  )
}
