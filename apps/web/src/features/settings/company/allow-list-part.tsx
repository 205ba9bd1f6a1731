import { listAllowEntries, removeAllowEntry, type AllowEntry } from '@signet/contract/threats/allow-list'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { lastDay } from '../../../format/time/last-day.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Pager } from '../../../ui/grid/pager.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { AllowEntryDialog } from './allow-entry-dialog.tsx'
import css from './allow-list.module.css'
import { validateSettingsSearch } from '../settings-search.ts'
import { OwnFindings } from './own-findings.tsx'
import { actorName } from '../../../words/named/actor-name.ts'
import { allowKindName, allowReason } from '../../../words/named/allow-list.ts'
import { useAction } from '../../../ui/controls/use-action.ts'

const pageSize = 20
const listKey = (company: string) => [company, 'settings', 'allow-list'] as const

/** The allow list of the company: entries from decisions and manual ones, with the number of suppressed findings. */
export function AllowListPart() {
  const company = useCompany()
  const mayWrite = useCan('assets:write')
  const [{ q, page }, setSearch] = usePageSearch(validateSettingsSearch)
  const pageNumber = Math.max(1, Number(page) || 1)
  const [edited, setEdited] = useState<AllowEntry | 'new' | null>(null)
  const [removed, setRemoved] = useState<AllowEntry | null>(null)
  const entries = useQuery({
    queryKey: [...listKey(company), pageNumber, q],
    queryFn: ({ signal }) =>
      call(listAllowEntries, { query: { company, pageNumber, limit: pageSize, searchQuery: q }, signal }),
    placeholderData: keepPreviousData,
  })
  const readAgain = () => queryClient.invalidateQueries({ queryKey: listKey(company) })
  const isSearched = q !== undefined
  return (
    <>
      <FormSection
        title={t('allowList')}
        hint={t('allowListHint')}
        actions={mayWrite && <Button onClick={() => setEdited('new')}>{t('addToAllowList')}</Button>}
      >
        {(isSearched || (entries.data?.total ?? 0) > 5) && (
          <SearchField
            label={t('searchAllowList')}
            value={q}
            onChange={(text) => setSearch({ q: text, page: undefined }, { replace: true })}
          />
        )}
        <DataState
          query={entries}
          what={t('allowListToLoad')}
          loading={<Skeleton lines={6} />}
          isEmpty={({ total }) => total === 0}
          empty={
            <Text as="p" tone="quiet">
              {isSearched ? t('allowListNoMatch') : t('allowListEmpty')}
            </Text>
          }
        >
          {({ items, total }) => (
            <>
              <ul className={`${css.entries} ruled flush`}>
                {items.map((entry) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    onEdit={mayWrite ? () => setEdited(entry) : undefined}
                    onRemove={mayWrite ? () => setRemoved(entry) : undefined}
                  />
                ))}
              </ul>
              <Pager
                pageNumber={pageNumber}
                pages={Math.ceil(total / pageSize)}
                onPage={(next) => setSearch({ page: String(next) })}
              />
            </>
          )}
        </DataState>
        {edited && (
          <AllowEntryDialog
            entry={edited === 'new' ? null : edited}
            onSaved={readAgain}
            onClose={() => setEdited(null)}
          />
        )}
        {removed && <RemoveEntry entry={removed} onRemoved={readAgain} onClose={() => setRemoved(null)} />}
      </FormSection>
      <OwnFindings />
    </>
  )
}

function Entry({
  entry,
  onEdit,
  onRemove,
}: {
  entry: AllowEntry
  onEdit: (() => void) | undefined
  onRemove: (() => void) | undefined
}) {
  const { kind, value, by, at, threat } = entry
  const reason = allowReason(entry)
  return (
    <li>
      <Stack as="span" gap="half" grow className={css.what}>
        <Text as="strong" weight="medium" className="mono">
          {value}
        </Text>
        <small>
          {allowKindName(kind)} · <Until entry={entry} />
        </small>
        <small>
          {threat ? (
            <Link
              to={threat.kind === 'tout' ? '/touts/$source' : '/threats/$source'}
              params={{ source: threat.source }}
              search={{ id: threat.id }}
            >
              {reason}
            </Link>
          ) : (
            reason
          )}{' '}
          · {actorName(by)}, <TimeAgo isWithin at={at} />
        </small>
        <Text as="small" tone={entry.suppressions > 0 ? 'plain' : 'quiet'} num>
          {entry.lastSuppressedAt === null ? (
            t('neverSuppressed')
          ) : (
            <>
              {t('suppressedTimes', { count: entry.suppressions })}, {t('mostRecently')}{' '}
              <TimeAgo isWithin at={entry.lastSuppressedAt} />
            </>
          )}
        </Text>
      </Stack>
      {onEdit && (
        <Button kind="quiet" aria-label={t('editName', { name: value })} onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
      {onRemove && (
        <Button kind="quiet" aria-label={t('removeName', { name: value })} onClick={onRemove}>
          {t('remove')}
        </Button>
      )}
    </li>
  )
}

/** The last day on which the entry is valid. */
function Until({ entry: { expiresAt } }: { entry: AllowEntry }) {
  if (expiresAt === null) return t('neverExpires')
  const date = lastDay(expiresAt)
  return Date.parse(expiresAt) > Date.now() ? (
    t('expiresOn', { date })
  ) : (
    <Text tone="danger">{t('expiredSince', { date })}</Text>
  )
}

function RemoveEntry({
  entry: { id, value },
  onRemoved,
  onClose,
}: {
  entry: AllowEntry
  onRemoved: () => Promise<void>
  onClose: () => void
}) {
  const company = useCompany()
  const { isBusy, run } = useAction(
    async () => {
      await call(removeAllowEntry, { params: { entryId: id }, query: { company } })
      snackbar(t('allowEntryRemoved', { name: value }))
    },
    {
      settled: async () => {
        await onRemoved()
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      title={t('removeEntryTitle', { name: value })}
      text={t('removeEntryConsequence')}
      confirmLabel={t('remove')}
      isDangerous
      isBusy={isBusy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
