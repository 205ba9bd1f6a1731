import { can } from '@signet/contract/access/permissions'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazy, readPart } from '../../api/lazy.ts'
import { usePortalSetting } from '../../session/portal-settings.ts'
import { useUser } from '../../session/use-session.ts'
import { isElsewhere, keyName, onShowKeys, setKeys, shortcutOf, useShortcuts } from '../../ui/keys/shortcuts.ts'
import { keepMessagesOpen } from '../../ui/feedback/messages/toasts.ts'
import { hrefOf } from '../../navigation/navigation.ts'
import { useNav } from '../../navigation/use-nav.ts'

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then(({ ShortcutSheet: sheet }) => ({ default: sheet })),
)

/** How long the second letter is waited for after G. */
const secondKeyMs = 1500
const goals: Readonly<Record<string, string>> = { t: '/threats', l: '/leaks', d: '/takedown' }

/** Shortcuts of every page: G and a letter, and the list of shortcuts. It also applies the user's settings for shortcuts and messages. */
export function ShellKeys() {
  const [areOff] = usePortalSetting('keysOff')
  const [changes] = usePortalSetting('keys')
  const [isKept] = usePortalSetting('keepMessages')
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const { role } = useUser()
  const list = useNav()
  const navigate = useNavigate()

  useEffect(() => {
    const hasChanges = Object.keys(changes).length > 0
    // Until they are known, a letter that was moved must not do what it did before.
    setKeys(areOff || hasChanges, {})
    if (!hasChanges) return undefined
    let isCurrent = true
    void readPart(() => import('../../ui/keys/key-actions.ts')).then(
      ({ changedKeys }) => isCurrent && setKeys(areOff, changedKeys(changes)),
    )
    return () => {
      isCurrent = false
    }
  }, [areOff, changes])
  useEffect(() => keepMessagesOpen(isKept), [isKept])

  const waitForSecond = () => {
    const stop = () => document.removeEventListener('keydown', onSecond, true)
    const timer = setTimeout(stop, secondKeyMs)
    const onSecond = (event: KeyboardEvent) => {
      const name = keyName(event)
      if (name === 'Shift' || isElsewhere(event.target, name)) return
      clearTimeout(timer)
      stop()
      // The letter completes the shortcut, even if it has its own meaning on the page.
      const entry = list.find(({ path, icon }) => (name === 'h' ? icon === 'home' : path === goals[name]))
      if (!entry && !(name in goals) && name !== 'h') return
      event.preventDefault()
      event.stopPropagation()
      if (entry) void navigate({ href: hrefOf(entry) })
    }
    document.addEventListener('keydown', onSecond, true)
  }
  useShortcuts(can(role, 'qa:review') ? {} : { g: waitForSecond })
  // Handled before the page's own shortcuts, because one sheet shows both.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const pressed = keyName(event)
      if (shortcutOf(pressed) !== '?' || isElsewhere(event.target, pressed)) return
      event.preventDefault()
      event.stopPropagation()
      setIsSheetOpen(true)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
    }
  }, [])
  useShortcuts({ '?': () => setIsSheetOpen(true) })
  useEffect(() => onShowKeys(() => setIsSheetOpen(true)), [])

  return <Suspense fallback={null}>{isSheetOpen && <ShortcutSheet onClose={() => setIsSheetOpen(false)} />}</Suspense>
}
