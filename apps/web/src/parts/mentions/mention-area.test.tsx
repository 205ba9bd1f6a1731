// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MentionArea } from './mention-area.tsx'
import { show } from '../../../test/show.tsx'

const people = ['Ada Example', 'Adam Sample', 'Ben Park'].map((name, at) => ({
  id: `p-${at}`,
  name,
  isStaff: at === 2,
}))
let passed: string[]

beforeEach(() => {
  passed = []
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(people)))
})
function Written() {
  const [text, setText] = useState('')
  return (
    <MentionArea
      kind="request"
      aria-label="Message"
      value={text}
      onText={setText}
      onKeyDown={({ key }) => passed.push(key)}
    />
  )
}

function open(): HTMLTextAreaElement {
  show(<Written />)
  return screen.getByRole<HTMLTextAreaElement>('textbox')
}
function type(field: HTMLTextAreaElement, text: string): void {
  fireEvent.change(field, { target: { value: text, selectionStart: text.length, selectionEnd: text.length } })
}
const offered = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

test('@ lists the people, typing narrows the list, and Enter inserts the chosen name', async () => {
  const field = open()
  type(field, 'Thanks @')
  expect(await offered()).toEqual(['Ada Example', 'Adam Sample', 'Ben ParkProvider'])
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  type(field, 'Thanks @ad')
  expect(await offered()).toEqual(['Ada Example', 'Adam Sample'])
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.value).toBe('Thanks @Adam Sample ')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(passed).toEqual([])
})

test('a click inserts a name, Escape closes the list until the next @, and other keys reach the page', async () => {
  const field = open()
  type(field, '@b')
  fireEvent.click((await screen.findAllByRole('option'))[0] ?? field)
  expect(field.value).toBe('@Ben Park ')
  type(field, '@Ben Park and @a')
  await offered()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('listbox')).toBeNull()
  fireEvent.keyDown(field, { key: 'Escape' })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect(passed).toEqual(['Escape', 'Enter'])
  type(field, '@Ben Park and @a, @')
  expect(await offered()).toHaveLength(3)
})
