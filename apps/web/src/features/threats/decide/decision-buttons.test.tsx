// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLanguage } from '../../../words/words.ts'
import { keyActionName, keyActions } from '../../../ui/keys/key-actions.ts'
import { german } from '../../../words/de.ts'
import { named } from '../../../words/named/names.ts'
import { threatStatusName } from '../../../words/named/threats.ts'
import { calledFor, decidedText } from './decision-words.ts'
import { decisionChoices, DecisionButtons } from './decision-buttons.tsx'

afterEach(() => {
  cleanup()
  useLanguage('en')
})

test.each(['en', 'de'] as const)(
  'the buttons and the keyboard shortcuts use the same name for each decision (%s)',
  (language) => {
    useLanguage(language, language === 'de' ? { ...german, named } : {})
    render(<DecisionButtons status="open" sources={[]} onDecide={() => {}} />)
    const shortcuts = decisionChoices.map(({ decision }) => keyActions.find(({ action }) => action === decision))
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      shortcuts.map((shortcut) => shortcut && keyActionName(shortcut)),
    )
  },
)

test('what is the company’s own is fixed instead of taken down, alone or in a selection of its kind', () => {
  render(<DecisionButtons status="open" sources={['EASM']} onDecide={() => {}} />)
  expect(screen.getByRole('button', { name: 'Request fix' })).toBeTruthy()
  expect(calledFor('takedown', ['EASM', 'EASM'])).toBe('fix')
  expect(calledFor('takedown', ['EASM', 'Domain'])).toBe('takedown')
  expect(decidedText('3 threats', 'takedown', { sources: ['EASM'] })).toBe('Fix requested for 3 threats')
  expect(threatStatusName('takedown', 'EASM')).toBe('Fix')
})
