import type { RemarkInput } from '@signet/contract/threats/threats'
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Button } from '../../controls/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import css from './dialog.module.css'
import { remarkChoices, remarkProblem, remarkTextMax } from './remark.ts'
import { t } from '../words.ts'
import { Inline, Stack, Text } from '../../layout/parts.tsx'

/** What the field for the text of a remark gets. */
export interface RemarkAreaProps {
  ref: Ref<HTMLTextAreaElement>
  'aria-label': string
  'aria-invalid': boolean
  value: string
  maxLength: number
  onText: (text: string) => void
}

const PlainArea = ({ onText, ...area }: RemarkAreaProps) => (
  <textarea {...area} onChange={({ target }) => onText(target.value)} />
)

/** Asks for a reason: 1 and 2 select a predefined remark, 3 asks for a text. */
export function RemarkDialog({
  title,
  subject,
  confirmLabel,
  area: Area = PlainArea,
  onConfirm,
  onClose,
}: {
  title: string
  /** The subject of the remark, e.g. the title of the threat or `3 threats`. */
  subject: string
  confirmLabel: string
  /** The field for the text, where it can do more than a plain one. */
  area?: (props: RemarkAreaProps) => ReactNode
  onConfirm: (remark: RemarkInput) => void
  onClose: () => void
}) {
  const [kind, setKind] = useState<RemarkInput['kind']>('Irrelevant')
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const choices = useRef<HTMLFieldSetElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const problem = remarkProblem(kind, text)

  // The field of the third choice is rendered in the next frame.
  const focusField = () => requestAnimationFrame(() => field.current?.focus())
  const confirm = () => {
    setIsTried(true)
    if (problem) field.current?.focus()
    else onConfirm(kind === 'custom' ? { kind, text: text.trim() } : { kind })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target === field.current
    if (event.key === 'Enter' && (!isTyping || event.ctrlKey || event.metaKey)) {
      if (event.target instanceof HTMLButtonElement) return
      event.preventDefault()
      confirm()
    }
    const choice = isTyping ? undefined : remarkChoices.find(({ key }) => key === event.key)
    if (!choice) return
    event.preventDefault()
    setKind(choice.kind)
    choices.current?.querySelector<HTMLElement>(`[value="${choice.kind}"]`)?.focus()
    if (choice.kind === 'custom') focusField()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Stack role="presentation" gap={2} onKeyDown={onKeyDown}>
        <Text as="p" tone="quiet">
          {subject}
        </Text>
        <Stack ref={choices} as="fieldset" gap={2}>
          <legend className="visually-hidden">{t('remark')}</legend>
          {remarkChoices.map(({ kind: value, label, key }) => (
            <Inline
              key={value}
              as="label"
              least={40}
              pad="0 3"
              className="choice"
              onPointerUp={() => value === 'custom' && focusField()}
            >
              <input
                type="radio"
                name="remark"
                value={value}
                checked={kind === value}
                onChange={() => setKind(value)}
              />
              {t(label)}
              <kbd aria-hidden="true">{key}</kbd>
            </Inline>
          ))}
        </Stack>
        {kind === 'custom' && (
          <Stack as="label" gap={1} className={css.field}>
            <Text weight="medium">{t('yourRemark')}</Text>
            <Area
              ref={field}
              aria-label={t('yourRemark')}
              value={text}
              maxLength={remarkTextMax}
              aria-invalid={isTried && problem !== null}
              onText={setText}
            />
            <Text size="meta" tone={isTried && problem ? 'danger' : 'faint'} role="status">
              {isTried && problem
                ? problem
                : t('charactersUsed', {
                    n: exactNumber(text.trim().length),
                    most: exactNumber(remarkTextMax),
                  })}
            </Text>
          </Stack>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" onClick={confirm}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
