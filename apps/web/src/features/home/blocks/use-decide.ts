import { decideThreat, type Threat } from '@signet/contract/threats/threats'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'

export type HomeDecision = 'takedown' | 'deeperAnalysis'

/** Decides threats from the list on the home page. The change is shown at once with Undo, and reverted with a reason when refused. */
export function useDecide(company: string) {
  const client = useQueryClient()
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const setGone = (id: string, isGone: boolean) =>
    setDecided((old) => (isGone ? new Set([...old, id]) : new Set([...old].filter((other) => other !== id))))
  const refresh = () => {
    void client.invalidateQueries({ queryKey: [company, 'home'] })
    void client.invalidateQueries({ queryKey: [company, 'threats'] })
    void client.invalidateQueries({ queryKey: [company, 'takedowns'] })
    void client.invalidateQueries({ queryKey: [company, 'analyses'] })
  }
  const send = (threat: Threat, decision: HomeDecision | 'reopen') =>
    call(decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      query: { company },
      body: { action: decision, version: threat.version },
    })

  async function decide(threat: Threat, decision: HomeDecision): Promise<void> {
    const title = shownTitle(threat.source, threat.title)
    setGone(threat.id, true)
    try {
      const after = await send(threat, decision)
      snackbar(t(`done.${decision}`, { title }), { action: { label: t('undo'), run: () => void undo(after) } })
      refresh()
    } catch (error) {
      setGone(threat.id, false)
      snackbar(t('decideFailed', { title, reason: errorText(error) }), { isFailure: true })
      refresh()
    }
  }

  async function undo(after: Threat): Promise<void> {
    try {
      await send(after, 'reopen')
      setGone(after.id, false)
    } catch (error) {
      snackbar(t('undoFailed', { reason: errorText(error) }), { isFailure: true })
    }
    refresh()
  }

  return { decided, decide }
}
