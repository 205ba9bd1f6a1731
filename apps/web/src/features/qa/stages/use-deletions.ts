import type { Kind } from '@signet/contract/sources'
import { useClientInfo } from '../../../session/client-info.ts'
import { pathsOf } from '../qa-kind.ts'

/**
 * Whether deletions that wait for a second reviewer stand beside what is deleted, and not on a page of their own: so it is for touts,
 * and for the threats of companies whose reviewers have the pages of touts in its place.
 */
export function useHasOwnDeletionQueue(kind: Kind): boolean {
  const info = useClientInfo()
  return kind === 'threat' && info?.config.qaNavigation !== 'touts'
}

/** The address of the deletions of a kind that wait for a second reviewer. */
export function useDeletionsLink(kind: Kind): { to: string; search: { show?: 'waiting' } } {
  return useHasOwnDeletionQueue(kind)
    ? { to: '/QA/deletionQueue', search: {} }
    : { to: pathsOf[kind].deleted, search: { show: 'waiting' } }
}
