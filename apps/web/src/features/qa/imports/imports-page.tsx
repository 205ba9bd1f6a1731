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
import { useImportPaths } from './import-paths.ts'
import { ImportTable } from './import-table.tsx'
import { importsPerPage, importsQuery } from './imports.api.ts'
import { validateImportsSearch } from './imports-search.ts'
import { NewImport } from './new-import.tsx'
import { t } from './words.ts'

/** The files of threats that were imported for a company, and the form that imports another. */
export function ImportsPage() {
  const company = useCompany()
  const mayAdd = useCan('threats:add')
  const paths = useImportPaths()
  return (
    <Page title={t('imports')}>
      <CaseCrumbs to={paths.add} list={t('addThreats')} name={t('imports')} />
      {mayAdd ? (
        <Stack>
          <NewImport key={company} company={company} />
          <ImportList company={company} />
        </Stack>
      ) : (
        <StateBlock title={t('roleCantImport')}>{t('submitRequestInstead')}</StateBlock>
      )}
    </Page>
  )
}

function ImportList({ company }: { company: string }) {
  const [{ page }, change] = usePageSearch(validateImportsSearch)
  const imports = useQuery(importsQuery(company, Number(page ?? 1)))
  return (
    <FormSection title={t('importedFiles')} hint={t('keptHint')}>
      <DataState
        query={imports}
        what={t('theImports')}
        loading={<Skeleton lines={8} />}
        isEmpty={({ total }) => total === 0}
        empty={<StateBlock title={t('noImports')}>{t('noImportsHint')}</StateBlock>}
      >
        {({ items, total, pageNumber }) => (
          <>
            <ImportTable imports={items} />
            <PagesNav
              label={t('pagesOfImports')}
              pageNumber={pageNumber}
              limit={importsPerPage}
              total={total}
              onChange={(next) => change({ page: next === 1 ? undefined : String(next) })}
            />
          </>
        )}
      </DataState>
    </FormSection>
  )
}
