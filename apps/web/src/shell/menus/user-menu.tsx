import { can } from '@signet/contract/access/permissions'
import { Link } from '@tanstack/react-router'
import { keysIn } from '@signet/contract/narrow'
import { roleName } from '../../format/names/role-words.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { viewAsClient } from '../../session/client-view.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import menu from '../../ui/controls/menu.module.css'
import { showKeys } from '../../ui/keys/shortcuts.ts'
import { chooseOwnLanguage } from '../../session/look.ts'
import { language, languages } from '../../words/words.ts'
import { t } from '../words.ts'
import { ShellIcon } from '../../navigation/shell-icon.tsx'
import { useSignOut } from './sign-out.ts'
import { ThemeChoices } from './theme-menu.tsx'
import { useNav } from '../../navigation/use-nav.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'

/** The menu of the signed-in user: profile, settings, help, language, shortcuts, and sign out. */
export function UserMenu({ onHelp, onClose }: { onHelp: () => void; onClose: () => void }) {
  const user = useUser()
  const list = useNav()
  const signOut = useSignOut()
  const choose = useAction(chooseOwnLanguage)
  const company = useCompany()
  const name = useClientInfo()?.name ?? company
  const view = useAction(viewAsClient, { failed: (reason) => t('viewNotStarted', { reason }) })
  const own = list.filter(({ icon }) => icon === 'profile' || icon === 'settings')
  return (
    <Stack gap="half" className={menu.menu}>
      <Stack gap={0} below={1} pad="2 3 3" line="below">
        <Text as="b" size="heading">
          {user.name}
        </Text>
        <Text size="meta" tone="faint">
          {user.email}
        </Text>
        <Text size="meta" tone="faint">
          {roleName(user.role)}
        </Text>
      </Stack>
      {own.map(({ to, label, icon }) => (
        <Link key={to} to={to} className="option" onClick={onClose}>
          <ShellIcon sign={icon} size={16} />
          {label}
        </Link>
      ))}
      {can(user.role, 'clientView:use') ? (
        <button type="button" className="option" disabled={view.isBusy} onClick={() => view.run(company)}>
          <ShellIcon sign="profile" size={16} />
          {t('viewAsClient', { company: name })}
        </button>
      ) : null}
      <button
        type="button"
        className="option"
        onClick={() => {
          onClose()
          onHelp()
        }}
      >
        <ShellIcon sign="help" size={16} />
        {t('help')}
      </button>
      <button
        type="button"
        className="option"
        onClick={() => {
          onClose()
          showKeys()
        }}
      >
        <ShellIcon sign="keys" size={16} />
        {t('keyboardShortcuts')}
      </button>
      <Stack gap={0} above={1} pad="1 0 0" line="above" className="phone-only">
        <ThemeChoices />
      </Stack>
      <Stack gap="half" above={1} pad="1 0 0" line="above" role="group" aria-label={t('language')}>
        <Text as="p" pad="3 3 1" tone="faint" size="meta">
          {t('language')}
        </Text>
        {keysIn(languages).map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            className="option"
            aria-pressed={each === language()}
            onClick={() => (each === language() ? onClose() : choose.run(each))}
          >
            <ShellIcon sign="language" size={16} />
            {languages[each]}
          </button>
        ))}
      </Stack>
      <Stack gap="half" above={1} pad="1 0 0" line="above">
        <button type="button" className="option" onClick={() => void signOut()}>
          <ShellIcon sign="logout" size={16} />
          {t('logout')}
        </button>
      </Stack>
    </Stack>
  )
}
