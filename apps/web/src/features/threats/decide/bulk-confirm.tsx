import type { Decision } from '@signet/contract/threats/threats'
import type { AnySource } from '@signet/contract/threats/sources'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { t } from './words.ts'
import { calledFor } from './decision-words.ts'
import { useRecords } from '../records.ts'
import { isOver, UntilField } from './until-field.tsx'

const shownTitles = 3

/** The affected company and the consequences of a decision, in sentences. */
export function consequencesOf(decision: Decision | 'fix', companyName: string): string {
  return [
    t('companyLine', { company: companyName }),
    ...(decision === 'takedown' ? [t('takedownConsequence')] : decision === 'fix' ? [t('fixConsequence')] : []),
    t('undoHint'),
  ].join(' ')
}

/** The confirmation for decisions on many threats: their number, the company, and the first three titles. */
export function BulkConfirm({
  decision,
  sources,
  count,
  companyName,
  titles,
  until = '',
  onConfirm,
  onClose,
}: {
  decision: Decision
  /** The sources of the threats, as far as they are known. */
  sources: readonly AnySource[]
  count: number
  companyName: string
  /** Displayed titles of the threats that are loaded. */
  titles: readonly string[]
  /** The day selected earlier. */
  until?: string | undefined
  /** @param until the last day of the whitelisting */
  onConfirm: (until?: string) => void
  onClose: () => void
}) {
  const { words } = useRecords()
  const [day, setDay] = useState(until)
  const called = calledFor(decision, sources)
  const question = t(`confirm.${called}`, { subject: words.count(count) })
  const confirm = () => {
    if (day === '') onConfirm()
    else if (!isOver(day)) onConfirm(day)
  }
  const examples = [...new Set(titles)].slice(0, shownTitles)
  return (
    <ConfirmDialog
      title={`${question}?`}
      text={consequencesOf(called, companyName)}
      examples={examples}
      moreCount={count - examples.length}
      confirmLabel={question}
      onConfirm={confirm}
      onClose={onClose}
    >
      {decision === 'whitelist' && <UntilField day={day} onChange={setDay} onEnter={confirm} />}
    </ConfirmDialog>
  )
}
