// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/show.tsx'
import { PageText } from './page-text-view.tsx'

test('a phone number is called or copied', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  show(<PageText text="Call [+1 555 0142](tel:+15550142)" />)
  expect(screen.getByRole('link', { name: '+1 555 0142' }).getAttribute('href')).toBe('tel:+15550142')
  fireEvent.click(screen.getByRole('button', { name: 'Copy +1 555 0142' }))
  expect(writeText).toHaveBeenCalledWith('+1 555 0142')
})
