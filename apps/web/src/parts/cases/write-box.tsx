import type { MentionKind } from '@signet/contract/messages/mentions'
import { IconSend } from '@tabler/icons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useOnceKey } from '../../api/use-once-key.ts'
import { focusWriteBox } from './focus-write-box.ts'
import { MentionArea } from '../mentions/mention-area.tsx'
import { t } from './words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import css from './write-box.module.css'
import { useAction } from '../../ui/controls/use-action.ts'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'

/** A message field of a case, in which people can be mentioned. Ctrl+Enter sends; unsent text stays. `N` moves the focus here. */
export function WriteBox({
  kind,
  label,
  textMax,
  below,
  sentWith = '',
  onSend,
}: {
  /** The kind of the case. */
  kind: MentionKind
  /** The label of the field, e.g. `Message Signet`. */
  label: string
  textMax: number
  /** What is sent with the text, below the field. */
  below?: ReactNode
  /** What tells one selection of that from another. */
  sentWith?: string
  /** Rejects when the message wasn't sent; the same input then has the same key again. */
  onSend: (text: string, onceKey: string) => Promise<void>
}) {
  const [text, setText] = useState('')
  const written = text.trim()
  const once = useOnceKey()
  const { isBusy, problem, run } = useAction(
    async () => {
      await onSend(written, once.keyOf(`${written}\n${sentWith}`))
      once.done()
      setText('')
    },
    { failed: (reason) => t('messageNotSent', { reason }), isInline: true },
  )
  const send = () => {
    if (written !== '') run()
  }
  useShortcuts({ n: focusWriteBox })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <Stack gap={2}>
      <Inline align="end" className={css.row}>
        <MentionArea
          kind={kind}
          data-write-box=""
          rows={1}
          aria-label={label}
          placeholder={label}
          maxLength={textMax}
          value={text}
          onText={setText}
          onKeyDown={onKeyDown}
        />
        <Button
          kind="primary"
          icon={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
          isBusy={isBusy}
          disabled={written === ''}
          onClick={send}
        >
          {t('send')}
        </Button>
      </Inline>
      {below}
      {problem ? (
        <Text as="p" size="meta" tone="danger" role="alert">
          {problem}
        </Text>
      ) : null}
    </Stack>
  )
}
