import type { Kind } from '@signet/contract/threats/sources'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePageSearch } from '../../../url/page-search.ts'
import { useCompany } from '../../../session/company.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { t } from './words.ts'
import { pathsOf, stageTitle } from '../qa-kind.ts'
import { countsQuery } from '../qa.api.ts'
import { validateStageSearch } from './stage-search.ts'
import { useHasOwnDeletionQueue } from './use-deletions.ts'
import { noFilters, StageList, type StagePageProps } from './stage-list.tsx'

export function WatchlistPage() {
  return <StagePage kind="threat" stage="watchlist" />
}

export function ToutWatchlistPage() {
  return <StagePage kind="tout" stage="watchlist" />
}

export function DeletionQueuePage() {
  return <StagePage kind="threat" stage="deletionPending" />
}

export function DeletedPage() {
  return <DeletedOf kind="threat" />
}

export function DeletedToutsPage() {
  return <DeletedOf kind="tout" />
}

export function PublishedPage() {
  return <PublishedOf kind="threat" />
}

export function PublishedToutsPage() {
  return <PublishedOf kind="tout" />
}

/** What the client sees, for recalling it. It has no place in the menu, so it leads back to the queue. */
function PublishedOf({ kind }: { kind: Kind }) {
  return (
    <StagePage
      kind={kind}
      stage="published"
      choice={
        <Link to={pathsOf[kind].queued} activeOptions={{ exact: true }} className="way-link">
          <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
          {t('backToReview')}
        </Link>
      }
    />
  )
}

/** The deleted records. Where pending deletions have no page of their own, they are part of this one. */
function DeletedOf({ kind }: { kind: Kind }) {
  const [{ show }, change] = usePageSearch(validateStageSearch)
  const hasOwnQueue = useHasOwnDeletionQueue(kind)
  const counts = useQuery({ ...countsQuery(useCompany(), kind), enabled: !hasOwnQueue })
  if (hasOwnQueue) return <StagePage kind={kind} stage="deleted" />
  return (
    <StagePage
      kind={kind}
      stage={show === 'waiting' ? 'deletionPending' : 'deleted'}
      title={stageTitle(kind, 'deleted')}
      choice={
        <Segments
          label={t('show')}
          choices={[
            { value: 'deleted', label: t('deleted') },
            { value: 'waiting', label: t('awaitingApproval'), count: counts.data?.deletionsWaiting },
          ]}
          value={show ?? 'deleted'}
          onChange={(next) => change({ ...noFilters, id: undefined, show: next === 'waiting' ? next : undefined })}
        />
      }
    />
  )
}

/** One of the later stages of the review, with the actions that the flow allows there. */
function StagePage({ kind, stage, title, choice }: StagePageProps) {
  const company = useCompany()
  return (
    <Page title={title ?? stageTitle(kind, stage)} layout="fill">
      {/* The key resets the state when the company, kind or stage changes. */}
      <StageList key={`${company} ${kind} ${stage}`} company={company} kind={kind} stage={stage} choice={choice} />
    </Page>
  )
}
