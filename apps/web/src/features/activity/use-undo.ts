import type { Activity } from '@signet/contract/threats/activity'
import type { Kind } from '@signet/contract/threats/sources'
import { decideThreat } from '@signet/contract/threats/threats'
import { decideTout } from '@signet/contract/touts/touts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'

/** The queries that a decision affects. Each is loaded again. */
const touched = ['activity', 'events', 'threats', 'touts', 'home', 'takedowns', 'analyses']

/** Undoes decisions from the activity list. A second click on the same decision is ignored while the first is running. */
export function useUndoDecision(company: string, kind: Kind) {
  const client = useQueryClient()
  const [busyId, setBusyId] = useState<string | null>(null)

  async function undo(row: Activity): Promise<void> {
    if (!row.undo?.isPossible || busyId !== null) return
    const title = shownTitle(row.source, row.title)
    const body = { action: 'reopen' as const, version: row.undo.version }
    setBusyId(row.id)
    try {
      await (kind === 'tout'
        ? call(decideTout, { params: { source: row.source, toutId: row.threatId }, query: { company }, body })
        : call(decideThreat, {
            params: { source: row.source, threatId: row.threatId },
            query: { company },
            body,
          }))
      snackbar(t('decisionUndone', { title }))
    } catch (error) {
      snackbar(t('undoFailed', { title, reason: errorText(error) }), {
        isFailure: true,
      })
    } finally {
      setBusyId(null)
      for (const feature of touched) void client.invalidateQueries({ queryKey: [company, feature] })
    }
  }

  return { undo, busyId }
}
