import type { Kind } from '@signet/contract/threats/sources'
import { useClientInfo } from '../../../session/client-info.ts'
import { pathsOf } from '../qa-kind.ts'
import type { StageSearch } from './stage-search.ts'

/**
 * Whether pending deletions have a page of their own. Otherwise they are shown with the deleted records: always for touts, and for the
 * threats of companies whose reviewers have the pages of touts instead of it.
 */
export function useHasOwnDeletionQueue(kind: Kind): boolean {
  const info = useClientInfo()
  return kind === 'threat' && info?.config.qaNavigation !== 'touts'
}

/** The link to the pending deletions of a kind, which need a second reviewer. */
export function useDeletionsLink(kind: Kind): { to: string; search: StageSearch } {
  return useHasOwnDeletionQueue(kind)
    ? { to: '/QA/deletionQueue', search: {} }
    : { to: pathsOf[kind].deleted, search: { show: 'waiting' } }
}
