import type { Kind } from '@signet/contract/threats/sources'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../../api/api-error.ts'
import { useAction } from '../../../../ui/controls/use-action.ts'
import type { QaRecord } from '../../qa-kind.ts'
import type { ReviewSearch } from '../../review-search.ts'
import { t } from '../words.ts'
import { everyMatch, matchesMax } from './every-match.ts'

/** Selects everything that the filters find, loaded or not, up to a limit. */
export function SelectAll({
  company,
  kind,
  search,
  total,
  selected,
  onSelect,
}: {
  company: string
  kind: Kind
  search: ReviewSearch
  total: number
  selected: number
  onSelect: (records: readonly QaRecord[]) => void
}) {
  const client = useQueryClient()
  const count = Math.min(total, matchesMax)
  const { isBusy, run } = useAction(async () => onSelect(await everyMatch(client, company, kind, search, count)), {
    failed: (_, error) => t('selectAllFailed', { reason: errorText(error) }),
  })
  if (count === 0 || selected >= count) return null
  return (
    <button type="button" className="link" disabled={isBusy} onClick={() => run()}>
      {total > count ? t('selectFirst', { count }) : t('selectAll', { count })}
    </button>
  )
}
