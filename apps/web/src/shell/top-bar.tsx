import { can } from '@signet/contract/access/permissions'
import { Suspense } from 'react'
import { late } from '../api/late.ts'
import { lazy } from '../api/lazy.ts'
import { dateTime } from '../format/time/date-time.ts'
import { useClientInfo } from '../session/client-info.ts'
import { useUser } from '../session/use-session.ts'
import { useTheme } from '../session/theme.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { usePageTitle } from '../ui/layout/page.tsx'
import { Popover } from '../ui/controls/popover.tsx'
import { Inline, Text } from '../ui/layout/parts.tsx'
import { paper, useMedia } from '../ui/layout/use-media.ts'
import { t } from './words.ts'
import { initialsOf } from '../parts/account/company-plate.tsx'
import { ShellIcon } from '../navigation/shell-icon.tsx'
import css from './top-bar.module.css'

const Bell = late(() => import('./notifications/bell.tsx').then(({ Bell: bell }) => ({ default: bell })))
const ThemeChoices = lazy(() => import('./menus/theme-menu.tsx').then(({ ThemeChoices: menu }) => ({ default: menu })))
const UserMenu = lazy(() => import('./menus/user-menu.tsx').then(({ UserMenu: menu }) => ({ default: menu })))

/** Title of the page, search, notifications, theme, and user menu. */
export function TopBar({ onSearch, onMenu, onHelp }: { onSearch: () => void; onMenu: () => void; onHelp: () => void }) {
  const user = useUser()
  const theme = useTheme()
  const title = usePageTitle()
  const info = useClientInfo()
  // On a printout nothing else shows the company and the date, on phones nothing else the company that staff have selected.
  const isPrinted = useMedia(paper)
  const wait = <span className={css.wait} />
  return (
    <Inline as="header" pad="0 5" line="below" className={css.bar}>
      <IconButton label={t('menu')} className="phone-only" onClick={onMenu}>
        <ShellIcon sign="menu" />
      </IconButton>
      <div className={css.head}>
        <Text as="h1" cut size="title" className={css.title}>
          {title}
        </Text>
        {(isPrinted || can(user.role, 'company:choose')) && (
          <p className={`${css.company} cut`}>
            <span className={css.companyName}>{info?.name} </span>
            {isPrinted && dateTime(new Date())}
          </p>
        )}
      </div>
      <button type="button" className={`${css.search} framed row`} aria-keyshortcuts="Control+K" onClick={onSearch}>
        <ShellIcon sign="search" size={16} />
        <Text grow>{t('searchOrJumpTo')}</Text>
        <kbd aria-hidden="true">{t('ctrlK')}</kbd>
      </button>
      <Suspense
        fallback={
          <IconButton label={t('notifications')} disabled>
            <ShellIcon sign="bell" />
          </IconButton>
        }
      >
        <Bell />
      </Suspense>
      <Popover
        label={t('theme')}
        align="end"
        trigger={(props) => (
          <IconButton {...props} label={t('theme')} className="wide-only">
            <ShellIcon sign={theme === 'dark' ? 'moon' : 'sun'} />
          </IconButton>
        )}
      >
        {() => (
          <Suspense fallback={wait}>
            <ThemeChoices />
          </Suspense>
        )}
      </Popover>
      <Popover
        label={t('yourAccount')}
        align="end"
        trigger={({ ref, ...props }) => (
          <button type="button" ref={ref} {...props} className={`${css.avatar} middle`} title={user.name}>
            <b className="visually-hidden">{t('yourAccountSigned', { name: user.name })}</b>
            <span className="middle" aria-hidden="true">
              {initialsOf(user.name)}
            </span>
          </button>
        )}
      >
        {(close) => (
          <Suspense fallback={wait}>
            <UserMenu onHelp={onHelp} onClose={close} />
          </Suspense>
        )}
      </Popover>
    </Inline>
  )
}
