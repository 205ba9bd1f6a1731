import { Suspense, useState, type ReactNode } from 'react'
import { late } from '../api/late.ts'
import { lazy } from '../api/lazy.ts'
import { useShortcuts } from '../ui/keys/shortcuts.ts'
import { t } from './words.ts'
import css from './shell.module.css'
import { OfflineBar } from './bars/offline-bar.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const SidebarSheet = lazy(() =>
  import('./sidebar/sidebar-sheet.tsx').then(({ SidebarSheet: sheet }) => ({ default: sheet })),
)
const CommandPalette = lazy(() =>
  import('./palette/command-palette.tsx').then(({ CommandPalette: component }) => ({ default: component })),
)
const HelpDialog = lazy(() => import('./help/help-dialog.tsx').then(({ HelpDialog: dialog }) => ({ default: dialog })))
const ShellKeys = lazy(() => import('./help/shell-keys.tsx').then(({ ShellKeys: keys }) => ({ default: keys })))
const Tips = late(() => import('../ui/feedback/tips.ts').then(({ Tips: tips }) => ({ default: tips })))

/** The overlay over the page. Only one is open at a time. */
type Overlay = 'palette' | 'menu' | 'help' | null

/** The frame of every signed-in page: sidebar, top bar, page. */
export function Shell({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>(null)
  const close = () => setOverlay(null)
  useShortcuts({ 'Ctrl+k': () => setOverlay('palette') })

  return (
    <div className={css.shell}>
      <a className={`${css.skip} screen-only`} href="#page">
        {t('skipToContent')}
      </a>
      <aside className={`${css.side} wide-only screen-only`}>
        <Sidebar />
      </aside>
      <TopBar
        onSearch={() => setOverlay('palette')}
        onMenu={() => setOverlay('menu')}
        onHelp={() => setOverlay('help')}
      />
      <OfflineBar />
      <main id="page" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <Suspense fallback={null}>
        <ShellKeys />
      </Suspense>
      <Suspense fallback={null}>
        <Tips />
      </Suspense>
      <Suspense fallback={null}>
        {overlay === 'menu' && <SidebarSheet onClose={close} />}
        {overlay === 'palette' && <CommandPalette onClose={close} />}
        {overlay === 'help' && <HelpDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
