import { IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useUser } from '../session/use-session.ts'
import { chooseTheme, useTheme } from '../theme.ts'
import { IconButton } from '../ui/button.tsx'
import { usePageTitle } from '../ui/page.tsx'
import { initialsOf } from './company-plate.tsx'
import css from './top-bar.module.css'

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

/** Title of the page, search, theme, and whose session it is. */
export function TopBar({ onSearch, onMenu }: { onSearch: () => void; onMenu: () => void }) {
  const user = useUser()
  const theme = useTheme()
  const title = usePageTitle()
  return (
    <header className={css.bar}>
      <IconButton label="Menu" className={css.menu} onClick={onMenu}>
        <IconMenu2 {...icon} />
      </IconButton>
      <h1 className={css.title}>{title}</h1>
      <button type="button" className={css.search} aria-keyshortcuts="Control+K" onClick={onSearch}>
        <IconSearch {...icon} size={16} />
        <span>Search or jump to…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <IconButton
        label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
        onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        {theme === 'dark' ? <IconSun {...icon} /> : <IconMoon {...icon} />}
      </IconButton>
      <span
        className={css.avatar}
        role="img"
        aria-label={`Signed in as ${user.name}`}
        title={`${user.name}, ${user.email}`}
      >
        {initialsOf(user.name)}
      </span>
    </header>
  )
}
