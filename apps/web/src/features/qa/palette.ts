import { can } from '@signet/contract/access/permissions'
import { listQueued, listWatched } from '@signet/contract/review/qa'
import { listQueuedTouts } from '@signet/contract/touts/qa-touts'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import type { PaletteSource } from '../../navigation/palette.ts'
import { t } from './words.ts'

const foundMax = 8

/** Searches the records that aren't published yet. */
function inReview(
  order: number,
  path: string,
  list: typeof listQueued | typeof listQueuedTouts,
  kind: () => string,
  hrefOf: (threat: { id: string; title: string }) => string,
): PaletteSource {
  return {
    order,
    isFor: ({ role, hasScreen }) => can(role, 'qa:review') && hasScreen(path),
    find: async ({ company, text, signal }) => {
      const query = { company, searchQuery: text, limit: foundMax }
      return (await call(list, { query, signal })).items.map(({ id, title, source }) => ({
        key: `${path} ${id}`,
        label: shownTitle(source, title),
        kind: kind(),
        href: path + hrefOf({ id, title }),
        source,
      }))
    },
  }
}

const waits = () => t('awaitingReview')
const byId = ({ id }: { id: string }) => `?id=${id}`
// The watchlist has no panel, so the link filters it by title.
const byTitle = ({ title }: { title: string }) => `?q=${encodeURIComponent(title)}`

export const found: readonly PaletteSource[] = [
  inReview(40, '/QA/dashboard', listQueued, waits, byId),
  inReview(41, '/QA/touts', listQueuedTouts, waits, byId),
  inReview(42, '/QA/watchlist', listWatched, () => t('onTheWatchlist'), byTitle),
]
