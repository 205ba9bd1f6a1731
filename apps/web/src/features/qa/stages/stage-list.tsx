import type { CheckDays } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { Suspense, useState, useSyncExternalStore, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { usePagedRows } from '../../../api/paged-rows.ts'
import { useFreshCount } from '../../../api/use-fresh-count.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { DataGrid } from '../../../ui/grid/data-grid.tsx'
import { createGridStore, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { actionsOn, usePageActions } from '../../../ui/keys/page-actions.ts'
import { NewRows } from '../../../ui/grid/new-rows.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { narrow, phone, useMedia } from '../../../ui/layout/use-media.ts'
import { countText, kindWords, stageTitle, type ListedStage, type QaRecord } from '../qa-kind.ts'
import { countStage, stageQuery, stageSorting } from './stages.api.ts'
import { QaFilterPills } from '../review-filters.tsx'
import { validateStageSearch, type StageSearch } from './stage-search.ts'
import { bulkFailureText } from '../review-steps.ts'
import { confirmAbove, stageActions, type PendingStep, type StageAction, type StageStep } from '../stage-actions.ts'
import { StageBulkBar } from './stage-bulk-bar.tsx'
import { mayRecall, stageColumns } from './stage-columns.tsx'
import { insteadOfRows } from './instead-of-rows.tsx'
import { OnlyReviewer } from './only-reviewer.tsx'
import { useStageKeys } from './use-stage-keys.ts'
import { useKeptCursor } from './use-kept-cursor.ts'
import { nextIndexOf, useStagePanel } from './use-stage-panel.ts'
import css from './stage-list-page.module.css'
import { t } from './words.ts'
import { useStageSteps } from './use-stage-steps.ts'
import { sortedBy } from '../../../ui/grid/columns/columns.ts'

const StepDialogs = lazy(() => import('../review-step-dialogs.tsx').then((part) => ({ default: part.StepDialogs })))
const StagePanel = lazy(() => import('./stage-panel.tsx').then((part) => ({ default: part.StagePanel })))

export const noFilters = { q: undefined, source: undefined, severity: undefined, type: undefined }

/** From this width on, the actions of a row have their words. */
const roomy = '(min-width: 1760px)'
/** Two lines of the name, and one of source and type. */
const rowPx = 66

/**
 * Its name takes two lines, as do source and type next to a single step; when a record was moved and why take a line each, and on the
 * watchlist its checks and sightings.
 */
const cardPx: Record<ListedStage, number> = {
  watchlist: 203,
  deletionPending: 187,
  deleted: 129,
  published: 117,
}

export interface StagePageProps {
  kind: Kind
  stage: ListedStage
  /** Replaces the title of the stage. */
  title?: string
  /** Content above the filters. */
  choice?: ReactNode
}

interface StageListProps extends StagePageProps {
  company: string
}

export function StageList({ company, kind, stage, choice }: StageListProps) {
  const [{ id: openId, ...search }, changeSearch] = usePageSearch(validateStageSearch)
  const [store] = useState(createGridStore)
  const rows = usePagedRows<QaRecord>((pageNumber) => stageQuery(company, kind, stage, search, pageNumber))
  const steps = useStageSteps(company, kind, stage, store)
  const outcomeOf = steps.outcomes.of
  useKeptCursor(rows, store, steps.returned)
  /** How many rows the list has without those that were decided on. */
  const left = () => {
    const leaving = rows.loaded.filter(steps.outcomes.hasLeft).length
    return rows.total === undefined ? undefined : rows.total - leaving
  }
  const fresh = useFreshCount(
    ['review.changed'],
    (event) => event.company === company && event.data['stage'] === stage,
    {
      ask: () => countStage(company, kind, stage, search),
      known: () => (rows.totalIsCapped || rows.isOld ? undefined : left()),
      readAt: rows.readAt,
    },
  )
  const [pendingStep, setPendingStep] = useState<PendingStep | null>(null)
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  const hasRoom = useMedia(roomy)
  const actions = stageActions[stage]

  const panel = useStagePanel(rows, store, openId, (id, options) => changeSearch({ id }, options), outcomeOf)
  const close = () => changeSearch({ id: undefined })

  const change = (changes: StageSearch) => {
    store.reset()
    changeSearch({ id: undefined, ...changes })
  }
  const run = (step: StageStep, threats: readonly QaRecord[], remark?: RemarkInput, everyDays?: CheckDays) => {
    panel.leave(threats)
    const isConfirming = (row: QaRecord | undefined) => threats.some(({ id }) => id === row?.id)
    // The open record stays until the server has taken the step.
    if (openId === undefined && isConfirming(rows.at(store.cursor()))) {
      const next = nextIndexOf(rows.loaded, store.cursor(), (row) => !isConfirming(row) && outcomeOf(row) === undefined)
      if (next >= 0) store.moveTo(next)
    }
    void steps.take(step, threats, remark, everyDays)
  }
  const ask = (step: StageStep, asked: readonly QaRecord[]) => {
    const chosenThreats = asked.filter((row) => outcomeOf(row) === undefined)
    // The reviewer's own requests are left to somebody else.
    const isAllowed = step === 'recall' ? mayRecall : (threat: QaRecord) => step !== 'approve' || !threat.isOwnRequest
    const threats = chosenThreats.filter(isAllowed)
    if (chosenThreats.length > threats.length) snackbar(bulkFailureText(step === 'recall' ? 'DECIDED' : 'OWN_REQUEST'))
    if (threats.length === 0) return
    const isMany = threats.length > confirmAbove || (threats.length > 1 && step === 'approve')
    if (step === 'requestDeletion' || step === 'recall' || step === 'recheck' || isMany)
      setPendingStep({ step, threats })
    else run(step, threats)
  }
  const columns = stageColumns(
    {
      kind,
      stage,
      actions,
      failures: steps.failures,
      outcomeOf,
      onAction: ({ step }, threat) => ask(step, [threat]),
      hasRoom: hasRoom && openId === undefined,
    },
    isPhone ? 'cards' : isNarrow ? 'narrow' : openId === undefined ? 'wide' : 'withPanel',
  )
  const chosen = () => {
    const selected = rows.loaded.filter(({ id }) => store.isSelected(id))
    // A step is never on another record than the one that is read.
    const current = openId === undefined ? rows.at(store.cursor()) : rows.loaded[panel.index]
    return selected.length > 0 ? selected : current ? [current] : []
  }
  const { moveBy } = useStageKeys({
    store,
    rows,
    actions,
    openIndex: panel.index,
    onAction: ({ step }) => ask(step, chosen()),
    onOpen: panel.open,
    onMove: (row, index) => openId !== undefined && panel.open(row, index),
    onClose: () => {
      if (openId !== undefined) close()
      return openId !== undefined
    },
    undo: () => void steps.undo(),
  })

  usePageActions(() => {
    const [current] = chosen()
    const choices = actions.map(({ label, step }) => ({ label: label(), run: () => ask(step, chosen()) }))
    return actionsOn(choices, store.selection().ids.size, current && shownTitle(current.source, current.title))
  })

  const { sortField, sortDirection } = stageSorting(stage, search)
  const sorting = { by: sortField, direction: sortDirection }
  const onSort = (by: NonNullable<StageSearch['sort']>) => {
    change(sortedBy(by, sorting, by === 'title' || by === 'source' || by === 'dueAt' ? 'asc' : 'desc'))
  }

  return (
    <>
      <Stack gap={1} className={`${css.tools} list-tools`}>
        {choice}
        <Inline as="search" align="stretch" wrap="or-scroll" aria-label={kindWords[kind].filter()}>
          <SearchField label={kindWords[kind].search()} value={search.q} onChange={(q) => change({ q })} />
          <QaFilterPills
            kind={kind}
            stage={stage}
            filters={search}
            onChange={({ source, severity, type }) => change({ source, severity, type })}
          />
        </Inline>
        <Inline align="baseline" least={34} pad="2 0 0" wrap tone="quiet" className={css.summary}>
          <output className="num">
            {rows.total === undefined || rows.isOld ? null : (
              <Text as="b" tone="plain">
                {countText(kind, left() ?? rows.total)}
              </Text>
            )}
          </output>
          {stage === 'published' ? <RecallHint /> : null}
          {stage === 'deletionPending' ? <span>{t(`decideHint.${kind}`)}</span> : null}
        </Inline>
      </Stack>
      {rows.loaded.some(({ isOwnRequest }) => isOwnRequest) ? <OnlyReviewer company={company} /> : null}
      <NewRows count={fresh} onShow={rows.refetch} />
      <Inline gap={0} align="stretch" grow className="panels">
        <DataGrid
          label={stageTitle(kind, stage)}
          columns={columns}
          rows={rows}
          store={store}
          idOf={({ id }) => id}
          rowHeight={isPhone ? cardPx[stage] : rowPx}
          sorting={sorting}
          onSort={onSort}
          onOpen={panel.open}
          isSelectable={!isPhone}
          maySelect={(row) => mayRecall(row) && outcomeOf(row) === undefined}
          instead={insteadOfRows({ kind, stage, search, rows, onClear: () => change(noFilters) })}
        />
        {openId === undefined ? null : (
          <Suspense fallback={<div className="panel-space" />}>
            <StagePanel
              key={openId}
              company={company}
              kind={kind}
              stage={stage}
              id={openId}
              row={rows.loaded[panel.index]}
              failure={steps.failures.get(openId)}
              index={panel.index}
              total={rows.total ?? 0}
              actions={actions}
              onAction={({ step }, threat) => ask(step, [threat])}
              onOpen={(id) => changeSearch({ id })}
              onMove={moveBy}
              onClose={close}
            />
          </Suspense>
        )}
      </Inline>
      <SelectionBar kind={kind} store={store} actions={actions} onAction={({ step }) => ask(step, chosen())} />
      {pendingStep ? (
        <Suspense fallback={null}>
          <StepDialogs
            kind={kind}
            pendingStep={pendingStep}
            onClose={() => setPendingStep(null)}
            onConfirm={(remark, everyDays) => {
              setPendingStep(null)
              run(pendingStep.step, pendingStep.threats, remark, everyDays)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Until when what was published can be recalled. */
function RecallHint() {
  const company = useClientInfo()?.name
  return company ? <span>{t('recallUntil', { company })}</span> : null
}

interface ActionProps {
  kind: Kind
  store: GridStore
  actions: readonly StageAction[]
  onAction: (action: StageAction) => void
}

/** Rendered outside the grid, so that Tab reaches the actions on the selection. */
function SelectionBar({ kind, store, actions, onAction }: ActionProps) {
  const { ids } = useSyncExternalStore(store.subscribe, store.selection)
  if (ids.size === 0) return null
  return <StageBulkBar kind={kind} count={ids.size} actions={actions} onAction={onAction} onClear={store.clear} />
}
