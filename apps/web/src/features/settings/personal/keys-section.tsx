import { useState, type KeyboardEvent } from 'react'
import { usePortalSetting } from '../../../session/portal-settings.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { keyOf, type KeyAction, keyActionName } from '../../../ui/keys/key-actions.ts'
import { keyWords } from '../../../ui/keys/key-words.ts'
import { keyName } from '../../../ui/keys/shortcuts.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { actionsOf, conflictOf, isLetterKey } from './key-choice.ts'
import css from './keys-section.module.css'

/** Single-letter shortcuts: turn them on or off, change them individually, and restore the defaults. */
export function KeysSection() {
  const [areOff, setAreOff] = usePortalSetting('keysOff')
  const [keys, setKeys] = usePortalSetting('keys')
  const offered = actionsOf(useUser().role)
  const isChanged = Object.keys(keys).length > 0
  const change = ({ action, key }: KeyAction, pressed: string) => {
    const { [action]: _, ...others } = keys
    setKeys(pressed === key ? others : { ...others, [action]: pressed })
  }
  return (
    <FormSection
      title={t('keys')}
      actions={
        isChanged && (
          <Button kind="quiet" onClick={() => setKeys({})}>
            {t('resetAllShortcuts')}
          </Button>
        )
      }
    >
      <Tick label={t('singleKeys')} hint={t('singleKeysHint')} isOn={!areOff} onChange={(isOn) => setAreOff(!isOn)} />
      {!areOff && (
        <ul className={`${css.keys} ruled`}>
          {offered.map((action) => (
            <KeyRow
              key={action.action}
              action={action}
              offered={offered}
              keys={keys}
              onChange={(pressed) => change(action, pressed)}
            />
          ))}
        </ul>
      )}
    </FormSection>
  )
}

function KeyRow({
  action,
  offered,
  keys,
  onChange,
}: {
  action: KeyAction
  offered: readonly KeyAction[]
  keys: Readonly<Record<string, string>>
  onChange: (pressed: string) => void
}) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = signOf(keyOf(action, keys))
  const what = keyActionName(action)

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWaiting || event.key === 'Tab' || event.key === 'Shift') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      setIsWaiting(false)
      setProblem(null)
      return
    }
    const pressed = keyName(event)
    if (!isLetterKey(pressed)) {
      setProblem(t('keyNotSupported'))
      return
    }
    const taken = conflictOf(offered, keys, action.action, pressed)
    if (taken) {
      setProblem(t('keyTaken', { key: signOf(pressed), what: keyActionName(taken) }))
      return
    }
    setIsWaiting(false)
    setProblem(null)
    onChange(pressed)
  }
  return (
    <li>
      <Text grow>{what}</Text>
      {keys[action.action] !== undefined && !isWaiting && (
        <Button kind="quiet" aria-label={t('resetKey', { what })} onClick={() => onChange(action.key)}>
          {t('reset')}
        </Button>
      )}
      <button
        type="button"
        className={`${css.key} choice control`}
        aria-label={isWaiting ? t('pressKeyFor', { what }) : t('changeKey', { key: shown, what })}
        data-on={isWaiting || undefined}
        onClick={() => {
          setIsWaiting(true)
          setProblem(null)
        }}
        onBlur={() => {
          setIsWaiting(false)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
      >
        {isWaiting ? t('pressAKey') : <kbd>{shown}</kbd>}
      </button>
      {problem && (
        <Text as="p" size="meta" tone="danger" pad="0 0 2" className={css.problem} role="alert">
          {problem}
        </Text>
      )}
    </li>
  )
}

/** A key as labelled on the keyboard: `Shift+J`. */
const signOf = (name: string) => keyWords(name).join('+')
