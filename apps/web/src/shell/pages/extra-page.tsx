import { getCompanyPage } from '@signet/contract/companies/company-pages'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { entryOf } from '../../navigation/navigation.ts'
import { useCompany } from '../../session/company.ts'
import { FailedBlock, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { PageText } from '../../ui/text/page-text-view.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Card } from '../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { useNav } from '../../navigation/use-nav.ts'

/** A page from the company's configuration, with the text that the company wrote for it. */
export function ExtraPage() {
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const entry = entryOf(useNav(), path)
  if (entry?.icon !== 'page' || entry.path !== path) return <NotFoundPage />
  return (
    <Page title={entry.label}>
      <Content pageRoute={path.slice(1)} />
    </Page>
  )
}

function Content({ pageRoute }: { pageRoute: string }) {
  const company = useCompany()
  const page = useQuery({
    queryKey: [company, 'page', pageRoute],
    queryFn: ({ signal }) => call(getCompanyPage, { query: { company, pageRoute }, signal }),
  })
  if (page.data?.content) {
    return (
      <Card as="article" middle most={768} pad="gutter">
        <PageText text={page.data.content} />
      </Card>
    )
  }
  if (page.data) {
    return <StateBlock title={t('notSetUp')}>{t('extraPageEmpty')}</StateBlock>
  }
  if (page.error) return <FailedBlock what={t('pageWhat')} error={page.error} retry={() => void page.refetch()} />
  return (
    <Card as="div" middle most={768} pad="gutter">
      <Skeleton lines={8} />
    </Card>
  )
}
