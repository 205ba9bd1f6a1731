import { listAllowEntries, removeAllowEntry, type AllowEntry } from '@signet/contract/allow-list'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { lastDay } from '../../format/last-day.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Pager } from '../../ui/grid/pager.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { plural, t } from '../../words/words.ts'
import { AllowEntryDialog } from './allow-entry-dialog.tsx'
import css from './allow-list.module.css'
import { allowKindName } from '../../words/named/allow-list.ts'

const pageSize = 20
const listKey = (company: string) => [company, 'settings', 'allow-list'] as const

/** What the company lets pass: by a decision, or put there by hand; how often each kept something silent. */
export function AllowListPart() {
  const company = useCompany()
  const mayWrite = useCan('assets:write')
  const [pageNumber, setPageNumber] = useState(1)
  const [searchQuery, setSearchQuery] = useState<string | undefined>()
  const [edited, setEdited] = useState<AllowEntry | 'new' | null>(null)
  const [removed, setRemoved] = useState<AllowEntry | null>(null)
  const entries = useQuery({
    queryKey: [...listKey(company), pageNumber, searchQuery],
    queryFn: ({ signal }) =>
      call(listAllowEntries, { query: { company, pageNumber, limit: pageSize, searchQuery }, signal }),
    placeholderData: keepPreviousData,
  })
  const readAgain = () => queryClient.invalidateQueries({ queryKey: listKey(company) })
  const isSearched = searchQuery !== undefined
  return (
    <FormSection
      title={t('Allow-list')}
      hint={t(
        'What is never brought before anybody though it looks like a threat. Whitelisting a threat puts it here.',
      )}
      actions={mayWrite && <Button onClick={() => setEdited('new')}>{t('Add an entry')}</Button>}
    >
      {(isSearched || (entries.data?.total ?? 0) > 5) && (
        <SearchField
          label={t('Search the allow-list')}
          value={searchQuery}
          onChange={(text) => {
            setSearchQuery(text)
            setPageNumber(1)
          }}
        />
      )}
      <DataState
        query={entries}
        what={t('The allow-list')}
        loading={<Skeleton lines={6} />}
        isEmpty={({ total }) => total === 0}
        empty={
          <Text as="p" tone="quiet">
            {isSearched
              ? t('Nothing on the list matches.')
              : t('Nothing is let pass yet beside what the company owns.')}
          </Text>
        }
      >
        {({ items, total }) => (
          <>
            <ul className={`${css.entries} ruled`}>
              {items.map((entry) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  onEdit={mayWrite ? () => setEdited(entry) : undefined}
                  onRemove={mayWrite ? () => setRemoved(entry) : undefined}
                />
              ))}
            </ul>
            <Pager pageNumber={pageNumber} pages={Math.ceil(total / pageSize)} onPage={setPageNumber} />
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
  const { kind, value, reason, by, at, threat } = entry
  return (
    <li>
      <Stack as="span" gap="half" grow className={css.what}>
        <strong className="mono">{value}</strong>
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
          · {by}, <TimeAgo isWithin at={at} />
        </small>
        <small className={css.count} data-on={entry.suppressions > 0 || undefined}>
          {entry.lastSuppressedAt === null ? (
            t('Has kept nothing silent yet')
          ) : (
            <>
              {plural(entry.suppressions, 'Kept silent {n} time', 'Kept silent {n} times')}, {t('latest:')}{' '}
              <TimeAgo at={entry.lastSuppressedAt} />
            </>
          )}
        </small>
      </Stack>
      {onEdit && (
        <Button kind="quiet" aria-label={t('Edit {name}', { name: value })} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      {onRemove && (
        <Button kind="quiet" aria-label={t('Remove {name}', { name: value })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      )}
    </li>
  )
}

/** The last day it holds on. */
function Until({ entry: { expiresAt } }: { entry: AllowEntry }) {
  if (expiresAt === null) return t('without end')
  const date = lastDay(expiresAt)
  return Date.parse(expiresAt) > Date.now() ? (
    t('until {date}', { date })
  ) : (
    <Text tone="danger">{t('over since {date}', { date })}</Text>
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
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      await call(removeAllowEntry, { params: { entryId: id }, query: { company } })
      snackbar(t('{name} is no longer let pass.', { name: value }))
    } catch (error) {
      snackbar(errorText(error), { isFailure: true })
    }
    await onRemoved()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Remove {name}?', { name: value })}
      text={t('The next feed that names it makes it a threat again. Threats that were decided keep their decision.')}
      confirmLabel={t('Remove')}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
