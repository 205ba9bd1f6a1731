import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Inline, Stack, Text } from '../../layout/parts.tsx'
import css from './dialog.module.css'

/** A native modal dialog. It traps the focus, closes on Escape, and restores the focus. */
export function Dialog({
  title,
  onClose,
  children,
  width = 460,
  isAtTop = false,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  /** In pixels. Phones use the whole width. */
  width?: number
  /** Whether its upper edge stays in place while its content grows and shrinks. */
  isAtTop?: boolean
}) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    // A click on the backdrop is an additional way for pointer users; Escape and the Cancel button do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={element}
      className={`${css.dialog} raised`}
      aria-labelledby={titleId}
      style={{ width }}
      data-top={isAtTop || undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
    >
      <Stack gap={3} pad={5}>
        <Text id={titleId} as="h2" size="title">
          {title}
        </Text>
        {children}
      </Stack>
    </dialog>
  )
}

/** The row of buttons at the end of a dialog, in view while the rest scrolls. The primary button is last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Inline align="stretch" justify="end" wrap className={css.actions}>
      {children}
    </Inline>
  )
}
