// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../test/show.tsx'
import { CompareNames } from './compare-names.tsx'

const official = ['meridianbank.example']
const replaced = () => screen.queryByText(/^Replaced characters/)?.textContent

test('replaced characters are named for a misspelling', () => {
  show(<CompareNames suspect="meridlanbank.example" official={official} of="typo" />)
  expect(replaced()).toBe('Replaced characters: l for i')
})

test('a name with another word has no replaced characters', () => {
  show(<CompareNames suspect="meridlan-homes.example" official={official} of="combosquat" />)
  expect(replaced()).toBeUndefined()
})

test('the suspect name has no live dot, and both names stay aligned', () => {
  show(<CompareNames suspect="meridian-homes.invalid" official={official} of="combosquat" />)
  const [suspect, real] = screen.getByRole('region', { name: 'Name comparison' }).querySelectorAll('code')
  expect(suspect?.textContent).toBe('meridian-homes[.]invalid')
  expect(real?.textContent.replaceAll('\u00a0', '')).toBe('meridianbank[.]example')
  const dots = [suspect, real].map((row) => [...(row?.children ?? [])].map((cell) => cell.hasAttribute('data-dot')))
  expect(dots[0]).toEqual(dots[1])
})
