import type { Theme } from '@signet/contract/companies/portal-settings'
import { chooseTheme } from '../../session/look.ts'
import { useThemeChoice } from '../../session/theme.ts'
import menu from '../../ui/controls/menu.module.css'
import { Stack } from '../../ui/layout/parts.tsx'
import { t, type Word } from '../words.ts'
import { ShellIcon, type ShellSign } from '../../navigation/shell-icon.tsx'

const choices = [
  { choice: 'system', label: 'system', sign: 'system' },
  { choice: 'light', label: 'light', sign: 'sun' },
  { choice: 'dark', label: 'dark', sign: 'moon' },
] as const satisfies readonly { choice: Theme; label: Word; sign: ShellSign }[]

/** The three themes as buttons of a menu. A choice applies at once. */
export function ThemeChoices() {
  const chosen = useThemeChoice()
  return (
    <Stack gap="half" className={menu.menu} role="group" aria-label={t('theme')}>
      {choices.map(({ choice, label, sign }) => (
        <button
          key={choice}
          type="button"
          className="option"
          aria-pressed={choice === chosen}
          onClick={() => chooseTheme(choice)}
        >
          <ShellIcon sign={sign} size={16} />
          {t(label)}
        </button>
      ))}
    </Stack>
  )
}
