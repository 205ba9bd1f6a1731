// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useDesk } from './use-desk.ts'

test('a decision made before its code is loaded is carried out once, after loading', () => {
  const { result } = renderHook(useDesk)
  const did: string[] = []
  const desk = {
    decide: (decision: string) => void did.push(decision),
    decideOne: () => undefined,
    decideGroup: () => undefined,
    bookmark: () => undefined,
    undo: () => void did.push('undo'),
  }
  result.current.askDesk(({ decide }) => decide('takedown'))
  expect(did).toEqual([])
  result.current.deskRef(desk)
  expect(did).toEqual(['takedown'])
  // The desk sets the ref again on each render.
  result.current.deskRef(null)
  result.current.deskRef(desk)
  result.current.askDesk(({ undo }) => undo())
  expect(did).toEqual(['takedown', 'undo'])
})
