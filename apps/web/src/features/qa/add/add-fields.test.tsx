// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../test/show.tsx'
import { AddFields } from './add-fields.tsx'

const showFields = (values: Record<string, string>) =>
  show(
    <AddFields
      kind="threat"
      source="APK"
      threatType="Fake app"
      values={values}
      result={undefined}
      onChange={() => undefined}
    />,
  )
const details = () => screen.getByText('Technical details').closest('details')

test('what a person can say of an app comes first, and what is read in its file is folded', () => {
  showFields({})
  expect(details()?.open).toBe(false)
  for (const label of ['App name', /^Package name/, /^Store/, /^Publisher/])
    expect(details()?.contains(screen.getByLabelText(label))).toBe(false)
  for (const label of [/^Signer SHA-256/, /^Permissions/, /^Hosts in code/, /^Keys in code/])
    expect(details()?.contains(screen.getByLabelText(label))).toBe(true)
})

test('technical details that were read are shown', () => {
  showFields({ sha256: 'a'.repeat(64) })
  expect(details()?.open).toBe(true)
})

test('only an app of Apple has a field for its team', () => {
  const { unmount } = showFields({ store: 'Google Play' })
  expect(screen.queryByLabelText(/^Apple team/)).toBeNull()
  unmount()
  showFields({ store: 'App Store' })
  expect(screen.getByLabelText(/^Apple team/)).not.toBeNull()
})
