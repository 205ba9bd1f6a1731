import { usePortalSetting } from '../../session/portal-settings.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { fixedKeys, keyActions, keyOf, keyActionName } from '../../ui/keys/key-actions.ts'
import { listeningKeys } from '../../ui/keys/shortcuts.ts'
import { t } from '../words.ts'
import { keyWords } from '../../ui/keys/key-words.ts'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import css from './shortcut-sheet.module.css'

/** The shortcuts that are active on the current page, with the user's changes. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [areOff] = usePortalSetting('keysOff')
  const [changes] = usePortalSetting('keys')
  const listening = listeningKeys()
  const named = keyActions.filter(({ key }) => listening.has(key))
  const fixed = fixedKeys.filter(({ key }) => listening.has(key))
  const known = new Set([...keyActions, ...fixedKeys].map(({ key }) => key))
  const own = [...listening].flatMap(([key, what]) => (what !== undefined && !known.has(key) ? [{ key, what }] : []))
  const list = [
    ...(areOff
      ? []
      : [
          ...named.map((action) => ({
            key: keyOf(action, changes),
            what: listening.get(action.key) ?? keyActionName(action),
          })),
          ...own,
        ]),
    ...fixed.map((action) => ({ key: action.key, what: listening.get(action.key) ?? keyActionName(action) })),
  ]
  return (
    <Dialog title={t('keyboardShortcuts')} onClose={onClose} width={560}>
      {areOff && (
        <Text as="p" tone="quiet" below={3}>
          {t('singleKeysOff')}
        </Text>
      )}
      <dl className={css.keys}>
        {list.map(({ key, what }) => (
          <div key={key}>
            <Inline as="dt" gap={1} align="stretch">
              {keyWords(key).map((word) => (
                <kbd key={word}>{word}</kbd>
              ))}
            </Inline>
            <Text as="dd" tone="quiet">
              {what}
            </Text>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
