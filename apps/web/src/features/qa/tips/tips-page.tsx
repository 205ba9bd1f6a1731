import { useQuery } from '@tanstack/react-query'
import { CaseCrumbs } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { PagesNav } from '../../../ui/controls/pages-nav.tsx'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { usePageSearch } from '../../../url/page-search.ts'
import { useImportPaths } from '../imports/import-paths.ts'
import { TipRow } from './tip-row.tsx'
import { validateTipsSearch } from './tips-search.ts'
import { tipsPerPage, tipsQuery } from './tips.api.ts'
import { t } from './words.ts'

/** What people reported on the public page of the company that is no threat yet. */
export function TipsPage() {
  const company = useCompany()
  const mayAdd = useCan('threats:add')
  const paths = useImportPaths()
  return (
    <Page title={t('reports')}>
      <CaseCrumbs to={paths.add} list={t('addThreats')} name={t('reports')} />
      {mayAdd ? <Tips company={company} /> : <StateBlock title={t('roleCantRead')} />}
    </Page>
  )
}

function Tips({ company }: { company: string }) {
  const [{ page }, change] = usePageSearch(validateTipsSearch)
  const tips = useQuery(tipsQuery(company, Number(page ?? 1)))
  return (
    <FormSection title={t('reports')} hint={t('reportsHint')}>
      <DataState
        query={tips}
        what={t('reportsToLoad')}
        loading={<Skeleton lines={8} />}
        isEmpty={({ total }) => total === 0}
        empty={<StateBlock title={t('emptyTitle')}>{t('emptyHint')}</StateBlock>}
      >
        {({ items, total, pageNumber }) => (
          <>
            <Stack as="ul" gap={4} className="ruled">
              {items.map((tip) => (
                <TipRow key={tip.id} company={company} tip={tip} />
              ))}
            </Stack>
            <PagesNav
              label={t('pages')}
              pageNumber={pageNumber}
              limit={tipsPerPage}
              total={total}
              onChange={(next) => change({ page: next === 1 ? undefined : String(next) })}
            />
          </>
        )}
      </DataState>
    </FormSection>
  )
}
