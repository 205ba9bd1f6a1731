import { deleteReport, reportSortFields, type Report } from '@signet/contract/reports'
import { IconDownload, IconFilePlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { lazy } from '../../api/lazy.ts'
import { fileSize } from '../../format/file-size.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { oneOf, textOf } from '../../url/search-params.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Pager } from '../../ui/grid/pager.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Card, Inline, Stack } from '../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { t } from '../../words/words.ts'
import { ExportsBlock } from './exports-block.tsx'
import { ExportPreview, ReportPreview, SampleReport } from './report-preview.tsx'
import { reportTitle } from './report-title.ts'
import { kindWords, periodText } from './report-words.ts'
import { exportsQuery, reportsPerPage, reportsQuery, type ReportSort } from './reports.api.ts'
import css from './reports-page.module.css'
import { SchedulesBlock } from './schedules-block.tsx'

const NewReportDialog = lazy(() =>
  import('./new-report-dialog.tsx').then((file) => ({ default: file.NewReportDialog })),
)
const PublishDialog = lazy(() => import('./publish-dialog.tsx').then((file) => ({ default: file.PublishDialog })))

interface Search {
  q?: string | undefined
  id?: string | undefined
  page?: string | undefined
  sort?: ReportSort | undefined
}
const validate = (raw: Record<string, unknown>): Search => ({
  q: textOf(raw['q']),
  id: textOf(raw['id'], 64),
  page: /^[1-9]\d{0,3}$/.test(String(raw['page'])) ? String(raw['page']) : undefined,
  sort: oneOf(raw['sort'], reportSortFields),
})

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What can be handed to the management: published files, and files of one's own. */
export function ReportsPage() {
  const company = useCompany()
  return <Reports key={company} company={company} />
}

function Reports({ company }: { company: string }) {
  const [search, change] = usePageSearch(validate)
  const isPhone = useMedia(phone)
  const mayMake = useCan('exports:own') && !isPhone
  const mayPublish = useCan('reports:publish') && !isPhone
  const [asked, setAsked] = useState<'new' | 'publish' | null>(null)
  const [deleting, setDeleting] = useState<Report | null>(null)
  const pageNumber = Number(search.page ?? 1)
  const sort = search.sort ?? 'publishedAt'
  const dir = sort === 'name' || sort === 'kind' ? 'asc' : 'desc'
  const query = useQuery({
    ...reportsQuery(company, { q: search.q, sort, dir, pageNumber }),
    placeholderData: keepPreviousData,
  })
  const [madePage, setMadePage] = useState(1)
  const made = useQuery({ ...exportsQuery(company, madePage), enabled: mayMake, placeholderData: keepPreviousData })
  const open = query.data?.items.find(({ id }) => id === search.id)
  const openMade = made.data?.items.find(({ id }) => id === search.id)
  const isOpen = (open ?? openMade?.file) !== undefined && !isPhone
  const show = (id: string) => change({ id: id === search.id ? undefined : id }, { replace: true })
  const close = () => change({ id: undefined }, { replace: true })

  return (
    <Page title={t('Reports')} layout="fill">
      <Stack gap={0} grow className={css.body} data-open={isOpen || undefined}>
        <Stack gap={6} className={css.main}>
          <Inline justify="between" wrap className={css.tools}>
            <SearchField
              label={t('Search reports')}
              value={search.q}
              onChange={(q) => change({ q, page: undefined })}
            />
            <Inline align="stretch" wrap>
              {mayPublish ? (
                <Button icon={<IconUpload {...icon} />} onClick={() => setAsked('publish')}>
                  {t('Publish a file')}
                </Button>
              ) : null}
              {mayMake ? (
                <Button kind="primary" icon={<IconFilePlus {...icon} />} onClick={() => setAsked('new')}>
                  {t('Make a report')}
                </Button>
              ) : null}
            </Inline>
          </Inline>
          <Stack as="section" gap={2}>
            <h2>{t('Published reports')}</h2>
            <DataState
              query={query}
              what={t('The reports')}
              isEmpty={({ total }) => total === 0}
              empty={<NoReports q={search.q} onClear={() => change({ q: undefined })} />}
              loading={<Skeleton lines={8} />}
            >
              {({ items, total }) => (
                <>
                  <Table
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
          {mayMake ? (
            <>
              <SchedulesBlock company={company} />
              <ExportsBlock
                company={company}
                query={made}
                openId={openMade?.id}
                onOpen={show}
                onPage={setMadePage}
                onMake={() => setAsked('new')}
              />
            </>
          ) : null}
        </Stack>
        {open && isOpen ? <ReportPreview key={open.id} report={open} onClose={close} /> : null}
        {openMade?.file && !open && isOpen ? (
          <ExportPreview key={openMade.id} made={openMade} file={openMade.file} onClose={close} />
        ) : null}
      </Stack>
      <Suspense fallback={null}>
        {asked === 'new' ? <NewReportDialog company={company} onClose={() => setAsked(null)} /> : null}
        {asked === 'publish' ? <PublishDialog company={company} onClose={() => setAsked(null)} /> : null}
      </Suspense>
      {deleting ? <DeleteReport company={company} report={deleting} onClose={() => setDeleting(null)} /> : null}
    </Page>
  )
}

function NoReports({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  if (q) {
    return (
      <StateBlock title={t('No report matches')} action={<Button onClick={onClear}>{t('Clear filters')}</Button>}>
        {t('Filtered by {filters}.', { filters: t('Search: {text}', { text: q }) })}
      </StateBlock>
    )
  }
  return (
    <div>
      <StateBlock title={t('No report has been published yet')}>
        {t('The first one comes with the end of the month. It will look like this:')}
      </StateBlock>
      <SampleReport />
    </div>
  )
}

const columns: readonly { by: ReportSort; label: () => string; when?: 'wide' | 'period' }[] = [
  { by: 'name', label: () => t('Name') },
  { by: 'period', label: () => t('Period'), when: 'period' },
  { by: 'size', label: () => t('Size'), when: 'wide' },
  { by: 'publishedAt', label: () => t('Published'), when: 'wide' },
]

interface TableProps {
  items: readonly Report[]
  openId: string | undefined
  mayDelete: boolean
  isPhone: boolean
  sort: ReportSort
  onSort: (by: ReportSort) => void
  onOpen: (id: string) => void
  onDelete: (report: Report) => void
}

function Table({ items, openId, mayDelete, isPhone, sort, onSort, onOpen, onDelete }: TableProps) {
  return (
    // A table may be wider than its place; it scrolls by itself, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Card as="div" kind="bare" className={css.table} role="region" aria-label={t('Published reports')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ by, label, when }) => (
              <th
                key={by}
                scope="col"
                className={when === 'wide' ? css.wide : when && css.period}
                aria-sort={by === sort ? (by === 'name' ? 'ascending' : 'descending') : undefined}
              >
                <button type="button" onClick={() => onSort(by)}>
                  {label()}
                  {by === sort ? (by === 'name' ? ' ↑' : ' ↓') : ''}
                </button>
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((report) => {
            const title = reportTitle(report)
            return (
              <tr key={report.id} data-on={report.id === openId || undefined}>
                <td>
                  {isPhone ? (
                    <span className="name-link" title={report.name}>
                      {title}
                    </span>
                  ) : (
                    <button
                      type="button"
                      className="name-link"
                      title={report.name}
                      aria-expanded={report.id === openId}
                      onClick={() => onOpen(report.id)}
                    >
                      {title}
                    </button>
                  )}
                  <br />
                  {t('{what}, by {name}', { what: t(kindWords[report.kind]), name: report.by })}
                </td>
                <td className={css.period}>{periodText(report.period)}</td>
                <td className={`${css.wide} num`}>{fileSize(report.size)}</td>
                <td className={css.wide}>
                  <TimeAgo at={report.publishedAt} />
                </td>
                <td>
                  <Inline as="span" gap={1} justify="end">
                    <a
                      className="way-link"
                      href={report.href}
                      download={report.name}
                      aria-label={t('Download {name}', { name: title })}
                    >
                      <IconDownload {...icon} />
                      <span className={css.wide}>{t('Download')}</span>
                    </a>
                    {mayDelete ? (
                      <IconButton label={t('Delete {name}', { name: title })} onClick={() => onDelete(report)}>
                        <IconTrash {...icon} />
                      </IconButton>
                    ) : null}
                  </Inline>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

function DeleteReport({ company, report, onClose }: { company: string; report: Report; onClose: () => void }) {
  const client = useQueryClient()
  const name = useClientInfo()?.name ?? company
  const title = reportTitle(report)
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      await call(deleteReport, { params: { reportId: report.id }, query: { company } })
      snackbar(t('“{name}” was deleted', { name: title }))
    } catch (error) {
      const said = { name: title, reason: errorText(error) }
      snackbar(t('“{name}” was not deleted. {reason}', said), { isFailure: true })
    }
    void client.invalidateQueries({ queryKey: [company, 'reports', 'list'] })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Delete this report?')}
      text={t('{title}, for {company}', { title, company: name })}
      confirmLabel={t('Delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
