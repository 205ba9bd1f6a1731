import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'
import css from './shell.module.css'
import { OfflineBar } from './offline-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { t } from '../words/words.ts'

const SidebarSheet = lazy(() => import('./sidebar-sheet.tsx').then(({ SidebarSheet: sheet }) => ({ default: sheet })))
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then(({ CommandPalette: component }) => ({ default: component })),
)

/** The frame of every signed-in page: sidebar, top bar, page. */
export function Shell({ children }: { children: ReactNode }) {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  useShortcuts({ 'Ctrl+k': () => setIsPaletteOpen(true) })

  return (
    <div className={css.shell}>
      <a className={css.skip} href="#page">
        {t('Skip to the page')}
      </a>
      <aside className={css.side}>
        <Sidebar />
      </aside>
      <TopBar onSearch={() => setIsPaletteOpen(true)} onMenu={() => setIsSheetOpen(true)} />
      <OfflineBar />
      <main id="page" className={css.main} tabIndex={-1}>
        {children}
      </main>
      {isSheetOpen && (
        <Suspense fallback={null}>
          <SidebarSheet onClose={() => setIsSheetOpen(false)} />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setIsPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
