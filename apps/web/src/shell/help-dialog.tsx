import { Link } from '@tanstack/react-router'
import { Button } from '../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../ui/feedback/dialog.tsx'
import { showKeys } from '../ui/keys/shortcuts.ts'
import { msg, t, type Marked } from '../words/words.ts'
import css from './help-dialog.module.css'
import { ShellIcon } from '../navigation/shell-icon.tsx'
import { useNav } from '../navigation/use-nav.ts'
import { navLabel } from '../navigation/nav-label.ts'
import { Stack, Text } from '../ui/layout/parts.tsx'

/** What the entries of the navigation that help are good for. */
const ways: Readonly<Record<string, Marked>> = {
  '/glossary': msg('What an indicator means, and how it is read.'),
  '/QA/glossary': msg('What an indicator means, and how it is read.'),
  '/whatsnew': msg('What changed in the product lately.'),
  '/addRequest': msg('Ask our team a question, or for something you have not found.'),
}

/** Where help is found: the same on every page. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const entries = useNav().flatMap((entry) => {
    const what = ways[entry.path]
    return what === undefined ? [] : [{ ...entry, what }]
  })
  return (
    <Dialog title={t('Help')} onClose={onClose}>
      <Stack as="ul" gap="half" className={css.ways}>
        {entries.map(({ to, label, icon, what }) => (
          <li key={to}>
            <Link to={to} className={`${css.way} option`} onClick={onClose}>
              <ShellIcon sign={icon} />
              <span>
                <b>{navLabel({ label })}</b>
                {t(what)}
              </span>
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
            <span>
              <b>{t('Keyboard shortcuts')}</b>
              {t('What the keys do on this page.')}
            </span>
          </button>
        </li>
      </Stack>
      <Text as="p" tone="quiet" above={3}>
        {t('For questions about your account or your rights, ask the person who runs this installation.')}
      </Text>
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
