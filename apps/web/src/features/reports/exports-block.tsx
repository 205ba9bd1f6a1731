import { addExport, deleteExport, type Export } from '@signet/contract/reports/exports'
import type { Page } from '@signet/contract/wire'
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { fileSize } from '../../format/numbers/file-size.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Pager } from '../../ui/grid/pager.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { sentenceOf } from '../../words/messages.ts'
import { t } from './words.ts'
import { exportName, filtersText } from './report-words.ts'
import { exportsPerPage, isUnderWay } from './reports.api.ts'
import css from './reports-page.module.css'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { useAction } from '../../ui/controls/use-action.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface BlockProps {
  company: string
  query: UseQueryResult<Page<Export>>
  /** The export whose preview is open. */
  openId: string | undefined
  onOpen: (id: string) => void
  onPage: (pageNumber: number) => void
  onMake: () => void
}

/** The exports that the user requested, with their status. */
export function ExportsBlock({ company, query, openId, onOpen, onPage, onMake }: BlockProps) {
  return (
    <Stack as="section" gap={2}>
      <h2>{t('yourExports')}</h2>
      <DataState
        query={query}
        what={t('exportsWhat')}
        isEmpty={({ total }) => total === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noExports')}{' '}
            <Button kind="quiet" onClick={onMake}>
              {t('createReport')}
            </Button>
          </Text>
        }
        loading={<Skeleton lines={4} />}
      >
        {({ items, total, pageNumber }) => (
          <>
            {/* A table that is wider than its place scrolls on its own, which must work by keyboard too. */}
            <Card as="div" kind="bare" className={css.table} role="region" aria-label={t('yourExports')} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('fileColumn')}</th>
                    <th scope="col">{t('statusColumn')}</th>
                    <th scope="col">{t('requestedAt')}</th>
                    <th scope="col">
                      <span className="visually-hidden">{t('actions')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((item) => (
                    <Row
                      key={item.id}
                      company={company}
                      item={item}
                      isOpen={item.id === openId}
                      onOpen={() => onOpen(item.id)}
                    />
                  ))}
                </tbody>
              </table>
            </Card>
            <Pager pageNumber={pageNumber} pages={Math.ceil(total / exportsPerPage)} onPage={onPage} />
          </>
        )}
      </DataState>
    </Stack>
  )
}

interface RowProps {
  company: string
  item: Export
  isOpen: boolean
  onOpen: () => void
}

function Row({ company, item, isOpen, onOpen }: RowProps) {
  const client = useQueryClient()
  const { file, filters, status } = item
  const name = exportName(item)
  const zone = useClientInfo()?.config.timeZone
  const settled = () => client.invalidateQueries({ queryKey: [company, 'reports', 'exports'] })
  const removal = useAction(
    async () => {
      await call(deleteExport, { params: { exportId: item.id }, query: { company } })
      toast(isUnderWay(item) ? t('exportCancelled') : t('exportDeleted'))
    },
    { failed: (reason) => t('deleteFailed', { name, reason }), settled },
  )
  // Requests the same export again and removes the failed one.
  const repetition = useAction(
    async () => {
      await call(addExport, { query: { company }, body: { company, kind: item.kind, format: item.format, filters } })
      await call(deleteExport, { params: { exportId: item.id }, query: { company } })
      toast(t('exportRestarted'))
    },
    { failed: (why) => t('restartFailed', { why }), settled },
  )
  const isBusy = removal.isBusy || repetition.isBusy
  return (
    <tr data-on={isOpen || undefined}>
      <td>
        {file ? (
          <button type="button" className="name-link" aria-expanded={isOpen} onClick={onOpen}>
            {name}
          </button>
        ) : (
          <span className="name-link">{name}</span>
        )}
        <br />
        {filtersText(filters, zone)}
      </td>
      <td>
        <Progress item={item} />
      </td>
      <td>
        <TimeAgo at={item.createdAt} />
      </td>
      <td>
        <Inline as="span" gap={1} justify="end">
          {file ? (
            <a className="way-link" href={file.href} download={file.name}>
              <IconDownload {...icon} />
              {t('downloadSize', { size: fileSize(file.size) })}
            </a>
          ) : null}
          {status === 'failed' ? (
            <Button kind="quiet" icon={<IconRefresh {...icon} />} disabled={isBusy} onClick={repetition.run}>
              {t('retryExport')}
            </Button>
          ) : null}
          <IconButton
            label={status === 'done' || status === 'failed' ? t('deleteName', { name }) : t('cancelName', { name })}
            disabled={isBusy}
            onClick={removal.run}
          >
            <IconTrash {...icon} />
          </IconButton>
        </Inline>
      </td>
    </tr>
  )
}

function Progress({ item: { status, progress, error } }: { item: Export }) {
  if (status === 'failed') {
    return (
      <Text tone="danger">
        {t('status.failed')}
        {error ? `. ${sentenceOf(error)}` : ''}
      </Text>
    )
  }
  if (status === 'done' || !progress || progress.total === 0) return t(`status.${status}`)
  const share = progress.rows / progress.total
  return (
    <>
      <span className="num">
        {t('rowsProgress', { rows: exactNumber(progress.rows), total: exactNumber(progress.total) })}
      </span>
      <span className={`${css.bar} track`} aria-hidden="true">
        <i style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
    </>
  )
}
