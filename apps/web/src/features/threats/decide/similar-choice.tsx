import type { Decision } from '@signet/contract/threats/threats'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FailedBlock } from '../../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/dialogs/dialog.tsx'
import { Card, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { calledFor } from './decision-words.ts'
import { consequencesOf } from './bulk-confirm.tsx'
import { useRecords, type AnyThreat, type Group } from '../records.ts'
import { isOver, UntilField } from './until-field.tsx'

const shownTitles = 3

/**
 * Asks whether a decision applies to one row only or also to the similar threats that it groups. It states the number, the company and the
 * first three titles, so no further confirmation is needed.
 */
export function SimilarChoice({
  decision,
  heads,
  chosen,
  companyName,
  membersOf,
  until = '',
  onOne,
  onAll,
  onNoOther,
  onClose,
}: {
  decision: Decision
  /** The rows that group several threats. */
  heads: readonly AnyThreat[]
  /** Ids to decide without the similar threats. */
  chosen: readonly string[]
  companyName: string
  /** The threats that a row groups, including its own. */
  membersOf: (row: AnyThreat) => Promise<readonly AnyThreat[]>
  /** The day selected earlier. */
  until?: string | undefined
  /** @param until the last day of the whitelisting */
  onOne: (until?: string) => void
  onAll: (group: Group, until?: string) => void
  /** All the others are decided already: there is nothing to choose. */
  onNoOther: () => void
  onClose: () => void
}) {
  const company = useCompany()
  const { name, words } = useRecords()
  const [day, setDay] = useState(until)
  const withDay = (act: (until?: string) => void) => {
    if (day === '') act()
    else if (!isOver(day)) act(day)
  }
  const found = useQuery({
    queryKey: [company, name, 'chosen', heads.map(({ id }) => id)],
    queryFn: async () => (await Promise.all(heads.map(membersOf))).flat(),
    // Threats that were decided in the meantime must not be decided again.
    gcTime: 0,
  })
  const called = calledFor(
    decision,
    heads.map(({ source }) => source),
  )
  const similar = found.data ?? []
  const undecided = similar.filter(({ status }) => status === 'open')
  const decided = similar.length - undecided.length
  const known = new Set(similar.map(({ id }) => id))
  const hasNoOther = found.data !== undefined && undecided.every(({ id }) => chosen.includes(id))
  const goOn = useEffectEvent(onNoOther)
  useEffect(() => {
    if (hasNoOther) goOn()
  }, [hasNoOther])
  const ids = [...chosen.filter((id) => !known.has(id)), ...undecided.map(({ id }) => id)]
  const alone = chosen.length
  const inAll = found.data ? ids.length : heads.reduce((sum, row) => sum + (row.similar ?? 1) - 1, alone)
  const named = (found.data ? undecided : heads).map((row) => shownTitle(row.source, row.title))
  const shown = [...new Set(named)].slice(0, shownTitles)

  // Enter decides only this threat, as it does without the dialog.
  const one = useRef<HTMLButtonElement>(null)
  useEffect(() => one.current?.focus(), [])
  return (
    <Dialog
      title={
        alone === 1
          ? t('thisOrSimilar', { count: inAll })
          : t('theseOrSimilar', { n: exactNumber(alone), all: exactNumber(inAll) })
      }
      onClose={onClose}
    >
      <Text as="p" tone="quiet">
        {consequencesOf(called, companyName)}
      </Text>
      {found.error ? (
        <FailedBlock what={t('similar')} error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Card as="ul" kind="note" gap={1} aria-busy={!found.data}>
          {shown.map((title) => (
            <li key={title}>{title}</li>
          ))}
          {inAll > shown.length && (
            <Text as="li" size="meta" tone="faint">
              {t('andNMore', { n: exactNumber(inAll - shown.length) })}
            </Text>
          )}
          {decided > 0 && (
            <Text as="li" size="meta" tone="faint">
              {t('alreadyDecidedCount', { count: decided })}
            </Text>
          )}
        </Card>
      )}
      {decision === 'whitelist' && <UntilField day={day} onChange={setDay} />}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button ref={one} onClick={() => withDay(onOne)}>
          {alone === 1 ? t('onlyThis') : t('onlyThese', { n: exactNumber(alone) })}
        </Button>
        <Button
          kind="primary"
          isBusy={!found.data}
          onClick={() =>
            withDay((lastDay) =>
              onAll({ ids, titles: undecided.map((row) => shownTitle(row.source, row.title)) }, lastDay),
            )
          }
        >
          {t(`confirm.${called}`, { subject: words.count(inAll) })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
