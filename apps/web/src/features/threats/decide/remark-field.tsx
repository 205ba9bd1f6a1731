import type { RemarkInput } from '@signet/contract/threats/threats'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { remarkProblem, remarkTextMax } from '../../../ui/feedback/dialogs/remark.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { MentionArea } from '../../../parts/mentions/mention-area.tsx'
import { useRecords } from '../records.ts'
import { t } from './words.ts'
import css from '../record/threat-panel.module.css'
import { UntilField } from './until-field.tsx'

// Unsent remarks by threat. They outlive the panel, so that opening another threat loses nothing.
const drafts = new Map<string, string>()

/** The unsent remark of a threat. It is sent with the decision, whether made by key or button. */
export function draftedRemark(threatId: string): RemarkInput | undefined {
  const text = drafts.get(threatId)?.trim()
  return text ? { kind: 'custom', text } : undefined
}

// The same for the last day of a whitelisting.
const days = new Map<string, string>()

/** The day selected for a threat. It is sent when the threat is whitelisted. */
export const draftedUntil = (threatId: string): string | undefined => days.get(threatId) || undefined

/** Deletes a draft that was sent. */
export function dropDraft(threatId: string): void {
  drafts.delete(threatId)
  days.delete(threatId)
}

/** A remark for the next decision and, where needed, the last day of a whitelisting. Render it with the id of the threat as its key. */
export function RemarkField({ threatId }: { threatId: string }) {
  const { kind } = useRecords()
  const [text, setText] = useState(drafts.get(threatId) ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [day, setDay] = useState(days.get(threatId))
  const write = (next: string) => {
    drafts.set(threatId, next)
    setText(next)
    setProblem(null)
  }
  const check = () => {
    const drafted = draftedRemark(threatId)
    setProblem(drafted ? remarkProblem(drafted.kind, drafted.text ?? '') : null)
  }
  const choose = (next: string | undefined) => {
    setDay(next)
    if (next === undefined) days.delete(threatId)
    else days.set(threatId, next)
  }
  return (
    <>
      <Inline wrap gap={1} align="end">
        <Text as="label" grow above={2} className={`${css.remark} input-box`}>
          <span>{t('remark')}</span>
          <MentionArea
            kind={kind}
            rows={1}
            aria-label={t('remark')}
            value={text}
            maxLength={remarkTextMax}
            placeholder={t('remarkHint')}
            aria-invalid={problem !== null}
            onText={write}
            onKeyDown={(event) => {
              // A remark is one line.
              if (event.key === 'Enter') event.preventDefault()
            }}
            onBlur={check}
          />
        </Text>
        <Button
          kind="quiet"
          icon={<IconCalendarTime size={18} stroke={1.7} aria-hidden="true" />}
          title={t('setWhitelistEnd')}
          aria-expanded={day !== undefined}
          onClick={() => choose(day === undefined ? '' : undefined)}
        >
          {t('whitelistUntil')}
        </Button>
      </Inline>
      {day !== undefined && <UntilField day={day} onChange={choose} />}
      {problem && (
        <Text as="p" size="meta" tone="danger" above={1} role="status">
          {problem}
        </Text>
      )}
    </>
  )
}
