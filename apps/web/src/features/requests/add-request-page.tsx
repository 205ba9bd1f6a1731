import { assignedFilters, type AssignedFilter } from '@signet/contract/threats/assignees'
import { dueFilters, type DueFilter } from '@signet/contract/takedowns/cases'
import { Link, Navigate } from '@tanstack/react-router'
import { listOf, oneOf, pageOf, webAddressOf } from '../../url/search-params.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './add-request-page.module.css'
import { ReportForm } from './report-form.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestList } from './request-list.tsx'
import { WaitingLink } from './waiting-link.tsx'
import { requestSorts, requestViews, type RequestSort, type RequestView } from './requests.api.ts'

interface Search {
  view?: RequestView | undefined
  assigned?: AssignedFilter[] | undefined
  due?: DueFilter[] | undefined
  sort?: RequestSort | undefined
  page?: string | undefined
  /** The address of a suspicious page, from the bookmark of the browser. */
  address?: string | undefined
}
const validate = (raw: Record<string, unknown>): Search => ({
  view: oneOf(raw['view'], requestViews),
  assigned: listOf(raw['assigned'], assignedFilters),
  due: listOf(raw['due'], dueFilters),
  sort: oneOf(raw['sort'], requestSorts),
  page: pageOf(raw['page']),
  address: webAddressOf(raw['address']),
})

/** Asks the team for something, and lists earlier requests. Without a page for it, threats are reported here too. */
export function AddRequestPage() {
  return <Requests title={t('addRequest')} />
}

/** Reports threats that the user found, and lists earlier requests. */
export function ReportThreatPage() {
  return <Requests title={t('addThreats')} isReport />
}

function Requests({ title, isReport = false }: { title: string; isReport?: boolean }) {
  const company = useCompany()
  const info = useClientInfo()
  const companyName = info?.name ?? company
  const mayRead = useCan('requests:read')
  const mayUse = useCan('requests:use')
  const isStaff = useCan('requests:move')
  const [{ view, assigned, due, sort, page, address }, change] = usePageSearch(validate)
  if (!mayRead) {
    return (
      <Page title={title}>
        <StateBlock title={t('readOnlyAccess')} action={<Link to="/takedown">{t('viewTakedowns')}</Link>}>
          {t('readOnlyHint')}
        </StateBlock>
      </Page>
    )
  }
  // The bookmark of the browser, which is the same for every company.
  if (mayUse && !isReport && address !== undefined && info?.config.addThreats)
    return <Navigate to="/addThreats" search={{ source: 'URL', address }} replace />
  const list = (
    <RequestList
      key={`list ${company}`}
      // What became of a report is seen after it is closed too.
      view={view ?? (isReport && !isStaff ? 'all' : 'open')}
      filter={{ due, sort, ...(isStaff ? { assigned } : {}) }}
      pageNumber={Number(page ?? 1)}
      isReports={isReport}
      onChange={change}
    />
  )
  if (!mayUse) {
    return (
      <Page title={title}>
        <Stack middle most={720}>
          <Card as="p" kind="note">
            {t('onlyReadsRequests', { company: companyName })}
          </Card>
          {list}
        </Stack>
      </Page>
    )
  }
  return (
    <Page title={title}>
      {isStaff || isReport ? null : <WaitingLink />}
      {/* Staff come here for the list and clients for the form, so each sees that first. */}
      <div className={css.columns} data-staff={isStaff || undefined}>
        {isStaff ? list : null}
        {isReport ? (
          <ReportForm key={company} company={company} address={address} />
        ) : (
          <RequestForm key={company} company={company} address={address} />
        )}
        {isStaff ? null : list}
      </div>
    </Page>
  )
}
