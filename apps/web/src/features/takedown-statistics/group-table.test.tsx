// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { GroupTable } from './group-table.tsx'

const durations = { count: 3, reached: 2, open: 1, ended: 0, medianMs: 3_600_000, p90Ms: null }
const keys = ['facebook.com', 'telegram', 'x.com', 'cloudflare.com', 'ironwood.example']
const groups = keys.map((label) => ({ label, ...durations }))

test('known providers have their names with the key in the tooltip, and others keep their key', () => {
  show(<GroupTable clock="firstOutage" by="provider" groups={groups} onGroup={() => undefined} />)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Facebook',
    'Telegram',
    'X',
    'Cloudflare',
    'ironwood.example',
  ])
  expect(screen.getByText('Facebook').title).toBe('facebook.com')
})

test('a host that is called like a provider keeps the name that was found', () => {
  show(<GroupTable clock="firstOutage" by="host" groups={groups} onGroup={() => undefined} />)
  screen.getByRole('rowheader', { name: 'facebook.com' })
})
