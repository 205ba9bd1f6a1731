import { useEffect, useRef } from 'react'
import { IconX } from '@tabler/icons-react'
import { IconButton } from '../../ui/controls/button.tsx'
import css from './sidebar-sheet.module.css'
import { Sidebar } from './sidebar.tsx'
import { t } from '../words.ts'

/** The sidebar as an overlay on phones. */
export function SidebarSheet({ onClose }: { onClose: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = sheet.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // Escape closes it by keyboard, a click on the backdrop by pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={sheet}
      className={css.sheet}
      aria-label={t('menu')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === sheet.current) onClose()
      }}
    >
      <Sidebar onLeave={onClose} />
      <IconButton label={t('close')} className={css.close} onClick={onClose}>
        <IconX size={18} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </dialog>
  )
}
