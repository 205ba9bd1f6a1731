// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { PartState } from './part-state.tsx'

const detail = { message: 'No update has left rows to fill in.', reason: 'NO_BACK_FILL', parameters: {} }
const labelOf = (name: 'backFills' | 'diskGrowth' | 'mailboxes') =>
  show(<PartState part={{ name, ok: true, isOff: true, detail }} />).container.textContent

test('only a part that can be set up is said not to be set up', () => {
  expect(labelOf('backFills')).toBe('Not due')
  expect(labelOf('diskGrowth')).toBe('Not yet')
  expect(labelOf('mailboxes')).toBe('Not set up')
})
