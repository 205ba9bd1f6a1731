import type { RemarkInput } from '@signet/contract/threats/threats'
import { IconCalendarTime } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../../session/company.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { remarkProblem, remarkTextMax } from '../../../ui/feedback/dialogs/remark.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../../ui/layout/use-media.ts'
import { MentionArea } from '../../../parts/mentions/mention-area.tsx'
import { useRecords, type AnyThreat } from '../records.ts'
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

/**
 * A remark for the next decision, which can also be saved without one, and, where needed, the last day of a whitelisting. Render it with
 * the id of the threat as its key.
 */
export function RemarkField({ threat }: { threat: AnyThreat }) {
  const { id: threatId, source } = threat
  const { kind, name, calls } = useRecords()
  const client = useQueryClient()
  const company = useCompany()
  const [text, setText] = useState(drafts.get(threatId) ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [day, setDay] = useState(days.get(threatId))
  const write = (next: string) => {
    drafts.set(threatId, next)
    setText(next)
    setProblem(null)
  }
  const { isBusy, run } = useAction(
    async (remark: RemarkInput) => {
      await calls.remark({ company, source, id: threatId }, remark)
      write('')
      toast(t('remarkAdded'))
      await client.invalidateQueries({ queryKey: [company, name, 'detail', threatId] })
    },
    { failed: (reason) => `${t('remarkNotSaved')} ${reason}` },
  )
  const isPhone = useMedia(phone)
  const drafted = text.trim() ? draftedRemark(threatId) : undefined
  const check = () => {
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
          <span className="wide-only">{t('remark')}</span>
          <MentionArea
            kind={kind}
            rows={1}
            aria-label={t('remark')}
            value={text}
            maxLength={remarkTextMax}
            // On phones it also says what the field is, which needs no row of its own then.
            placeholder={t(isPhone ? 'remarkToDecision' : 'remarkHint')}
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
      {drafted && !problem && (
        <Text as="p" size="meta" above={1}>
          <button type="button" className="link" disabled={isBusy} onClick={() => run(drafted)}>
            {t('saveRemarkOnly')}
          </button>
        </Text>
      )}
      {problem && (
        <Text as="p" size="meta" tone="danger" above={1} role="status">
          {problem}
        </Text>
      )}
    </>
  )
}
