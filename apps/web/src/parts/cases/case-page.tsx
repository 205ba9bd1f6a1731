import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import type { ReactNode } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { NoData, Skeleton, StateBlock, type QueryLike } from '../../ui/feedback/data-state.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Card } from '../../ui/layout/parts.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { t } from './words.ts'
import { CaseColumns, CaseCrumbs, CaseHead } from './case-layout.tsx'

/** The page of one case. Escape returns to its list. */
export function CasePage<T>({
  title,
  list,
  id,
  query,
  isHidden = false,
  notFound,
  what,
  children,
}: {
  title: string
  /** The list the case is in. */
  list: { path: '/takedown' | '/deeperAnalysis' | '/addRequest' | '/addThreats'; title: string; all: string }
  /** The id of the case. */
  id: string
  query: QueryLike<T>
  /** Whether the user's role has no access to such cases. */
  isHidden?: boolean
  /** The heading when there is no such case, and what to do then instead of going to the list. */
  notFound: { title: string; hint: string; action?: ReactNode }
  /** The name of the case in the error message, e.g. `this takedown`. */
  what: string
  children: (record: T) => ReactNode
}) {
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: list.path }) })
  const { data, error } = query
  return (
    <Page title={title}>
      <CaseCrumbs to={list.path} list={list.title} name={t('ourReferenceOf', { reference: caseReferenceOf(id) })} />
      {data !== undefined ? (
        children(data)
      ) : isHidden || (error instanceof ApiError && error.status === 404) ? (
        <StateBlock title={notFound.title} action={notFound.action ?? <Link to={list.path}>{list.all}</Link>}>
          {notFound.hint}
        </StateBlock>
      ) : (
        <NoData query={query} what={what} loading={<Loading />} />
      )}
    </Page>
  )
}

function Loading() {
  return (
    <>
      <CaseHead title="…" chips={<Skeleton lines={1} />} />
      <Card>
        <Skeleton lines={2} />
      </Card>
      <CaseColumns
        side={
          <Card>
            <Skeleton lines={6} />
          </Card>
        }
      >
        <Card>
          <Skeleton lines={8} />
        </Card>
      </CaseColumns>
    </>
  )
}
