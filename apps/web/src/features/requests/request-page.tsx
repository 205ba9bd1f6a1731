import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
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
  return (
    <CasePage
      title={t('request')}
      list={{ path: '/addRequest', title: t('requests'), all: t('allRequests') }}
      id={requestId}
      query={useQuery({ ...requestQuery(useCompany(), requestId), enabled: mayRead })}
      isHidden={!mayRead}
      notFound={{ title: t('requestNotFound'), hint: t('notFoundHint') }}
      what={t('thisRequest')}
    >
      {(request) => <RequestCase request={request} />}
    </CasePage>
  )
}
