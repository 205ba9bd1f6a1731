import type { QAThreat } from '@signet/contract/qa'
import type { RemarkInput } from '@signet/contract/threats'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { usePagedRows, type PagedRows } from '../../api/paged-rows.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailedBlock, StateBlock } from '../../ui/data-state.tsx'
import { createGridStore, type GridStore } from '../../ui/grid-store.ts'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { narrow, phone, useMedia } from '../../ui/use-media.ts'
import { filterWords } from './filter-words.ts'
import { stageQuery, type ListedStage } from './qa.api.ts'
import { QaFilterPills } from './review-filters.tsx'
import { validateStageSearch, type StageSearch } from './review-search.ts'
import { confirmAbove, StepDialogs, type AskedStep } from './review-step-dialogs.tsx'
import { stageActions, type StageAction, type StageStep } from './stage-actions.ts'
import { StageBulkBar } from './stage-bulk-bar.tsx'
import { stageColumns } from './stage-columns.tsx'
import css from './stage-list-page.module.css'
import { stageWords } from './stage-words.ts'
import { useStageSteps } from './use-stage-steps.ts'

const titles: Record<ListedStage, string> = {
  watchlist: 'Threat watchlist',
  deletionPending: 'Deletion queue',
  deleted: 'Deleted threats',
}
const rowPx = 56
const cardPx = 128

/** One of the three later stages of review, with what the flow allows there. */
export function StageListPage({ stage }: { stage: ListedStage }) {
  const company = useCompany()
  return (
    <Page title={titles[stage]} layout="fill">
      {/* Another company or stage is another list. */}
      <StageList key={`${company} ${stage}`} company={company} stage={stage} />
    </Page>
  )
}

function StageList({ company, stage }: { company: string; stage: ListedStage }) {
  const raw = useSearch({ strict: false })
  const search = useMemo(() => validateStageSearch({ ...raw }), [raw])
  const navigate = useNavigate()
  const [store] = useState(createGridStore)
  const rows = usePagedRows<QAThreat>((pageNumber) => stageQuery(company, stage, search, pageNumber))
  const steps = useStageSteps(company, stage, store)
  const [asked, setAsked] = useState<AskedStep | null>(null)
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  const actions = stageActions[stage]

  const change = (changes: StageSearch) => {
    store.reset()
    void navigate({ to: '.', search: (old) => ({ ...old, ...changes }) })
  }
  const run = (step: StageStep, threats: readonly QAThreat[], remark?: RemarkInput) =>
    void steps.take(step, threats, remark)
  const ask = (step: StageStep, threats: readonly QAThreat[]) => {
    if (threats.length === 0) return
    const isMany = threats.length > confirmAbove || (threats.length > 1 && step === 'approve')
    if (step === 'requestDeletion' || isMany) setAsked({ step, threats })
    else run(step, threats)
  }
  const columns = stageColumns(
    { actions, failures: steps.failures, onAction: ({ step }, threat) => ask(step, [threat]) },
    isPhone ? 'cards' : isNarrow ? 'narrow' : 'wide',
  )
  const chosen = () => {
    const selected = rows.loaded.filter(({ id }) => store.isSelected(id))
    const current = rows.at(store.cursor())
    return selected.length > 0 ? selected : current ? [current] : []
  }
  useStageKeys({ store, rows, actions, onAction: ({ step }) => ask(step, chosen()) })

  const sorting = { by: search.sort ?? 'stagedAt', direction: search.dir ?? 'desc' } as const
  const onSort = (by: NonNullable<StageSearch['sort']>) => {
    const first = by === 'title' || by === 'source' ? 'asc' : 'desc'
    const dir = sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first
    change({ sort: by, dir })
  }
  const words = filterWords(search)
  const noFilters = { q: undefined, source: undefined, severity: undefined, type: undefined }
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={`The ${titles[stage].toLowerCase()}`} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 && words.length > 0 ? (
      <StateBlock title="No threat matches" action={<Button onClick={() => change(noFilters)}>Clear filters</Button>}>
        Filtered by {words.join('; ')}.
      </StateBlock>
    ) : rows.total === 0 ? (
      <StateBlock title={stageWords[stage].emptyTitle}>{stageWords[stage].emptyText}</StateBlock>
    ) : undefined

  return (
    <>
      <div className={css.tools}>
        <search className={css.filters} aria-label="Filter threats">
          <SearchField label="Search threats" value={search.q} onChange={(q) => change({ q })} />
          <QaFilterPills
            stage={stage}
            filters={search}
            onChange={({ source, severity, type }) => change({ source, severity, type })}
          />
        </search>
        <output className={`${css.count} num`}>
          {rows.total === undefined || rows.isOld ? null : (
            <>
              <b>{exactNumber(rows.total)}</b> {rows.total === 1 ? 'threat' : 'threats'}
            </>
          )}
        </output>
      </div>
      <DataGrid
        label={titles[stage]}
        columns={columns}
        rows={rows}
        store={store}
        idOf={({ id }) => id}
        rowHeight={isPhone ? cardPx : rowPx}
        sorting={sorting}
        onSort={onSort}
        onOpen={(_, index) => store.moveTo(index)}
        isSelectable={!isPhone}
        instead={instead}
      />
      <SelectionBar store={store} actions={actions} onAction={({ step }) => ask(step, chosen())} />
      {asked ? (
        <StepDialogs
          asked={asked}
          onClose={() => setAsked(null)}
          onConfirm={(remark) => {
            setAsked(null)
            run(asked.step, asked.threats, remark)
          }}
        />
      ) : null}
    </>
  )
}

interface ActionProps {
  store: GridStore
  actions: readonly StageAction[]
  onAction: (action: StageAction) => void
}

/** Stands outside the grid, so that Tab reaches what can be done with the selection. */
function SelectionBar({ store, actions, onAction }: ActionProps) {
  const { ids } = useSyncExternalStore(store.subscribe, store.selection)
  if (ids.size === 0) return null
  return <StageBulkBar count={ids.size} actions={actions} onAction={onAction} onClear={store.clear} />
}

/** The keys of the list: moving, selecting, and the actions of the stage on the selection or the row under the cursor. */
function useStageKeys({ store, rows, actions, onAction }: ActionProps & { rows: PagedRows<QAThreat> }): void {
  const moveBy = (step: number) => {
    const last = (rows.total ?? 0) - 1
    if (last >= 0) store.moveTo(Math.max(0, Math.min(last, store.cursor() + step)))
  }
  useShortcuts({
    ...Object.fromEntries(actions.map((action) => [action.key, () => onAction(action)])),
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    x: () => {
      const row = rows.at(store.cursor())
      if (row) store.toggle(row.id)
    },
    Escape: () => store.clear(),
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  })
}
