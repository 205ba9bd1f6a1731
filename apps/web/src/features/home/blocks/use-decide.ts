import type { DecisionBody } from '@signet/contract/threats/records'
import type { AnySource } from '@signet/contract/threats/sources'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'

export type HomeDecision = 'takedown' | 'deeperAnalysis'

interface Decidable {
  id: string
  source: AnySource
  title: string
  version: number
}

/**
 * Decides threats or touts from a list on the home page. The change is shown at once with Undo, and reverted with a reason when refused.
 *
 * @param post stores the decision, and returns the record as it is now
 */
export function useDecide<R extends Decidable>(company: string, post: (record: R, body: DecisionBody) => Promise<R>) {
  const client = useQueryClient()
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const setGone = (id: string, isGone: boolean) =>
    setDecided((old) => (isGone ? new Set([...old, id]) : new Set([...old].filter((other) => other !== id))))
  const refresh = () => {
    for (const part of ['home', 'threats', 'touts', 'takedowns', 'analyses'])
      void client.invalidateQueries({ queryKey: [company, part] })
  }

  async function decide(record: R, action: HomeDecision): Promise<void> {
    const title = shownTitle(record.source, record.title)
    setGone(record.id, true)
    try {
      const after = await post(record, { action, version: record.version })
      snackbar(t(`done.${action}`, { title }), { action: { label: t('undo'), run: () => void undo(after) } })
      refresh()
    } catch (error) {
      setGone(record.id, false)
      snackbar(t('decideFailed', { title, reason: errorText(error) }), { isFailure: true })
      refresh()
    }
  }

  async function undo(after: R): Promise<void> {
    try {
      await post(after, { action: 'reopen', version: after.version })
      setGone(after.id, false)
    } catch (error) {
      snackbar(t('undoFailed', { reason: errorText(error) }), { isFailure: true })
    }
    refresh()
  }

  return { decided, decide }
}
