import { listRemarks } from '@signet/contract/threats/remarks'
import { listToutRemarks } from '@signet/contract/touts/touts'
import { call } from '../../../../api/call.ts'
import { useCompany } from '../../../../session/company.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { useAction } from '../../../../ui/controls/use-action.ts'
import { useRecords, type AnyDetail } from '../../records.ts'
import { t } from '../words.ts'

/** Loads the next page of remarks, which only a record with many merged duplicates has. */
export function OlderRemarks({
  threat,
  pages,
  onLoaded,
}: {
  threat: AnyDetail
  /** The older remarks that were loaded before, in pages of the same length. */
  pages: readonly AnyDetail['remarks'][]
  onLoaded: (remarks: AnyDetail['remarks']) => void
}) {
  const company = useCompany()
  const { kind } = useRecords()
  const { source, id } = threat
  const { isBusy, run } = useAction(
    async () => {
      const query = { company, pageNumber: pages.length + 2 }
      onLoaded(
        kind === 'tout'
          ? await call(listToutRemarks, { params: { source, toutId: id }, query })
          : await call(listRemarks, { params: { source, threatId: id }, query }),
      )
    },
    { failed: (reason) => t('olderRemarksFailed', { reason }) },
  )
  const left = (threat.olderRemarks ?? 0) - pages.flat().length
  return left > 0 ? (
    <Button isBusy={isBusy} onClick={run}>
      {t('olderRemarks', { count: left })}
    </Button>
  ) : null
}
