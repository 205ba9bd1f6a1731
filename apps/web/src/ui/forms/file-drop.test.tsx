// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
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
