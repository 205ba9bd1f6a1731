// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import type { Leak } from '@signet/contract/leaks/leaks'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import type { PagedRows } from '../../../api/paged-rows.ts'
import type { Disclosures } from '../disclosures/use-disclosures.ts'
import { LeakTools } from './leak-tools.tsx'

/** Shows the row of tools and opens its menu. */
async function openMenu(role: Role) {
  const onChange = vi.fn<() => void>()
  const ask = vi.fn<() => void>()
  await signIn({ role }, () => Response.json([]))
  show(
    <LeakTools
      company="bank"
      search={{}}
      rows={{ total: 5680, totalIsCapped: false, isOld: false } as PagedRows<Leak>}
      columnChoice={undefined}
      onChange={onChange}
      disclosures={{ shownUntil: null, isBusy: false, ask } as unknown as Disclosures}
    />,
  )
  const menu = screen.getByRole('dialog', { name: 'More', hidden: true })
  // The test browser doesn't open popovers itself, nor close them.
  menu.hidePopover = () => undefined
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  const entry = (name: string) => within(menu).getByRole('button', { name, hidden: true })
  const names = within(menu)
    .getAllByRole('button', { hidden: true })
    .map(({ textContent }) => textContent)
  return { entry, names, onChange, ask }
}

test('what has no room in the row of tools is in one menu, in words', async () => {
  const { entry, names, onChange, ask } = await openMenu('client')
  expect(names).toEqual([
    'Show date: Added',
    'Show date: Leaked',
    'Show identities',
    'Copy reset list',
    'Access log',
    'Export CSV',
  ])
  expect(entry('Show date: Added').getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(entry('Show date: Leaked'))
  expect(onChange).toHaveBeenLastCalledWith({ dates: 'leaked', sort: undefined, dir: undefined })
  fireEvent.click(entry('Access log'))
  expect(ask).toHaveBeenLastCalledWith({ kind: 'log' })
})

test('the menu offers a role that only reads no work on identities', async () => {
  const { names } = await openMenu('clientPeeker')
  expect(names).not.toContain('Show identities')
  expect(names).not.toContain('Copy reset list')
})
