import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { showKeys } from '../../ui/keys/shortcuts.ts'
import { t, type Word } from '../words.ts'
import css from './help-dialog.module.css'
import { ShellIcon } from '../../navigation/shell-icon.tsx'
import { useNav } from '../../navigation/use-nav.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'

/** Describes the navigation entries that offer help. */
const ways: Readonly<Record<string, Word>> = {
  '/glossary': 'glossaryHint',
  '/QA/glossary': 'glossaryHint',
  '/whatsnew': 'whatsNewHint',
  '/addRequest': 'requestHint',
}

/** Lists where to find help, the same on every page. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const entries = useNav().flatMap((entry) => {
    const what = ways[entry.path]
    return what === undefined ? [] : [{ ...entry, what }]
  })
  return (
    <Dialog title={t('help')} onClose={onClose}>
      <Stack as="ul" gap="half" className={css.ways}>
        {entries.map(({ to, label, icon, what }) => (
          <li key={to}>
            <Link to={to} className={`${css.way} option`} onClick={onClose}>
              <ShellIcon sign={icon} />
              <Stack as="span" gap={0}>
                <Text as="b" tone="plain">
                  {label}
                </Text>
                {t(what)}
              </Stack>
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={`${css.way} option`}
            onClick={() => {
              onClose()
              showKeys()
            }}
          >
            <ShellIcon sign="keys" />
            <Stack as="span" gap={0}>
              <Text as="b" tone="plain">
                {t('keyboardShortcuts')}
              </Text>
              {t('shortcutsHint')}
            </Stack>
          </button>
        </li>
      </Stack>
      <Text as="p" tone="quiet" above={3}>
        {t('accountHelp')}
      </Text>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
