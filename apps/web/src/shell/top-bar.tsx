import { useUser } from '../session/use-session.ts'
import { chooseTheme, useTheme } from '../theme.ts'
import { IconButton } from '../ui/button.tsx'
import { usePageTitle } from '../ui/page.tsx'
import { initialsOf } from './company-plate.tsx'
import { ShellIcon } from './shell-icon.tsx'
import css from './top-bar.module.css'
import { t } from '../words/words.ts'

/** Title of the page, search, theme, and whose session it is. */
export function TopBar({ onSearch, onMenu }: { onSearch: () => void; onMenu: () => void }) {
  const user = useUser()
  const theme = useTheme()
  const title = usePageTitle()
  return (
    <header className={css.bar}>
      <IconButton label={t('Menu')} className={css.menu} onClick={onMenu}>
        <ShellIcon sign="menu" />
      </IconButton>
      <h1 className={css.title}>{title}</h1>
      <button type="button" className={css.search} aria-keyshortcuts="Control+K" onClick={onSearch}>
        <ShellIcon sign="search" size={16} />
        <span>{t('Search or jump to…')}</span>
        <kbd aria-hidden="true">{t('Ctrl K')}</kbd>
      </button>
      <IconButton
        label={theme === 'dark' ? t('Switch to light theme') : t('Switch to dark theme')}
        onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        <ShellIcon sign={theme === 'dark' ? 'sun' : 'moon'} />
      </IconButton>
      <span
        className={css.avatar}
        role="img"
        aria-label={t('Signed in as {name}', { name: user.name })}
        title={`${user.name}, ${user.email}`}
      >
        {initialsOf(user.name)}
      </span>
    </header>
  )
}
