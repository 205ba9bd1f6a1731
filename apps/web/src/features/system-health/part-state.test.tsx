// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { PartState } from './part-state.tsx'

const labelOf = (name: 'diskGrowth' | 'mailboxes' | 'connectors' | 'mail' | 'backups', reason = '') =>
  show(
    <PartState part={{ name, ok: true, isOff: true, detail: { message: 'Nothing to do.', reason, parameters: {} } }} />,
  ).container.textContent

test('a part without a state says whether an operator has to set it up, may use it, or has to wait', () => {
  expect((['mail', 'backups'] as const).map((name) => labelOf(name))).toEqual(['Not set up', 'Not set up'])
  expect((['mailboxes', 'connectors'] as const).map((name) => labelOf(name))).toEqual(['Not in use', 'Not in use'])
  expect(labelOf('diskGrowth')).toBe('Not due yet')
})

test('the backup of a cluster, which other tools make, is not missing', () => {
  expect(labelOf('backups', 'BACKUP_OF_NODES')).toBe('Not in use')
})
