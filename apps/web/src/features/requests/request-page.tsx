import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { CasePage } from '../../parts/cases/case-page.tsx'
import { ApiError } from '../../api/api-error.ts'
import { useSwitchCompany } from '../../navigation/switch-company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { t } from './words.ts'
import { requestCompanyQuery, requestQuery } from './requests.api.ts'
import { RequestCase } from './request-case.tsx'

/** One request: its description, messages and status. */
export function RequestPage() {
  const { requestId = '' } = useParams({ strict: false })
  const mayRead = useCan('requests:read')
  const isStaff = useCan('requests:move')
  const info = useClientInfo()
  const config = info?.config
  const company = useCompany()
  const query = useQuery({ ...requestQuery(company, requestId), enabled: mayRead })
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  // A link doesn't say which company it leads to.
  const isLookedFor = useCan('company:choose') && mayRead && isMissing
  const { data: other, isPending } = useQuery({ ...requestCompanyQuery(requestId), enabled: isLookedFor })
  const isElsewhere = isLookedFor && other && other.company !== company
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
      query={isLookedFor && isPending ? { ...query, error: null } : query}
      isHidden={!mayRead}
      notFound={
        isElsewhere
          ? {
              title: t('requestOfCompany', { company: other.name }),
              hint: t('otherCompanySelected', { company: info?.name ?? company }),
              action: <SwitchTo {...other} path={`/addRequest/${requestId}`} />,
            }
          : { title: t('requestNotFound'), hint: t('notFoundHint') }
      }
      what={t('thisRequest')}
    >
      {(request) => <RequestCase request={request} />}
    </CasePage>
  )
}

function SwitchTo({ company, name, path }: { company: string; name: string; path: string }) {
  const switchTo = useSwitchCompany()
  const { isBusy, run } = useAction(() => switchTo(company, path))
  return (
    <Button kind="primary" isBusy={isBusy} onClick={run}>
      {t('switchToCompany', { company: name })}
    </Button>
  )
}
