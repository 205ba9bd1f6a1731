import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { CaseColumns, CaseCrumbs, CaseHead, PlainCard } from '../../parts/cases/case-layout.tsx'
import { FailedBlock, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { focusWriteBox } from '../../parts/cases/write-box.tsx'
import { t } from './words.ts'
import { requestQuery } from './requests.api.ts'
import { RequestCase } from './request-case.tsx'

/** One request: its description, messages and status. */
export function RequestPage() {
  const { requestId = '' } = useParams({ strict: false })
  const mayUse = useCan('requests:use')
  const query = useQuery({ ...requestQuery(useCompany(), requestId), enabled: mayUse })
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: '/addRequest' }), n: focusWriteBox })
  return (
    <Page title={t('addRequest')}>
      <CaseCrumbs list={<Link to="/addRequest">{t('requests')}</Link>} name={requestId.slice(0, 8)} isReference />
      {query.data ? (
        <RequestCase request={query.data} />
      ) : !mayUse || (query.error instanceof ApiError && query.error.status === 404) ? (
        <StateBlock title={t('requestNotFound')} action={<Link to="/addRequest">{t('allRequests')}</Link>}>
          {t('notFoundHint')}
        </StateBlock>
      ) : query.error ? (
        <FailedBlock what={t('thisRequest')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <CaseHead title="…" chips={<Skeleton lines={1} />} />
          <PlainCard label={t('progress')}>
            <Skeleton lines={2} />
          </PlainCard>
          <CaseColumns
            side={
              <PlainCard label={t('request')}>
                <Skeleton lines={5} />
              </PlainCard>
            }
          >
            <PlainCard label={t('messages')}>
              <Skeleton lines={8} />
            </PlainCard>
          </CaseColumns>
        </>
      )}
    </Page>
  )
}
