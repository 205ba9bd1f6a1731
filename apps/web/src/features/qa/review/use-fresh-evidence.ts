import type { Kind } from '@signet/contract/threats/sources'
import type { RowPage } from '@signet/contract/wire'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '../../../api/live.ts'
import { useCompany } from '../../../session/company.ts'
import { capturesKey, detailKey, reviewKey } from '../qa.api.ts'
import type { QaRecord, QaRecordDetail } from '../qa-kind.ts'

/**
 * Loads a record again when its capture ended or was compared with the brand while it is open. Its row in the queue gets the same score,
 * reasons and version, so that the decision is made on what is shown.
 */
export function useFreshEvidence(kind: Kind, threat: QaRecordDetail): void {
  const company = useCompany()
  const client = useQueryClient()
  const { id } = threat
  useLive(['review.changed', 'reset'], ({ type, data }) => {
    const ids = data['threatIds']
    if (type !== 'reset' && !(Array.isArray(ids) && ids.includes(id))) return
    for (const queryKey of [detailKey(company, id), capturesKey(company, id)]) {
      void client.invalidateQueries({ queryKey })
    }
  })
  useEffect(() => {
    // A second review shows the record without what was decided on it.
    if (threat.stage !== 'queued' || threat.captureRefusal === 'decided') return
    for (const [queryKey, page] of client.getQueriesData<RowPage<QaRecord>>({ queryKey: reviewKey(company, kind) })) {
      const row = page?.items.find((item) => item.id === threat.id)
      if (!page || !row || !isNewer(threat, row)) continue
      const { version, score, severity, reasons, reasonCount, thumbnail } = threat
      const changed = { version, score, severity, reasons, reasonCount, ...(thumbnail ? { thumbnail } : {}) }
      const items = page.items.map((item) => (item === row ? { ...item, ...changed } : item))
      // The list as a whole is as old as before, so that what was added since is still counted.
      const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
      client.setQueryData(queryKey, { ...page, items }, updatedAt === undefined ? {} : { updatedAt })
    }
  }, [client, company, kind, threat])
}

const isNewer = (detail: QaRecord, row: QaRecord) =>
  detail.version > row.version || (detail.version === row.version && fileIn(detail.thumbnail) !== fileIn(row.thumbnail))

/** The file of a link, whose query changes every minute. */
const fileIn = (link: string | undefined) => link?.split('?')[0]
