// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { GroupTable } from './group-table.tsx'

const durations = { count: 3, reached: 2, open: 1, ended: 0, medianMs: 3_600_000, p90Ms: null }
const keys = ['facebook.com', 'telegram', 'x.com', 'cloudflare.com', 'ironwood.example']
const groups = keys.map((label) => ({ label, ...durations }))
const named = [...groups, { label: 'tidepool.example', name: 'Tidepool Cloud', ...durations }]

test('known providers have their names with the key in the tooltip, and others keep their key', () => {
  show(<GroupTable clock="firstOutage" by="provider" groups={named} total={18} onGroup={() => undefined} />)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Facebook',
    'Telegram',
    'X',
    'Cloudflare',
    'ironwood.example',
    'Tidepool Cloud',
  ])
  expect(screen.getByText('Facebook').title).toBe('facebook.com')
})

test('a host that is called like a provider keeps the name that was found', () => {
  show(<GroupTable clock="firstOutage" by="host" groups={groups} total={15} onGroup={() => undefined} />)
  screen.getByRole('rowheader', { name: 'facebook.com' })
})

test('a time that too few takedowns have for it says so, with the definition in the tooltip', () => {
  show(<GroupTable clock="firstOutage" by="channel" groups={groups} total={15} onGroup={() => undefined} />)
  expect(screen.getAllByText('Under 90% so far')[0]?.title).toBe(
    'Fewer than 90% of these takedowns have reached this step so far, so there is no time for 90% yet.',
  )
  expect(screen.getByText('90% within (estimate)').title).toMatch(/^An estimate of the time by which nine out of ten/)
})

test('a time that can no longer be reached is not called one that is not there so far', () => {
  const ended = [{ label: 'google.com', ...durations, open: 0, ended: 1, medianMs: null }]
  show(<GroupTable clock="firstOutage" by="provider" groups={ended} total={3} onGroup={() => undefined} />)
  expect(screen.getByText('Under 50%').title).not.toContain('so far')
  expect(screen.getByText('Under 90%').title).toBe(
    'Fewer than 90% of these takedowns reached this step, so there is no time for 90%.',
  )
})

test('a share that even the open takedowns can no longer make up is not called one that is not there so far', () => {
  const lost = [{ label: 'google.com', ...durations, count: 10, reached: 7, open: 1, ended: 2 }]
  show(<GroupTable clock="firstOutage" by="provider" groups={lost} total={10} onGroup={() => undefined} />)
  screen.getByText('Under 90%')
})

const open = (by: 'host' | 'channel', total: number) =>
  show(<GroupTable clock="firstOutage" by={by} groups={groups} total={total} onGroup={() => undefined} />).unmount

test('takedowns without a host, or without a known one, are counted below the hosts, and those of a channel can be in several groups', () => {
  const close = open('host', 18)
  screen.getByText("3 takedowns aren't listed: profiles, posts and apps have no host, or it isn't known.")
  close()
  open('channel', 18)
  expect(screen.queryByText(/isn't known/)).toBeNull()
})
