// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FileDrop } from './file-drop.tsx'

const hintFor = (maxFiles?: number) =>
  render(
    <FileDrop label="Add" rule={{ types: ['image/png'], maxBytes: 1024 ** 2, maxFiles }} onFiles={() => undefined} />,
  ).container.textContent

test('where several files are allowed, all of them are dropped, otherwise one', () => {
  expect(hintFor(5)).toContain('or drop them here: png')
  expect(hintFor(1)).toContain('or drop it here: png')
  expect(hintFor()).toContain('or drop it here: png')
})

test('on a phone, where nothing is dropped, only the types and the size are named', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  expect(hintFor(5)).toContain('png, up to 1 MB')
  expect(hintFor(5)).not.toContain('drop')
  vi.unstubAllGlobals()
})
