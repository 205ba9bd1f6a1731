// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLanguage } from '../../../words/words.ts'
import { keyActionName, keyActions } from '../../../ui/keys/key-actions.ts'
import { german } from '../../../words/de.ts'
import { named } from '../../../words/named/names.ts'
import { decisionChoices, DecisionButtons } from './decision-buttons.tsx'

afterEach(() => {
  cleanup()
  useLanguage('en')
})

test.each(['en', 'de'] as const)(
  'the buttons and the keyboard shortcuts use the same name for each decision (%s)',
  (language) => {
    useLanguage(language, language === 'de' ? { ...german, named } : {})
    render(<DecisionButtons status="open" onDecide={() => {}} />)
    const shortcuts = decisionChoices.map(({ decision }) => keyActions.find(({ action }) => action === decision))
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      shortcuts.map((shortcut) => shortcut && keyActionName(shortcut)),
    )
  },
)
