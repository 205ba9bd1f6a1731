// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FormSection } from '../forms/form-section.tsx'
import { SectionIndex } from './section-index.tsx'

afterEach(() => vi.restoreAllMocks())

test('on phones the row of parts is scrolled to the current one, which is marked', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    return this.textContent === 'Users' ? new DOMRect(500, 0, 80, 44) : new DOMRect(0, 0, 300, 44)
  })
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollBy')
  const parts = [
    { label: 'Personal', search: {} },
    { label: 'Users', search: { part: 'users' } },
  ]
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <SectionIndex label="Settings sections" parts={parts}>
          {null}
        </SectionIndex>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/?part=users'] }),
  })
  render(<RouterProvider router={router as never} />)
  expect((await screen.findByRole('link', { name: 'Users' })).getAttribute('aria-current')).toBe('page')
  expect(scrolled).toHaveBeenCalledWith({ left: 500 })
})

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
  // A heading keeps the two lists apart: the one above is of pages, the one below of what is on this page.
  expect(screen.getByText('On this page').nextElementSibling?.textContent).toBe('AppearanceKeyboard')
})
