// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FormSection } from '../forms/form-section.tsx'
import { SectionIndex } from './section-index.tsx'

test('the links to the parts do not move when the sections of the current part arrive, so that a click never misses', async () => {
  const parts = [
    { label: 'Personal', search: {} },
    { label: 'Users', search: { part: 'users' } },
  ]
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <SectionIndex label="Settings sections" parts={parts}>
          <FormSection title="Appearance">{null}</FormSection>
          <FormSection title="Keyboard">{null}</FormSection>
        </SectionIndex>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('link', { name: 'Keyboard' })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Personal',
    'Users',
    'Appearance',
    'Keyboard',
  ])
})
