import { addedLinksMax, type AddResult } from '@signet/contract/threats/add-threats'
import type { Severity } from '@signet/contract/threats/severities'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnceKey } from '../../../api/use-once-key.ts'
import { addressesOf } from '../../../url/addresses-of.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { useSettled } from '../../../ui/forms/use-settled.ts'
import { t } from './words.ts'
import { add, checkQuery, publishAdded, type NewThreat, type Place } from './add-threats.api.ts'
import { linesMax, parseLines } from './parse-lines.ts'

/** Rows are checked after typing has paused for this long. */
const restMs = 500

interface Draft {
  /** May be a type of a previously selected source. */
  chosenType: string
  severity: Severity
  /** The pasted text, one threat per line. */
  text: string
  /** The values of the fields of one threat. */
  values: Readonly<Record<string, string>>
  /** Whether what the company owns or allows is added, too. It is chosen for the rows on the screen. */
  isAddedAnyway: boolean
  /** The app that was uploaded, or whose address was entered, for one threat of the source APK. */
  appFile: string | undefined
  /** Whether its fields are among the values. */
  isAppRead: boolean
  /** What one threat is added with. */
  files: readonly File[]
  /** Further addresses where one threat was seen, as typed. */
  links: string
}

const noRows = {
  text: '',
  values: {},
  isAddedAnyway: false,
  appFile: undefined,
  isAppRead: false,
  files: [],
  links: '',
}

/**
 * The input of threats: the rows as they would be sent, what would happen to each, and a function that sends the new ones.
 *
 * @param address of a page, which is filled in at first
 */
export function useAddThreats(company: string, place: Place, isMany: boolean, address?: string) {
  const { kind, source } = place
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({
    chosenType: '',
    severity: 'High',
    ...noRows,
    values: address === undefined ? {} : { link: address },
  })
  const { chosenType, severity, text, values, isAddedAnyway, appFile, isAppRead, files, links } = draft
  const once = useOnceKey()
  const set = (changes: Partial<Draft>) => setDraft((old) => ({ ...old, ...changes }))
  const { fields, types } = sourceInfoOf(kind, source)
  const threatType = types.some((type) => type === chosenType) ? chosenType : (types[0] ?? '')

  const parsed = parseLines(text, { kind, source, threatType, fields })
  const one = filled(values, fields)
  const rows: NewThreat[] = isMany
    ? parsed.lines.slice(0, linesMax).map((line) => ({
        threatType: line.threatType ?? threatType,
        severity: line.severity ?? severity,
        fields: line.fields,
      }))
    : Object.keys(one).length > 0
      ? [
          {
            threatType,
            severity,
            fields: one,
            ...(kind === 'threat' && source === 'APK' && isAppRead && appFile ? { appFile } : {}),
          },
        ]
      : []
  const settled = useSettled(rows, restMs)
  const check = useQuery(checkQuery(company, place, settled))
  const isChecked = JSON.stringify(settled) === JSON.stringify(rows) && check.data?.length === rows.length
  const results = isChecked ? check.data : undefined
  const tooMany = isMany && parsed.lines.length > linesMax
  const isGood = (state: AddResult['state'] | undefined) => state === 'new' || (state === 'own' && isAddedAnyway)
  const good = rows.filter(
    (_, index) => isGood(results?.[index]?.state) && !(isMany && parsed.lines[index]?.problem) && !tooMany,
  )
  const linksProblem = isMany ? undefined : problemIn(links)
  const ownCount = results?.filter(({ state }) => state === 'own').length ?? 0

  const { isBusy, run: send } = useAction(
    async (isPublished: boolean) => {
      const furtherLinks = addressesOf(links).links
      const sent = isMany || furtherLinks.length === 0 ? good : good.map((row) => ({ ...row, links: furtherLinks }))
      const sentFiles = isMany ? [] : files
      // The same input again, after a lost connection, is added once.
      const input = JSON.stringify([place, sent, isAddedAnyway, sentFiles.map(({ name, size }) => [name, size])])
      const answers = await add(company, place, { rows: sent, files: sentFiles, isAddedAnyway }, once.keyOf(input))
      once.done()
      const added = answers.filter(({ state }) => state === 'added')
      const ids = added.flatMap(({ id }) => (id ? [id] : []))
      const stayed = isPublished && ids.length > 0 ? await publishAdded(company, kind, ids) : []
      snackbar(
        isPublished
          ? t(`addedAndPublished.${kind}`, { count: ids.length - stayed.length })
          : t(`addedToQueue.${kind}`, { count: ids.length }),
      )
      set(noRows)
      await client.invalidateQueries({ queryKey: [company] })
    },
    { failed: (reason) => t('addFailed', { reason }) },
  )
  return {
    threatType,
    severity,
    text,
    values,
    isAddedAnyway,
    appFile,
    files,
    links,
    linksProblem,
    set,
    parsed,
    rows,
    results,
    good: linksProblem === undefined ? good : [],
    ownCount,
    counts: countsText(rows.length, good.length, results !== undefined),
    checkError: check.error,
    isBusy,
    send,
  }
}

export type ThreatDraft = ReturnType<typeof useAddThreats>

/** Why what was typed isn't a list of links. */
function problemIn(typed: string): string | undefined {
  const { links, wrong } = addressesOf(typed)
  if (links.length > addedLinksMax) return t('tooManyLinks', { n: addedLinksMax })
  return wrong.length > 0 ? t('notLinks', { words: wrong.join(', ') }) : undefined
}

/** The values of the fields that the source has. Values typed for another source are kept but not sent. */
function filled(
  values: Readonly<Record<string, string>>,
  fields: readonly { field: string }[],
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ field }) => {
      const value = values[field]?.trim()
      return value ? [[field, value] as const] : []
    }),
  )
}

function countsText(all: number, good: number, isChecked: boolean): string {
  if (all === 0) return t('nothingToAddYet')
  if (!isChecked) return t('checking')
  return all === good ? t('newCount', { count: good }) : t('goodOfAll', { good, all })
}
