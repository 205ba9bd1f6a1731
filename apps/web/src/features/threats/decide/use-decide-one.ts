import { type Decision } from '@signet/contract/threats/threats'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { useCompany } from '../../../session/company.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { snackbar, toast } from '../../../ui/feedback/messages/toasts.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { t } from './words.ts'
import { calledFor, decidedText, statusAfter } from './decision-words.ts'
import { useRecords, type AnyThreat, type DecisionDetails } from '../records.ts'
import { cachedThreat, patchThreats, refreshAfterDecision } from '../threat-cache.ts'
import { threatStatusName } from '../../../words/named/threats.ts'
import { useJoinedMessage } from '../../../ui/feedback/messages/use-joined-message.ts'
import { useUndo } from '../../../ui/feedback/messages/use-undo.ts'

/** Decisions on one threat. The row changes at once, the snackbar offers Undo, and a refused decision is reverted and its reason shown. */
export function useDecideOne(store: GridStore) {
  const client = useQueryClient()
  const company = useCompany()
  const records = useRecords()
  const { calls, name: feature, words } = records
  const refOf = ({ source, id }: AnyThreat) => ({ company, source, id })
  const undo = useUndo<Promise<void>>()
  const sayReopened = useJoinedMessage()
  const cached = (threat: AnyThreat) => cachedThreat(client, records, company, threat.id) ?? threat

  const decide = (threat: AnyThreat, decision: Decision, details: DecisionDetails = {}): Promise<void> =>
    undo.take((order) => decideInOrder(order, cached(threat), decision, details))

  /** @param threat as it was when the user decided; the cached one may have been changed by others since */
  const decideInOrder = async (order: number, threat: AnyThreat, decision: Decision, details: DecisionDetails) => {
    const before = cached(threat)
    const ids = new Set([threat.id])
    const name = shownTitle(threat.source, threat.title)
    patchThreats(client, records, company, ids, () => ({ status: statusAfter(decision) }))
    store.setDone([threat.id], decision !== 'reopen')
    try {
      const decideAt = (version: number) => calls.decide(refOf(threat), { action: decision, version, ...details })
      const after = await decideAt(threat.version).catch(async (error: unknown) =>
        decideAt(await versionToRepeat(threat, error)),
      )
      patchThreats(client, records, company, ids, () => after)
      const sources = [threat.source]
      const textFor = (subject: string) => decidedText(subject, decision, { until: details.until, sources })
      const text = textFor(t('quotedName', { name }))
      const textForMany = (count: number) => textFor(words.count(count))
      if (decision === 'reopen') sayReopened(decision, text, 1, textForMany)
      else {
        undo.offer(() => undo.take((next) => decideInOrder(next, after, 'reopen', {})), {
          order,
          text,
          join: { key: `${calledFor(decision, sources)} ${details.until}`, textOf: textForMany },
        })
      }
      refreshAfterDecision(client, records, company)
    } catch (error) {
      patchThreats(client, records, company, ids, () => ({ status: before.status, version: before.version }))
      store.setDone([threat.id], before.status !== 'open' && decision === 'reopen')
      await explainRefusal(threat, name, error)
    }
  }

  /**
   * The version to repeat a refused decision with: if only the product changed the threat, e.g. its score after a check, the decision still
   * means the same. Otherwise it throws the reason of the refusal.
   */
  const versionToRepeat = async (before: AnyThreat, error: unknown): Promise<number> => {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
    // If it can't be loaded, the refusal stands.
    const now = await calls.open(refOf(before)).catch(() => null)
    if (!now || now.version <= before.version || now.status !== before.status) throw error
    const changes = now.history.slice(before.version - now.version)
    if (changes.some(({ by }) => by !== null)) throw error
    return now.version
  }

  /** Who changed the threat and to which status, if another user was faster; otherwise the reason. */
  const explainRefusal = async (threat: AnyThreat, name: string, error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) {
      snackbar(`${t('notChanged', { name })} ${errorText(error)}`, { isFailure: true })
      return
    }
    // If it can't be loaded either, the message doesn't name who changed it.
    const now = await calls.open(refOf(threat)).catch(() => null)
    const who = now?.history.findLast(({ by }) => by !== null)?.by
    const text =
      now && now.version !== threat.version
        ? t('changedBySomeoneElse', {
            who: who ?? t('someoneElse'),
            name,
            status: threatStatusName(now.status),
          })
        : t('caseWorkStarted', { name })
    snackbar(text, {
      isFailure: true,
      action: { label: t('reload'), run: () => void client.invalidateQueries({ queryKey: [company, feature] }) },
    })
  }

  const bookmark = async (threat: AnyThreat): Promise<void> => {
    const isOn = !threat.bookmarked
    const ids = new Set([threat.id])
    patchThreats(client, records, company, ids, () => ({ bookmarked: isOn, bookmarkNote: undefined }))
    try {
      await calls.bookmark(refOf(threat), isOn)
      toast(isOn ? t('bookmarked') : t('bookmarkRemoved'))
    } catch (error) {
      const { bookmarkNote } = threat
      patchThreats(client, records, company, ids, () => ({ bookmarked: !isOn, bookmarkNote }))
      snackbar(`${t('bookmarkNotUpdated')} ${errorText(error)}`, { isFailure: true })
    }
  }

  /** Undoes the last decision, or says that there is none. */
  const undoLast = () => void undo.undoLast(() => toast(t('nothingToUndo')))

  return { decide, bookmark, undo, undoLast }
}
export type DecideOne = ReturnType<typeof useDecideOne>
