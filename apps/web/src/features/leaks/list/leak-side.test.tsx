// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { LeakSide } from './leak-side.tsx'

async function showSide() {
  await signIn({ role: 'client' }, (path) => {
    if (path.includes('Frequency')) return Response.json([{ date: '2026-11-29', count: 224 }])
    if (!path.includes('Passwords')) return Response.json([])
    return Response.json([
      { key: 'plain', label: 'Plain text', count: 3573 },
      { key: 'token', label: 'Token', count: 263 },
      { key: 'none', label: 'None', count: 967 },
    ])
  })
  show(<LeakSide company="bank" type={undefined} onNarrow={() => undefined} />)
}

const tableOf = async (title: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Show as table: ${title}` }))
  return within(screen.getByRole('table', { name: title }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
}

test('the kinds of passwords are in order of their number, and each has its own colour', async () => {
  await showSide()
  const chart = await screen.findByRole('img', { name: /readable password/ })
  const colours = [...chart.querySelectorAll('i')].map(({ style }) => style.background)
  expect(new Set(colours).size).toBe(3)
  expect(await tableOf('Passwords')).toEqual(['Plain text', 'None', 'Token'])
})

test('the leaks added per day can be read as a table', async () => {
  await showSide()
  expect(await tableOf('Added per day')).toEqual(['29 November 2026'])
})
