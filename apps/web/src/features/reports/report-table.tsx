import type { Report } from '@signet/contract/reports/reports'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { fileSize } from '../../format/numbers/file-size.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Card, Inline } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import { reportTitle } from './report-title.ts'
import { reportKindWords, periodText } from './report-words.ts'
import type { ReportSort } from './reports.api.ts'
import css from './reports-page.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const columns: readonly { by: ReportSort; label: () => string; when?: 'wide' | 'period' }[] = [
  { by: 'name', label: () => t('name') },
  { by: 'period', label: () => t('period'), when: 'period' },
  { by: 'size', label: () => t('size'), when: 'wide' },
  { by: 'publishedAt', label: () => t('published'), when: 'wide' },
]

interface ReportTableProps {
  items: readonly Report[]
  openId: string | undefined
  mayDelete: boolean
  isPhone: boolean
  sort: ReportSort
  onSort: (by: ReportSort) => void
  onOpen: (id: string) => void
  onDelete: (report: Report) => void
}

/** The published reports, sorted by the server. Phones offer the download but no preview. */
export function ReportTable({ items, openId, mayDelete, isPhone, sort, onSort, onOpen, onDelete }: ReportTableProps) {
  return (
    // A table that is wider than its place scrolls on its own, which must work by keyboard too.
    <Card as="div" kind="bare" className={css.table} role="region" aria-label={t('publishedReports')} tabIndex={0}>
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
              <span className="visually-hidden">{t('actions')}</span>
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
                  {t('typeByName', { what: t(reportKindWords[report.kind]), name: report.by })}
                  {isPhone ? (
                    <>
                      <br />
                      {fileSize(report.size)}, <TimeAgo at={report.publishedAt} />
                    </>
                  ) : null}
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
                      aria-label={t('downloadName', { name: title })}
                    >
                      <IconDownload {...icon} />
                      <span className={css.wide}>{t('download')}</span>
                    </a>
                    {mayDelete ? (
                      <IconButton label={t('deleteName', { name: title })} onClick={() => onDelete(report)}>
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
