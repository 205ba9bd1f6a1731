import type { QAThreat } from '@signet/contract/qa'
import type { Kind } from '@signet/contract/sources'
import type { RemarkInput } from '@signet/contract/threats'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useFreshCount } from '../../../api/use-fresh-count.ts'
import { shownTitle } from '../../../format/shown-title.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { useCompany } from '../../../session/company.ts'
import { FailedBlock, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { NewRows } from '../../../ui/grid/new-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { actionsOn, usePageActions } from '../../../ui/keys/page-actions.ts'
import { phone } from '../../../ui/layout/use-media.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import { snackbar } from '../../../ui/feedback/toasts.ts'
import { t } from '../../../words/words.ts'
import { filterWords } from '../filter-words.ts'
import { kindWords } from '../qa-kind.ts'
import { countQueued, countsKey, countsQuery, reviewDetailQuery, reviewQuery } from '../qa.api.ts'
import { queueSteps, ReviewBulkBar } from './review-bulk-bar.tsx'
import { useReviewKeys } from './review-keys.ts'
import { ReviewClaims, ReviewTools } from './review-claims.tsx'
import { ReviewListPane } from './review-list-pane.tsx'
import { ReviewList } from './review-list.tsx'
import css from './review-page.module.css'
import { validateReviewSearch, type ReviewSearch } from '../review-search.ts'
import type { Draft } from '../review-steps.ts'
import { ReviewThreat } from '../review/review-threat.tsx'
import { neighbourOf, useCursor } from './use-cursor.ts'
import { confirmAbove, type AskedStep } from '../stage-actions.ts'
import { useClaims, useHeldOpen } from './use-claims.ts'
import { useReview, type QueueStep } from './use-review.ts'

// What a key may ask for is not part of the page, and is there before the key is pressed.
const mergeDialog = () => import('./merge-dialog.tsx')
const stepDialogs = () => import('../review-step-dialogs.tsx')
const MergeDialog = lazy(() => mergeDialog().then((part) => ({ default: part.MergeDialog })))
const AllReviewed = lazy(() => import('./review-empty.tsx').then((part) => ({ default: part.AllReviewed })))
const CampaignDecided = lazy(() => import('./review-empty.tsx').then((part) => ({ default: part.CampaignDecided })))
const NothingMatches = lazy(() => import('./review-empty.tsx').then((part) => ({ default: part.NothingMatches })))
const StepDialogs = lazy(() => stepDialogs().then((part) => ({ default: part.StepDialogs })))

const none: readonly QAThreat[] = []
const unfiltered = { source: undefined, severity: undefined, type: undefined, mine: undefined, like: undefined }
/** With fewer rows than this in view the next ones are fetched. */
const refillBelow = 20

/** Threats to review: publish, watch or delete, one after the other. */
export function ReviewPage() {
  return <ReviewOf kind="threat" />
}

/** The same for touts. */
export function ToutReviewPage() {
  return <ReviewOf kind="tout" />
}

function ReviewOf({ kind }: { kind: Kind }) {
  const company = useCompany()
  return (
    <Page title={t(kindWords[kind].review)} layout="fill">
      {/* Another company or kind is another queue: nothing of the old one stays. */}
      <Review key={`${company} ${kind}`} company={company} kind={kind} />
    </Page>
  )
}

function Review({ company, kind }: { company: string; kind: Kind }) {
  const [search, change] = usePageSearch(validateReviewSearch)
  const now = useNow()
  const client = useQueryClient()
  const list = useQuery(reviewQuery(company, kind, search))
  const counts = useQuery(countsQuery(company, kind)).data
  const review = useReview(company, kind, list.data?.items ?? none)
  const { shown, failures } = review
  const ids = shown.map(({ id }) => id)
  const fresh = useFreshCount(
    ['review.changed'],
    (event) => event.company === company && event.data['stage'] === 'queued',
    {
      ask: () => countQueued(company, kind, search),
      known: () =>
        list.data && !list.data.totalIsCapped ? list.data.total - (list.data.items.length - shown.length) : undefined,
      readAt: list.dataUpdatedAt,
    },
  )

  const goTo = useCallback((changes: Partial<ReviewSearch>, replace = true) => change(changes, { replace }), [change])
  const cursor = useCursor(
    ids,
    search.id,
    useCallback((id: string) => goTo({ id }), [goTo]),
  )
  const detail = useQuery({
    ...reviewDetailQuery(company, kind, cursor.currentId ?? ''),
    enabled: cursor.currentId !== null,
  })
  const threat = shown[cursor.index] ?? detail.data
  useEffect(() => {
    void mergeDialog()
    void stepDialogs()
  }, [])
  usePrefetch(company, kind, [ids[cursor.index + 1], ids[cursor.index - 1]])
  useRefill(list, shown.length)

  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const claims = useClaims(company)
  const [comparedId, setComparedId] = useState<string | null>(null)
  useHeldOpen(company, kind, threat?.stage === 'queued' ? threat.id : null)
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [asked, setAsked] = useState<AskedStep<QueueStep> | null>(null)
  const [stepsTaken, setStepsTaken] = useState(0)
  const chosen = shown.filter(({ id }) => selected.has(id))
  const draft = (threat && drafts[threat.id]) ?? {}

  const run = (step: QueueStep, threats: readonly QAThreat[], remark?: RemarkInput) => {
    const next = neighbourOf(ids, cursor.currentId, new Set(threats.map(({ id }) => id)))
    cursor.moveTo(next)
    setStepsTaken(stepsTaken + 1)
    if (search.step) goTo({ id: next ?? undefined, step: next ? 'evidence' : undefined })
    const [first] = threats
    if (threats.length === 1 && first && !selected.has(first.id)) {
      void review.one(step, first, drafts[first.id] ?? {}, remark)
    } else {
      setSelected(new Set())
      void review.many(step, threats, remark).then((stayed) => setSelected(new Set(stayed)))
    }
  }
  const ask = (step: QueueStep, threats: readonly QAThreat[]) => {
    if (threats.length === 0 || threats.some(({ stage }) => stage !== 'queued')) return
    const [only] = threats
    const claim = threats.length === 1 && only ? claims.get(only.id) : undefined
    if (claim && !claim.isMine) {
      snackbar(t('{name} has it; nothing was changed', { name: claim.by }))
      return
    }
    if (step === 'requestDeletion' || threats.length > confirmAbove) setAsked({ step, threats })
    else run(step, threats)
  }
  const askCurrent = (step: QueueStep) => ask(step, threat ? [threat] : [])
  const select = (id: string, isOn: boolean) =>
    setSelected((old) => (isOn ? new Set([...old, id]) : new Set([...old].filter((other) => other !== id))))

  useReviewKeys({
    moveBy: cursor.moveBy,
    take: (step) => (chosen.length > 0 ? ask(step, chosen) : askCurrent(step)),
    choose: (severity) => threat && setDrafts({ ...drafts, [threat.id]: { ...draft, severity } }),
    toggleSelected: () => cursor.currentId && select(cursor.currentId, !selected.has(cursor.currentId)),
    clearSelection: () => setSelected(new Set()),
    undo: () => void review.undo().then((id) => id && cursor.moveTo(id)),
    compare: () => {
      const first = detail.data?.related.find(({ stage }) => stage !== 'deletionPending')
      if (first && threat?.stage === 'queued') setComparedId(first.id)
    },
  })

  usePageActions(() => {
    const take = (step: QueueStep) => (chosen.length > 0 ? ask(step, chosen) : askCurrent(step))
    const steps = queueSteps.map(({ step, label }) => ({ label, run: () => take(step) }))
    const current = threat?.stage === 'queued' ? shownTitle(threat.source, threat.title) : undefined
    return actionsOn(steps, chosen.length, current)
  })

  const showMine = (isOn: boolean) => goTo({ mine: isOn ? '1' : undefined, id: undefined, step: undefined })
  const words = filterWords(kind, search)
  const isEmpty = list.data !== undefined && shown.length === 0
  return (
    <div className={css.layout} data-step={search.step ?? 'list'}>
      <output className="visually-hidden">{review.announcement}</output>
      <ReviewListPane
        kind={kind}
        counts={counts}
        matching={words.length > 0 ? (list.data?.total ?? null) : null}
        search={search}
        now={now}
        tools={<ReviewTools kind={kind} company={company} onClaimed={() => showMine(true)} />}
        claims={
          kind === 'threat' ? (
            <ReviewClaims claims={claims} isMineOnly={search.mine !== undefined} onMine={showMine} />
          ) : null
        }
        onSearch={(next) => goTo({ ...next, id: undefined, step: undefined })}
      >
        <NewRows
          count={fresh}
          onShow={() => {
            void list.refetch()
            void client.invalidateQueries({ queryKey: countsKey(company, kind) })
          }}
        />
        {list.data ? (
          isEmpty && words.length > 0 ? (
            <Suspense>
              {search.like && words.length === 1 ? (
                <CampaignDecided onClear={() => goTo(unfiltered)} />
              ) : (
                <NothingMatches kind={kind} filters={words} onClear={() => goTo(unfiltered)} />
              )}
            </Suspense>
          ) : (
            <ReviewList
              kind={kind}
              threats={shown}
              currentId={cursor.currentId}
              selected={selected}
              failures={failures}
              claims={claims}
              now={now}
              stepsTaken={stepsTaken}
              onOpen={(id) => {
                cursor.moveTo(id)
                if (matchMedia(phone).matches) goTo({ id, step: 'evidence' }, false)
              }}
              onSelect={select}
            />
          )
        ) : list.error ? (
          <FailedBlock what={t('The queue')} error={list.error} retry={() => void list.refetch()} />
        ) : (
          <div className={css.wait}>
            <Skeleton lines={12} />
          </div>
        )}
        {chosen.length > 0 ? (
          <ReviewBulkBar
            kind={kind}
            count={chosen.length}
            onStep={(step) => ask(step, chosen)}
            onClear={() => setSelected(new Set())}
          />
        ) : null}
      </ReviewListPane>
      {threat ? (
        <ReviewThreat
          kind={kind}
          threat={threat}
          detail={detail}
          failure={failures.get(threat.id)}
          draft={draft}
          counts={counts}
          now={now}
          hasKeys={chosen.length === 0}
          onDraft={(next) => setDrafts({ ...drafts, [threat.id]: next })}
          onStep={askCurrent}
          claim={claims.get(threat.id)}
          onCompare={setComparedId}
          onTakeApart={(merged) => void review.takeApart(merged)}
          onOpen={(id) => cursor.moveTo(id)}
          onTogether={(like, waiting) => {
            setSelected(new Set(waiting))
            goTo({ ...unfiltered, like, step: undefined }, false)
          }}
          onGo={(step) => goTo({ step }, step !== undefined)}
        />
      ) : (
        <div className={css.empty}>
          {isEmpty && words.length === 0 ? (
            <Suspense>
              <AllReviewed kind={kind} counts={counts} />
            </Suspense>
          ) : null}
          {cursor.currentId && detail.error ? (
            <FailedBlock what={t('What is open')} error={detail.error} retry={() => void detail.refetch()} />
          ) : null}
        </div>
      )}
      {comparedId && detail.data ? (
        <Suspense>
          <MergeDialog
            kind={kind}
            company={company}
            threat={detail.data}
            otherId={comparedId}
            onClose={() => setComparedId(null)}
            onMerge={(duplicate, survivor) => {
              setComparedId(null)
              cursor.moveTo(neighbourOf(ids, cursor.currentId, new Set([duplicate.id])))
              setStepsTaken(stepsTaken + 1)
              void review.merge(duplicate, survivor)
            }}
          />
        </Suspense>
      ) : null}
      {asked ? (
        <Suspense>
          <StepDialogs
            kind={kind}
            asked={asked}
            onClose={() => setAsked(null)}
            onConfirm={(remark) => {
              setAsked(null)
              run(asked.step, asked.threats, remark)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Reads the neighbours of the current threat before they are asked for. */
function usePrefetch(company: string, kind: Kind, ids: readonly (string | undefined)[]): void {
  const client = useQueryClient()
  const key = ids.join(' ')
  useEffect(() => {
    for (const id of key.split(' ')) if (id) void client.prefetchQuery(reviewDetailQuery(company, kind, id))
  }, [client, company, kind, key])
}

/** Fetches the next rows when few are left of those that were read. */
function useRefill(
  list: { data: { items: unknown[]; total: number } | undefined; isFetching: boolean; refetch: () => unknown },
  shownCount: number,
): void {
  const hasMore = list.data !== undefined && list.data.total > list.data.items.length
  const isDue = hasMore && shownCount < refillBelow && !list.isFetching
  const { refetch } = list
  useEffect(() => {
    if (isDue) void refetch()
  }, [isDue, refetch])
}
