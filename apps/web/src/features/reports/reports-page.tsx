import type { Report } from '@signet/contract/reports/reports'
import { IconFilePlus, IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Inline, Stack } from '../../ui/layout/parts.tsx'
import { Pager } from '../../ui/grid/pager.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { t } from './words.ts'
import { DeleteReport } from './delete-report.tsx'
import { ExportsBlock } from './exports-block.tsx'
import { ExportPreview, ReportPreview } from './report-preview.tsx'
import { ReportTable } from './report-table.tsx'
import { validateReportsSearch } from './reports-search.ts'
import { exportsQuery, reportsPerPage, reportsQuery } from './reports.api.ts'
import css from './reports-page.module.css'
import { SchedulesBlock } from './schedules-block.tsx'
import { NoReports } from './no-reports.tsx'

const NewReportDialog = lazy(() =>
  import('./new-report-dialog.tsx').then((file) => ({ default: file.NewReportDialog })),
)
const PublishDialog = lazy(() => import('./publish-dialog.tsx').then((file) => ({ default: file.PublishDialog })))

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Reports for management: published files, and the user's own exports. */
export function ReportsPage() {
  const company = useCompany()
  return <Reports key={company} company={company} />
}

function Reports({ company }: { company: string }) {
  const [search, change] = usePageSearch(validateReportsSearch)
  const isPhone = useMedia(phone)
  const mayMake = useCan('exports:own') && !isPhone
  const mayPublish = useCan('reports:publish') && !isPhone
  const [openDialog, setOpenDialog] = useState<'new' | 'publish' | null>(null)
  const [deleting, setDeleting] = useState<Report | null>(null)
  const pageNumber = Number(search.page ?? 1)
  const sort = search.sort ?? 'publishedAt'
  const dir = sort === 'name' || sort === 'kind' ? 'asc' : 'desc'
  const query = useQuery({
    ...reportsQuery(company, { q: search.q, sort, dir, pageNumber }),
    placeholderData: keepPreviousData,
  })
  const madePage = Number(search.made ?? 1)
  const made = useQuery({ ...exportsQuery(company, madePage), enabled: mayMake, placeholderData: keepPreviousData })
  const open = query.data?.items.find(({ id }) => id === search.id)
  const openMade = made.data?.items.find(({ id }) => id === search.id)
  // The reader's own files come first whenever there are any; an empty block follows the published reports.
  const isMadeFirst = made.data?.total !== 0
  const isOpen = (open ?? openMade?.file) !== undefined && !isPhone
  const show = (id: string) => change({ id: id === search.id ? undefined : id }, { replace: true })
  const close = () => change({ id: undefined }, { replace: true })
  const ownExports = mayMake ? (
    <ExportsBlock
      company={company}
      query={made}
      openId={openMade?.id}
      onOpen={show}
      onPage={(next) => change({ made: next === 1 ? undefined : String(next) })}
      onMake={() => setOpenDialog('new')}
    />
  ) : null
  return (
    <Page title={t('reports')} layout="fill">
      <Stack gap={0} grow className={css.body} data-open={isOpen || undefined}>
        <Stack gap={6} className={`${css.main} scroller`}>
          {mayMake || mayPublish ? (
            <Inline justify="end" align="stretch" wrap>
              {mayPublish ? (
                <Button icon={<IconUpload {...icon} />} onClick={() => setOpenDialog('publish')}>
                  {t('publishFile')}
                </Button>
              ) : null}
              {mayMake ? (
                <Button kind="primary" icon={<IconFilePlus {...icon} />} onClick={() => setOpenDialog('new')}>
                  {t('createReport')}
                </Button>
              ) : null}
            </Inline>
          ) : null}
          {isMadeFirst && ownExports}
          <Stack as="section" gap={2}>
            <Inline justify="between" wrap>
              <h2>{t('publishedReports')}</h2>
              <SearchField
                label={t('searchReports')}
                value={search.q}
                onChange={(q) => change({ q, page: undefined })}
              />
            </Inline>
            <DataState
              query={query}
              what={t('reportsWhat')}
              isEmpty={({ total }) => total === 0}
              empty={<NoReports q={search.q} onClear={() => change({ q: undefined })} />}
              loading={<Skeleton lines={30} />}
            >
              {({ items, total }) => (
                <>
                  <ReportTable
                    items={items}
                    openId={open?.id}
                    mayDelete={mayPublish}
                    isPhone={isPhone}
                    sort={sort}
                    onSort={(by) => change({ sort: by === 'publishedAt' ? undefined : by, page: undefined })}
                    onOpen={show}
                    onDelete={setDeleting}
                  />
                  <Pager
                    pageNumber={pageNumber}
                    pages={Math.ceil(total / reportsPerPage)}
                    onPage={(next) => change({ page: next === 1 ? undefined : String(next), id: undefined })}
                  />
                </>
              )}
            </DataState>
          </Stack>
          {mayMake ? <SchedulesBlock company={company} /> : null}
          {!isMadeFirst && ownExports}
        </Stack>
        {open && isOpen ? <ReportPreview key={open.id} report={open} onClose={close} /> : null}
        {openMade?.file && !open && isOpen ? (
          <ExportPreview key={openMade.id} made={openMade} file={openMade.file} onClose={close} />
        ) : null}
      </Stack>
      <Suspense fallback={null}>
        {openDialog === 'new' ? (
          <NewReportDialog
            company={company}
            onMade={() => change({ made: undefined })}
            onClose={() => setOpenDialog(null)}
          />
        ) : null}
        {openDialog === 'publish' ? <PublishDialog company={company} onClose={() => setOpenDialog(null)} /> : null}
      </Suspense>
      {deleting ? <DeleteReport company={company} report={deleting} onClose={() => setDeleting(null)} /> : null}
    </Page>
  )
}
