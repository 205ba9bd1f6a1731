// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QuietState } from './quiet-state.tsx'

test('while a block loads, its heading has an empty place below it as high as the content, without lines that look like bars', () => {
  const query = { data: undefined, error: null, refetch: () => undefined }
  const { container } = render(
    <QuietState query={query} title="Threat types" place={{ least: 278 }}>
      {() => 'loaded'}
    </QuietState>,
  )
  screen.getByRole('heading', { name: 'Threat types' })
  const place = container.querySelector<HTMLElement>('[aria-busy="true"]')
  expect(place?.childElementCount).toBe(0)
  expect(place?.style.getPropertyValue('--least')).toBe('278px')
})
