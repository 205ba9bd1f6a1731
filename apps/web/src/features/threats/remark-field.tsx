import type { RemarkInput } from '@signet/contract/threats'
import { useState } from 'react'
import { remarkProblem, remarkTextMax } from '../../ui/remark.ts'
import { t } from '../../words/words.ts'
import css from './threat-panel.module.css'

// What was typed beside a threat and not sent yet. It outlives the panel, so that looking at another threat loses nothing.
const drafts = new Map<string, string>()

/** The remark typed for a threat, to go with whatever mark it gets, by key or by button. */
export function draftedRemark(threatId: string): RemarkInput | undefined {
  const text = drafts.get(threatId)?.trim()
  return text ? { kind: 'custom', text } : undefined
}

/** Forgets a remark that was sent. */
export function dropDraft(threatId: string): void {
  drafts.delete(threatId)
}

/** A remark that goes with the next mark; render it with the id of the threat as its key. */
export function RemarkField({ threatId }: { threatId: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const check = () => {
    const drafted = draftedRemark(threatId)
    setProblem(drafted ? remarkProblem(drafted.kind, drafted.text ?? '') : null)
  }
  return (
    <>
      <label className={css.remark}>
        <span>{t('Remark')}</span>
        <input
          type="text"
          defaultValue={drafts.get(threatId) ?? ''}
          maxLength={remarkTextMax}
          placeholder={t('Optional, goes with your decision')}
          autoComplete="off"
          aria-invalid={problem !== null}
          onChange={(event) => {
            drafts.set(threatId, event.currentTarget.value)
            setProblem(null)
          }}
          onBlur={check}
        />
      </label>
      {problem && (
        <p className={css.problem} role="status">
          {problem}
        </p>
      )}
    </>
  )
}
